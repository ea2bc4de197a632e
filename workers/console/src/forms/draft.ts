import { createKeyRing } from '@merchant-edge/oidc/session'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { ConsoleContext } from '../layout/console-hono.ts'

/** Draft cookies are bound to this purpose: no other sealed text opens as one. */
const purpose = 'draft of a form'
const cookieName = 'draft'
/** How long a sign-in may take, as `@merchant-edge/oidc` has it. */
const keptSeconds = 1_800
/** Browsers keep cookies of 4,096 bytes, with name and attributes. */
const longestCookie = 3_800

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
 * Keeps the form of a request, sealed, in the browser that has sent it: it is there again after the sign-in. A form that
 * is too long for a cookie is not kept.
 */
export async function keepDraft(c: ConsoleContext): Promise<void> {
  const draft = { path: c.req.path, at: c.var.now, fields: [...c.var.form] }
  const sealed = await keyRingOf(c).seal(JSON.stringify(draft), purpose)
  if (sealed.length <= longestCookie) setDraft(c, sealed, keptSeconds)
}

/**
 * The form that was being sent to this address when the session ended, once. A draft of somebody else is thrown away.
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
