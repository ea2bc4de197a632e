import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { HostClock } from '../../clock/host-clock.ts'
import type { Database, Statement } from '../../database/database.ts'
import { identityNotifications } from '../tables.ts'
import { refusalOfTarget } from '../../delivery/delivery-target.ts'
import { beginningOf } from '../../delivery/send-request.ts'
import type { FaultsAt } from '../faults/conformance-modules.ts'
import { takeFaults } from '../faults/fault-switches.ts'
import { hs256Jwt, unsignedJwt } from '../faults/sign-faulty-id-token.ts'
import type { IdentityServer } from '../identity-server.ts'
import { signJwt, type JwtContent } from '../jwt.ts'
import type { LoginSession } from '../login-sessions.ts'
import { currentKey } from '../signing-keys.ts'

/** A logout notification in the journal. */
export interface LogoutNotification {
  readonly id: number
  /** `back`: posted by the server; `front`: a frame in the customer's browser. */
  readonly channel: 'back' | 'front'
  readonly clientId: string
  readonly sid: string
  readonly url: string
  /** `shown`: the frame was on a page; whether it loaded is not known. */
  readonly state: 'sending' | 'shown' | 'delivered' | 'failed' | 'blocked'
  /** Unix seconds. */
  readonly at: number
  /** HTTP status of the last answer; null when there was none. */
  readonly httpStatus: number | null
  /** First characters of the answer, or why there was none. */
  readonly outcome: string
  readonly durationMs: number
  /** Fault switches that changed it. */
  readonly faults: readonly string[]
}

/** The journal of logout notifications, newest first. */
export async function listNotifications(
  database: Database,
): Promise<readonly LogoutNotification[]> {
  return database
    .select()
    .from(identityNotifications)
    .orderBy(desc(identityNotifications.id))
    .limit(200)
}

/** Writes a notification into the journal. */
export async function storeNotification(
  database: Database,
  notification: Omit<LogoutNotification, 'id'>,
): Promise<number> {
  const [row] = await database.insert(identityNotifications).values(notification).returning()
  if (row === undefined) throw new Error('The notification was not stored.')
  return row.id
}

/** Stores the result of a notification. */
async function settleNotification(
  database: Database,
  id: number,
  result: Pick<LogoutNotification, 'state' | 'httpStatus' | 'outcome' | 'durationMs'>,
): Promise<void> {
  await database.update(identityNotifications).set(result).where(eq(identityNotifications.id, id))
}

/**
 * Statements that keep the newest notifications and delete the others. A notification that was
 * never finished is marked as failed.
 *
 * @param now unix seconds
 */
export function trimNotifications(database: Database, now: number): readonly Statement[] {
  const old = database
    .select({ id: identityNotifications.id })
    .from(identityNotifications)
    .orderBy(desc(identityNotifications.id))
    .limit(1000)
    .offset(500)
  const isStuck = and(
    eq(identityNotifications.state, 'sending'),
    lt(identityNotifications.at, now - 60),
  )
  return [
    database.delete(identityNotifications).where(inArray(identityNotifications.id, old)),
    database
      .update(identityNotifications)
      .set({ state: 'failed', outcome: 'not sent: the sandbox stopped' })
      .where(isStuck),
  ]
}

/** The body of a back-channel notification. */
export interface LogoutForm {
  readonly fields: Readonly<Record<string, string>>
  /** Fault switches that changed it. */
  readonly faults: readonly string[]
}

type Fault = FaultsAt<'back_channel'>

const event = 'http://schemas.openid.net/event/backchannel-logout'
const base = 'oidcc-client-test-rp-backchannel-rpinitlogout'

const changedClaims: Readonly<Record<Fault, JwtContent['claims']>> = {
  [base]: { unknown_claim: 'to be ignored' },
  [`${base}-alg-none`]: {},
  [`${base}-no-event`]: { events: undefined },
  [`${base}-with-nonce`]: { nonce: 'a-logout-token-has-none' },
  [`${base}-wrong-alg`]: {},
  [`${base}-wrong-aud`]: { aud: ['somebody-else'] },
  [`${base}-wrong-event`]: { events: { 'http://schemas.openid.net/event/another': {} } },
  [`${base}-wrong-iss`]: { iss: 'https://other-issuer.example/' },
}

