import { createRelyingParty, type SignOnPorts } from '@merchant-edge/oidc'
import { createD1SessionStore } from '@merchant-edge/oidc/d1'
import { signOn, type HonoSignOn, type SignInDemands } from '@merchant-edge/oidc/hono'
import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
import { createMiddleware } from 'hono/factory'
import type { ConsoleEnv } from '../console-env.ts'
import type { WriteLog } from '../console-options.ts'
import type { ConsoleHono } from '../layout/console-hono.ts'
import { deskSessions } from './desk-sessions.ts'
import { answerSignOnFailure } from './failed-page.tsx'
import { moneyLoginSeconds } from './fresh-login.ts'
import { lineAboutFailure, lineAboutSignIn } from './sign-in-lines.ts'
import { readSecondFactor } from './second-factor.ts'

/** Query parameter of the sign-in: requires a fresh login at the identity server. */
const freshParameter = 'fresh'

/**
 * Requests the second factor if it is configured as `acr`, and a fresh login before actions with
 * money.
 */
function signInDemands(request: Request, configured: string | undefined): SignInDemands {
  const { claim, values } = readSecondFactor(configured)
  const isAgain = new URL(request.url).searchParams.has(freshParameter)
  return {
    ...(claim === 'acr' && { acrValues: values.join(' ') }),
    ...(isAgain && { maxLoginAgeSeconds: moneyLoginSeconds }),
  }
}

/** A working day; after that everybody must sign in again. */
const sessionSeconds = 10 * 60 * 60
/** An abandoned desk cannot be used by others after this time. */
const idleSeconds = 20 * 60

/** Sign-in at the identity server of the merchant's staff: its routes live under `/auth`. */
export function consoleSignOn(ports: SignOnPorts, writeLog: WriteLog): HonoSignOn<ConsoleEnv> {
  return signOn<ConsoleEnv>((env) => {
    const { SESSION_SECRET: present, SESSION_SECRET_PREVIOUS: previous } = env
    const secrets = previous === undefined ? [present] : [present, previous]
    const keyRing = createKeyRing(secrets.map((secret) => ({ id: '1', secret })))
    const relyingParty = createRelyingParty({
      issuer: env.AUTH_URL,
      clientId: env.CLIENT_ID,
      authentication: { method: 'client_secret_basic', secret: env.CLIENT_SECRET },
      ports,
    })
    return {
      relyingParty,
      keyRing,
      sessions: createSessions({
        relyingParty,
        store: deskSessions(env, relyingParty.nowSeconds),
        keyRing,
        kept: 'store',
        lifetimeSeconds: sessionSeconds,
        idleSeconds,
      }),
      origin: env.CONSOLE_URL,
      scope: 'openid',
      demands: (request) => signInDemands(request, env.SECOND_FACTOR),
      onSignedIn: ({ identity }, request) => writeLog(lineAboutSignIn(env, identity, request)),
      onFailure: (failure, request, signInAgain) => {
        writeLog(lineAboutFailure(failure, request))
        return answerSignOnFailure(failure, request, signInAgain)
      },
    }
  })
}

/** Maximum rows that one sign-in deletes; it writes two. */
const forgottenAtOnce = 100

/** Deletes ended sessions from the database at each sign-in, a few at a time. */
export const forgetEndedSessions = createMiddleware<ConsoleHono>(async (c, next) => {
  await next()
  await createD1SessionStore(c.env.DB).removeExpired(c.var.now, forgottenAtOnce)
})

/** Address of the sign-in that afterwards redirects to a page of the desk. */
export function signInPath(returnTo: string): string {
  return `/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`
}

/** The same with a fresh login. */
export function freshSignInPath(returnTo: string): string {
  return `${signInPath(returnTo)}&${freshParameter}=1`
}
