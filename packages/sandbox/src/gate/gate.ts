import type { Context, MiddlewareHandler } from 'hono'
import type { HostClock } from '../clock/host-clock.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { accessOf, type Access } from './access.ts'
import { isLoggedIn, logInFor, logInPath, serveLogIn } from './log-in.ts'
import { attemptPeriodSeconds, countAttempt } from './count-attempt.ts'
import { isLoopbackName, isOwnHost, ownOrigins } from './own-hosts.ts'
import { hasBearer, minSecretChars } from './secret.ts'
import { isFromElsewhere, isNoForm } from './sender.ts'

type GateContext = Context<SandboxHono>

/** Why the gate refuses a request. */
interface Refusal {
  readonly status: 401 | 403 | 421 | 429
  /** Stable name in snake_case. */
  readonly reason: string
  readonly message: string
  readonly remedy: string
}

const refusals = {
  otherHost: {
    status: 421,
    reason: 'other_host',
    message: 'The sandbox does not answer under this name.',
    remedy: 'Use the address that it was started on, or name this host in ALLOWED_HOSTS.',
  },
  otherOrigin: {
    status: 403,
    reason: 'other_origin',
    message: 'A page of another origin may not drive the sandbox.',
    remedy: 'Call it from a test, from a script, or from a page of the sandbox.',
  },
  noForm: {
    status: 403,
    reason: 'no_form',
    message: 'This is the address of no call, and only a form of the sandbox may change its pages.',
    remedy:
      'Compare the address: calls begin with /merchant-integration/, /oh-integration/ or /control/.',
  },
  notOnLoopback: {
    status: 403,
    reason: 'not_on_loopback',
    message: 'Without a secret, pages and the control API answer on this machine only.',
    remedy: 'Set CONTROL_SECRET.',
  },
  secretTooShort: {
    status: 403,
    reason: 'secret_too_short',
    message: `CONTROL_SECRET has fewer than ${minSecretChars} characters.`,
    remedy: 'Set a random one, such as that of `openssl rand -hex 32`.',
  },
  secretNeeded: {
    status: 401,
    reason: 'secret_needed',
    message: 'Pages and the control API want the secret of this sandbox.',
    remedy: `Send CONTROL_SECRET in the header \`Authorization: Bearer ...\`, or log in at ${logInPath}.`,
  },
  triedTooOften: {
    status: 429,
    reason: 'tried_too_often',
    message: 'This address has tried too many secrets.',
    remedy: `Try again in ${attemptPeriodSeconds} seconds.`,
  },
} as const satisfies Record<string, Refusal>

function refuse(c: GateContext, access: Access, refusal: Refusal): Response {
  const { status, reason, message, remedy } = refusal
  if (status === 401) c.header('www-authenticate', 'Bearer realm="sandbox"')
  if (status === 429) c.header('retry-after', String(attemptPeriodSeconds))
  if (access === 'page') return c.text(`${message} ${remedy}`, status)
  return c.json({ error: { reason, message, remedy } }, status)
}

/**
 * Whether a browser shows the answer to a person: for a page, or for a form whose log-in has ended
 * in the meantime.
 */
function isOfPerson({ req }: GateContext): boolean {
  return req.method === 'GET' || (req.header('accept') ?? '').includes('text/html')
}

async function askForSecret(
  c: GateContext,
  access: Access,
  host: HostClock,
): Promise<Response | undefined> {
  const secret = c.env.CONTROL_SECRET ?? ''
  if (secret === '') {
    const isHere = isLoopbackName(new URL(c.req.url).hostname)
    return isHere ? undefined : refuse(c, access, refusals.notOnLoopback)
  }
  if (secret.length < minSecretChars) return refuse(c, access, refusals.secretTooShort)
  const isLogIn = c.req.method === 'POST' && c.req.path === logInPath
  if (isLogIn && (await countAttempt(c))) return refuse(c, access, refusals.triedTooOften)
  const logIn = access === 'page' ? await serveLogIn(c, secret, host) : undefined
  if (logIn !== undefined) return logIn
  if (await hasBearer(c.req.raw, secret)) return undefined
  const hasWrongBearer = c.req.header('authorization') !== undefined
  if (hasWrongBearer && (await countAttempt(c))) return refuse(c, access, refusals.triedTooOften)
  if (access === 'page') {
    if (await isLoggedIn(c, secret, host)) return undefined
    if (isOfPerson(c)) return c.redirect(logInFor(c), 303)
  }
  return refuse(c, access, refusals.secretNeeded)
}

/**
 * The gate before every route. The sandbox answers under its own hosts only, refuses requests from
 * pages of another origin, and opens pages and the control API only with its secret, if one is set.
 * The gate runs before anything is read or written.
 *
 * @param host clock that measures how long a log-in lasts
 */
export function gate(host: HostClock): MiddlewareHandler<SandboxHono> {
  return async (c, next) => {
    const access = accessOf(c.req.path)
    const { raw } = c.req
    if (!isOwnHost(raw, c.env)) return refuse(c, access, refusals.otherHost)
    if (isFromElsewhere(raw, access, ownOrigins(raw, c.env))) {
      return refuse(c, access, refusals.otherOrigin)
    }
    if (isNoForm(raw, access)) return refuse(c, access, refusals.noForm)
    const refused = access === 'open' ? undefined : await askForSecret(c, access, host)
    if (refused !== undefined) return refused
    await next()
    return undefined
  }
}