function claimsOf(
  server: IdentityServer,
  logout: { readonly clientId: string; readonly session: LoginSession },
  faults: readonly Fault[],
): JwtContent['claims'] {
  const { session, clientId } = logout
  const now = server.sandbox.clock.nowSeconds()
  const isFull = server.options.hasFullLogoutToken || faults.includes(base)
  const claims = {
    aud: [clientId],
    events: { [event]: {} },
    iat: now,
    iss: server.issuer,
    jti: crypto.randomUUID(),
    sid: session.sid,
    ...(isFull && { exp: now + 120, sub: session.walletId }),
  }
  return Object.assign({}, claims, ...faults.map((fault) => changedClaims[fault]))
}

/**
 * The form with a signed logout token for a client of an ended session. Assumes G-20.
 *
 * @see Specification 6.3
 */
async function logoutForm(
  server: IdentityServer,
  logout: { readonly clientId: string; readonly session: LoginSession },
): Promise<LogoutForm> {
  const { database } = server.sandbox
  const faults = await takeFaults(database, 'back_channel', logout.clientId)
  const { kid, key } = await currentKey(database)
  const typ = server.options.hasFullLogoutToken ? 'logout+jwt' : 'JWT'
  const content = {
    header: { alg: 'RS256', kid, typ },
    claims: claimsOf(server, logout, faults),
  }
  const token = async () => {
    if (faults.includes(`${base}-alg-none`)) return unsignedJwt(content)
    if (faults.includes(`${base}-wrong-alg`)) return hs256Jwt(content, kid)
    return signJwt(key, content)
  }
  return {
    fields: {
      logout_token: await token(),
      ...(faults.includes(base) && { unknown_field: 'to be ignored' }),
    },
    faults,
  }
}

/** Time for all attempts together, in milliseconds. */
const windowMs = 5000
const pauseMs = 1000

type Result = Pick<LogoutNotification, 'state' | 'httpStatus' | 'outcome' | 'durationMs'>

interface Delivery {
  readonly host: HostClock
  readonly url: string
  readonly form: LogoutForm
}

async function post({ host, url, form }: Delivery, startedAt: number): Promise<Result> {
  const left = Math.max(1, startedAt + windowMs - host.nowMs())
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'merchant-edge-sandbox',
      },
      body: new URLSearchParams(form.fields).toString(),
      signal: host.timeout(left),
    })
    const outcome = await beginningOf(answer)
    const { status: httpStatus } = answer
    // Only 200 counts: Hydra 1.4 treats 204 as an error.
    const state = httpStatus === 200 ? 'delivered' : 'failed'
    return { state, httpStatus, outcome, durationMs: host.nowMs() - startedAt }
  } catch (error) {
    const outcome = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const durationMs = host.nowMs() - startedAt
    return { state: 'failed', httpStatus: null, outcome: outcome.slice(0, 200), durationMs }
  }
}

async function postUntilAnswered(delivery: Delivery): Promise<Result> {
  const { host } = delivery
  const startedAt = host.nowMs()
  for (;;) {
    const result = await post(delivery, startedAt)
    const isAnswered = result.httpStatus !== null && result.httpStatus < 500
    const isOver = host.nowMs() - startedAt + pauseMs >= windowMs
    if (isAnswered || isOver) return result
    await host.sleep(pauseMs)
  }
}

/**
 * Notifies a client of the end of a session, within five seconds. Assumes G-20.
 *
 * @see Specification 4.1, 6.3
 */
export async function notifyOverBackChannel(
  server: IdentityServer,
  logout: { readonly clientId: string; readonly url: string; readonly session: LoginSession },
): Promise<void> {
  const { database, clock, host, callbackHosts } = server.sandbox
  const { clientId, url, session } = logout
  const refused = refusalOfTarget(url, callbackHosts)
  const form = await logoutForm(server, logout)
  const id = await storeNotification(database, {
    channel: 'back',
    clientId,
    sid: session.sid,
    url,
    state: refused === undefined ? 'sending' : 'blocked',
    at: clock.nowSeconds(),
    httpStatus: null,
    outcome: refused ?? '',
    durationMs: 0,
    faults: form.faults,
  })
  if (refused === undefined) {
    await settleNotification(database, id, await postUntilAnswered({ host, url, form }))
  }
}
