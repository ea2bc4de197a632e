import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { readFormData } from '../bodies/read-form-data.ts'
import type { HostClock } from '../clock/host-clock.ts'
import { isHttps } from '../page-frame/is-https.ts'
import { chooseLanguage, detectLanguage } from '../page-frame/language.ts'
import { page } from '../page-frame/layout.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { pageAfterLogIn } from './page-after-log-in.ts'
import { isSame, isSession, sessionSeconds, sessionValue } from './secret.ts'

type PageContext = Context<SandboxHono>

/** Path of the page where a person enters the secret. */
export const logInPath = '/log-in'
/** Path where a person logs out. */
export const logOutPath = '/log-out'

// The prefix binds the cookie to this host, and works over https only.
function cookieName(c: PageContext): string {
  return isHttps(c) ? '__Host-sandbox-session' : 'sandbox-session'
}

function cookieOptions(c: PageContext) {
  // Lax, because customers come from the shop's site to their payment page.
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps(c) } as const
}

/** Whether the browser of a request is logged in. */
export function isLoggedIn(c: PageContext, secret: string, host: HostClock): Promise<boolean> {
  const value = getCookie(c, cookieName(c)) ?? ''
  return isSession(value, secret, Math.floor(host.nowMs() / 1000))
}

/** The path to open after the log-in; always on this origin. */
function nextPath(c: PageContext, text: string): string {
  const { origin } = new URL(c.req.url)
  const next = URL.parse(text, origin)
  // Two slashes at the beginning would name another host.
  const isOwn = next?.origin === origin && !next.pathname.startsWith('//')
  return isOwn ? next.pathname + next.search : '/'
}

/** Address of the log-in page that returns to the requested page, or to the page of a form. */
export function logInFor(c: PageContext): string {
  return `${logInPath}?next=${encodeURIComponent(pageAfterLogIn(c) ?? '/')}`
}

async function showLogIn(
  c: PageContext,
  { next, isWrong }: { readonly next: string; readonly isWrong: boolean },
) {
  await detectLanguage(c, async () => {})
  const speech = chooseLanguage(c)
  const { messages } = speech
  const content = html`<form class="card" method="post" action="${logInPath}">
    <h1>${messages.logInTitle}</h1>
    <p class="soft">${messages.logInText}</p>
    ${isWrong ? html`<div class="notice bad" role="alert">${messages.wrongSecret}</div>` : ''}
    <input type="hidden" name="next" value="${next}" />
    <label for="secret">${messages.secret}</label>
    <input
      id="secret"
      type="password"
      name="secret"
      autocomplete="current-password"
      required
      autofocus
    />
    <button class="main wide">${messages.logIn}</button>
  </form>`
  const path = `${logInPath}?next=${encodeURIComponent(next)}`
  const frame = { ...speech, title: messages.logInTitle, path, audience: 'customer' } as const
  return c.html(page({ ...frame, content }), isWrong ? 401 : 200)
}

async function takeLogIn(c: PageContext, secret: string, host: HostClock) {
  const form = await readFormData(c.req.raw, host)
  const given = form.get('secret')
  const asked = form.get('next')
  const next = nextPath(c, typeof asked === 'string' ? asked : '/')
  if (typeof given !== 'string' || !(await isSame(given, secret))) {
    return showLogIn(c, { next, isWrong: true })
  }
  const value = await sessionValue(secret, Math.floor(host.nowMs() / 1000))
  setCookie(c, cookieName(c), value, { ...cookieOptions(c), maxAge: sessionSeconds })
  return c.redirect(next, 303)
}

/** Serves the log-in paths; `undefined` for any other path or method. */
export async function serveLogIn(
  c: PageContext,
  secret: string,
  host: HostClock,
): Promise<Response | undefined> {
  const { method, path } = c.req
  if (path === logOutPath && method === 'POST') {
    deleteCookie(c, cookieName(c), cookieOptions(c))
    return c.redirect(logInPath, 303)
  }
  if (path !== logInPath) return undefined
  if (method === 'GET') {
    const next = nextPath(c, c.req.query('next') ?? '/')
    return showLogIn(c, { next, isWrong: false })
  }
  return method === 'POST' ? takeLogIn(c, secret, host) : undefined
}
