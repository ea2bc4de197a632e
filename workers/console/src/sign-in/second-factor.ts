import type { SignedInIdentity } from '@merchant-edge/oidc'
import { ConfigurationError, type SettingProblem } from '@merchant-edge/pages'

/** How the identity server reports a sign-in with a second factor. */
export interface SecondFactor {
  /** The claim of the id_token. */
  readonly claim: 'acr' | 'amr'
  /** Accepted values; one is enough. */
  readonly values: readonly string[]
}

const remedy =
  'Set it to what the identity server writes into id_tokens after a second factor: amr:mfa, or acr: and a value that it lists in acr_values_supported. Several values are separated by commas.'

function parse(configured = ''): SecondFactor | undefined {
  const [, claim, list = ''] = /^(acr|amr):([\x21-\x7E]{1,500})$/.exec(configured) ?? []
  const values = list.split(',').filter((value) => value !== '')
  return (claim === 'acr' || claim === 'amr') && values.length > 0 ? { claim, values } : undefined
}

/** Problems of the variable SECOND_FACTOR. */
export function secondFactorProblems(configured: string | undefined): SettingProblem[] {
  if (parse(configured) !== undefined) return []
  return [{ name: 'SECOND_FACTOR', problem: 'is missing or malformed', remedy }]
}

/**
 * Reads the variable SECOND_FACTOR, such as `amr:mfa` or `acr:urn:example:two-factors`.
 *
 * @throws ConfigurationError when it is missing or malformed; without it nobody can use the desk
 */
export function readSecondFactor(configured: string | undefined): SecondFactor {
  const factor = parse(configured)
  if (factor !== undefined) return factor
  throw new ConfigurationError('console', secondFactorProblems(configured))
}

/** Whether a sign-in was made with a second factor and has a login time. */
export function hasSecondFactor(
  identity: SignedInIdentity,
  { claim, values }: SecondFactor,
): boolean {
  if (identity.authenticatedAt === undefined) return false
  const said = claim === 'acr' ? [identity.acr] : (identity.amr ?? [])
  return said.some((value) => value !== undefined && values.includes(value))
}
