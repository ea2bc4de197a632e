import { createKeyRing } from '@merchant-edge/oidc/session'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { ConsoleContext } from '../layout/console-hono.ts'

/** Draft cookies are sealed for this purpose, so no other sealed text can be used as a draft. */
const purpose = 'draft of a form'
const cookieName = 'draft'
/** How long a sign-in may take, the same as in `@merchant-edge/oidc`. */
const keptSeconds = 1_800
/** Browsers keep cookies of 4,096 bytes, with name and attributes. */
const maxCookieChars = 3_800

const shape = v.object({
  path: v.string(),
  at: v.number(),
  fields: v.array(v.tuple([v.string(), v.string()])),
})

function keyRingOf({ env }: ConsoleContext) {
  const { SESSION_SECRET: present, SESSION_SECRET_PREVIOUS: previous } = env
  const secrets = previous === undefined ? [present] : [present, previous]
  return createKeyRing(secrets.map((secret) => ({ id: '1', secret })))
}

/** The rule of the session cookie: `Secure` and `__Host-`, but for plain http on this machine. */
function protectionOf({ env }: ConsoleContext): {
  readonly prefix?: 'host'
  readonly secure?: true
} {
  return env.CONSOLE_URL.startsWith('https:') ? { prefix: 'host', secure: true } : {}
}

function setDraft(c: ConsoleContext, value: string, maxAge: number): void {
  setCookie(c, cookieName, value, {
    ...protectionOf(c),
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
  })
}

/**
 * Stores the form of a request, sealed, in a cookie of the browser, so that it is restored after
 * the sign-in. A form that is too long for a cookie is not stored.
 */
export async function keepDraft(c: ConsoleContext): Promise<void> {
  const draft = { path: c.req.path, at: c.var.now, fields: [...c.var.form] }
  const sealed = await keyRingOf(c).seal(JSON.stringify(draft), purpose)
  if (sealed.length <= maxCookieChars) setDraft(c, sealed, keptSeconds)
}

/**
 * Takes the form that was sent to this address when the session ended, once. A draft of another
 * operator is discarded.
 *
 * @returns `undefined` when there is none
 */
export async function takeDraft(
  c: ConsoleContext,
): Promise<ReadonlyMap<string, string> | undefined> {
  const cookie = getCookie(c, cookieName, protectionOf(c).prefix)
  if (cookie === undefined) return undefined
  const text = await keyRingOf(c).open(cookie, purpose)
  const parsed = text === undefined ? undefined : v.safeParse(shape, JSON.parse(text))
  if (parsed?.success === true && parsed.output.path !== c.req.path) return undefined
  setDraft(c, '', 0)
  if (parsed?.success !== true || parsed.output.at + keptSeconds < c.var.now) return undefined
  const fields = new Map(parsed.output.fields)
  return fields.get('by') === c.var.operator.name ? fields : undefined
}
