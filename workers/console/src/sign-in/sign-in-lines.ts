import type { SignedInIdentity, SignOnFailure } from '@merchant-edge/oidc'
import { securityLine } from '@merchant-edge/pages'
import type { ConsoleEnv } from '../console-env.ts'
import type { LogLine } from '../console-options.ts'
import { findOperator } from './find-operator.ts'
import { hasSecondFactor, readSecondFactor } from './second-factor.ts'

const routes: ReadonlySet<string> = new Set([
  '/auth/sign-in',
  '/auth/callback',
  '/auth/sign-out',
  '/auth/signed-out',
  '/auth/back-channel-logout',
  '/auth/front-channel-logout',
])

/**
 * The path of the request if it is a route of sign-on, else `/auth/*`: an arbitrary path must not
 * be written to the log.
 */
function routeOfSignOn({ url }: Request): string {
  const { pathname } = new URL(url)
  return routes.has(pathname) ? pathname : '/auth/*'
}

/**
 * The line about a sign-in that the identity server has confirmed: who it was, and whether they may
 * work here.
 */
export function lineAboutSignIn(
  env: ConsoleEnv,
  identity: SignedInIdentity,
  request: Request,
): LogLine {
  const route = routeOfSignOn(request)
  const operator = findOperator(env, identity.subject)
  if (operator === undefined) return securityLine('desk_stranger', request, route)
  const isSure = hasSecondFactor(identity, readSecondFactor(env.SECOND_FACTOR))
  const line = securityLine(isSure ? 'desk_signed_in' : 'desk_one_factor', request, route)
  return { ...line, operator: operator.name }
}

/**
 * The line about a sign-in that failed: an event of security, unless the identity server or a
 * setting is to blame.
 */
export function lineAboutFailure({ kind, reason }: SignOnFailure, request: Request): LogLine {
  if (kind === 'retryable' || kind === 'misconfigured') return { event: 'sign_in_failed', reason }
  return { ...securityLine('desk_sign_in_failed', request, routeOfSignOn(request)), reason }
}
