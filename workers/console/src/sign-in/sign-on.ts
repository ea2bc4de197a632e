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

/** In the address of the sign-in: an old login at the identity server is not enough. */
const freshParameter = 'fresh'

/** Asks for the second factor where it has a name of `acr`, and for a fresh login before money is moved. */
function demandsOf(request: Request, configured: string | undefined): SignInDemands {
  const { claim, values } = readSecondFactor(configured)
  const isAgain = new URL(request.url).searchParams.has(freshParameter)
  return {
    ...(claim === 'acr' && { acrValues: values.join(' ') }),
    ...(isAgain && { maximumLoginAgeSeconds: moneyLoginSeconds }),
  }
}

/** A working day: then everybody signs in again. */
const sessionSeconds = 10 * 60 * 60
/** A desk that was left open works for nobody else. */
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
        store: deskSessions(env, ports.now),
        keyRing,
        kept: 'store',
        lifetimeSeconds: sessionSeconds,
        idleSeconds,
      }),
      origin: env.CONSOLE_URL,
      scope: 'openid',
      demands: (request) => demandsOf(request, env.SECOND_FACTOR),
      onSignedIn: ({ identity }, request) => writeLog(lineAboutSignIn(env, identity, request)),
      onFailure: (failure, request, signInAgain) => {
        writeLog(lineAboutFailure(failure, request))
        return answerSignOnFailure(failure, request, signInAgain)
      },
    }
  })
}

/** Rows that one sign-in removes at most; it writes two. */
const forgottenAtOnce = 100

/** Removes sessions that are over from the database when somebody signs in, a few at a time. */
export const forgetEndedSessions = createMiddleware<ConsoleHono>(async (c, next) => {
  await next()
  await createD1SessionStore(c.env.DB).removeExpired(c.var.now, forgottenAtOnce)
})

/** Address of the sign-in that leads to a page of the desk afterwards. */
export function signInPath(returnTo: string): string {
  return `/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`
}

/** The same, for who has to prove anew who they are. */
export function freshSignInPath(returnTo: string): string {
  return `${signInPath(returnTo)}&${freshParameter}=1`
}
