import { takeFaults } from '../faults/fault-switches.ts'
import type { OAuthError } from '../oauth-error.ts'
import type { IdentityServer } from '../identity-server.ts'

/** Redirect URI and state that an authorization response needs. */
export interface AnswerTarget {
  readonly redirectUri: string
  readonly state: string | null
}

/** An address with parameters added to its query; those that are undefined are left out. */
export function withQuery(
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

/** Redirect with an error for the client. */
export function errorAnswer(
  server: IdentityServer,
  target: AnswerTarget,
  { body }: OAuthError,
): string {
  return withQuery(target.redirectUri, {
    error: body.error,
    error_description: body.error_description,
    error_hint: body.error_hint,
    state: target.state ?? undefined,
    iss: server.options.sendsIssuer ? server.issuer : undefined,
  })
}

/** Redirect with a code for the client, changed by the fault switches that are set. */
export async function codeAnswer(
  server: IdentityServer,
  target: AnswerTarget & { readonly clientId: string },
  answer: { readonly code: string; readonly scopes: readonly string[] },
): Promise<string> {
  const faults = await takeFaults(server.sandbox.database, 'authorization', target.clientId)
  const prefix = 'fapi2-security-profile-final-client-test-'
  const stateIsWrong = faults.includes(
    `${prefix}ensure-authorization-response-with-invalid-state-fails`,
  )
  const stateIsMissing = faults.includes(
    `${prefix}ensure-authorization-response-with-invalid-missing-state-fails`,
  )
  const issuerIsWrong = faults.includes(`${prefix}invalid-authorization-response-iss`)
  const issuerIsMissing = faults.includes(`${prefix}remove-authorization-response-iss`)
  const state = stateIsWrong ? 'another-state' : (target.state ?? undefined)
  const issuer = server.options.sendsIssuer && !issuerIsMissing ? server.issuer : undefined
  return withQuery(target.redirectUri, {
    code: answer.code,
    scope: answer.scopes.join(' '),
    state: stateIsMissing ? undefined : state,
    iss: issuerIsWrong ? 'https://other-issuer.example/' : issuer,
  })
}
