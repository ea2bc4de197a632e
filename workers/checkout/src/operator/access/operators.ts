import {
  ConfigurationError,
  operatorFields,
  readOperatorList,
  secretCommand,
  type Operator,
  type SettingProblem,
} from '@merchant-edge/pages'
import * as v from 'valibot'
import { digestOf, isSameDigest } from '../../api/secret-digest.ts'
import type { CheckoutEnv } from '../../checkout-env.ts'

/** An authenticated operator. */
export interface KnownOperator {
  /**
   * The operator with the role of this token: `view` for a person whose token is only a single
   * factor.
   */
  readonly operator: Operator
  /**
   * Whether the operator would have the role `money` after a sign-in at the desk, but not with this
   * token.
   */
  readonly needsSignIn: boolean
}

/** Maximum tokens of one operator: the current one and one that is being replaced. */
const maxTokens = 2

interface Entry extends KnownOperator {
  readonly digest: Uint8Array
}

const makeEntry =
  'Make an entry with: merchant-edge operators add --name NAME --role view, or --role money --program for a program'

const entry = v.strictObject({
  ...operatorFields,
  holder: v.exactOptional(v.picklist(['person', 'program'], 'is neither "person" nor "program"')),
  token_sha256: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{64}$/, 'is not 64 hex digits in small letters'),
  ),
})

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

type Entries = readonly v.InferOutput<typeof entry>[]

/** A replaced token stays valid next to the new one for a while; both must have the same role. */
function problemsOfName(name: string, operators: Entries): string[] {
  const same = operators.filter((operator) => operator.name === name)
  const roles = new Set(same.map(({ role }) => role))
  const holders = new Set(same.map(({ holder }) => holder ?? 'person'))
  return [
    ...(same.length > maxTokens ? ['has the same name more than twice'] : []),
    ...(roles.size > 1 ? ['has the same name with two roles'] : []),
    ...(holders.size > 1 ? ['has the same name for a person and a program'] : []),
  ]
}

function problemsOfEntries(operators: Entries): string[] {
  const tokens = new Set(operators.map(({ token_sha256 }) => token_sha256))
  const names = new Set(operators.map(({ name }) => name))
  const ofNames = [...names].flatMap((name) => problemsOfName(name, operators))
  const ofTokens = tokens.size < operators.length ? ['has the same token_sha256 twice'] : []
  return [...ofTokens, ...new Set(ofNames)]
}

function read(text: string): { operators: readonly Entry[]; problems: readonly string[] } {
  const { entries, problems } = readOperatorList(text, entry)
  const operators = entries.map(({ name, role, holder, token_sha256: hex }): Entry => {
    const needsSignIn = role === 'money' && holder !== 'program'
    return {
      operator: { name, role: needsSignIn ? 'view' : role },
      needsSignIn,
      digest: bytesOfHex(hex),
    }
  })
  return { operators, problems: [...problems, ...problemsOfEntries(entries)] }
}

type Configured = Pick<CheckoutEnv, 'OPERATORS' | 'ENVIRONMENT'>

function toProblem(problem: string, { ENVIRONMENT }: Configured): SettingProblem {
  const command = secretCommand('put OPERATORS', ENVIRONMENT)
  return { name: 'OPERATORS', problem, remedy: `${makeEntry}; then set the list with: ${command}` }
}

/** Problems of the secret OPERATORS. Leaving it out is allowed. */
export function operatorProblems(env: Configured): SettingProblem[] {
  const { OPERATORS: text = '' } = env
  return text === '' ? [] : read(text).problems.map((problem) => toProblem(problem, env))
}

function readOperators(text: string, env: Configured): readonly Entry[] {
  const { operators, problems } = read(text)
  if (problems.length === 0) return operators
  throw new ConfigurationError(
    'checkout',
    problems.map((problem) => toProblem(problem, env)),
  )
}

let kept: { readonly text: string; readonly operators: readonly Entry[] } | undefined

/**
 * Finds the operator of a token in OPERATORS. Every entry is compared, in constant time, by the
 * SHA-256 of the token. Such a token is a single factor: a person may only read with it; a program
 * has the configured role.
 *
 * @param env with the secret OPERATORS:
 *   `[{"name":"night-job","role":"money","holder":"program","token_sha256":"<64 hex digits>"}]`
 * @returns `undefined` for an unknown token
 * @throws ConfigurationError when the secret is missing or malformed; it says how to make one
 */
export async function findOperator(
  env: Configured,
  token: string,
): Promise<KnownOperator | undefined> {
  const { OPERATORS: configured = '' } = env
  if (configured === '') {
    throw new ConfigurationError('checkout', [toProblem('is missing', env)])
  }
  if (kept?.text !== configured)
    kept = { text: configured, operators: readOperators(configured, env) }
  const digest = await digestOf(token)
  let found: KnownOperator | undefined
  for (const { operator, needsSignIn, digest: known } of kept.operators) {
    if (isSameDigest(known, digest)) found = { operator, needsSignIn }
  }
  return found
}
