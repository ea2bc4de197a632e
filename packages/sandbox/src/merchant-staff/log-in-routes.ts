import { Hono, type Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { countAttempt, attemptPeriodSeconds } from '../gate/count-attempt.ts'
import { formFields } from '../page-frame/forms.ts'
import { isHttps } from '../page-frame/is-https.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { page } from '../page-frame/layout.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedStaff } from '../seed-data.ts'
import { merchantLogInPath, sessionCookieName, sessionToken } from './merchant-site.ts'
import { endSession, merchantSessionSeconds, startSession } from './sessions.ts'
import { listStaff } from './staff.ts'

type PageContext = Context<SandboxHono>

const logOutPath = '/merchant/log-out'

/** The page of the merchant site to open after the log-in; never one of another place. */
function nextPath(c: PageContext, text: string): string {
  const { origin } = new URL(c.req.url)
  const next = URL.parse(text, origin)
  const isOwn = next?.origin === origin && /^\/merchant(?:\/|$)/.test(next.pathname)
  return isOwn && next.pathname !== merchantLogInPath ? next.pathname + next.search : '/merchant'
}

async function showLogIn(
  c: PageContext,
  { next, isWrong }: { readonly next: string; readonly isWrong: boolean },
) {
  const speech = chooseLanguage(c)
  const { messages } = speech
  const known = await listStaff(c.var.sandbox.database)
  const offered = seedStaff.filter(({ userName }) =>
    known.some((staff) => staff.userName === userName && staff.status === 'active'),
  )
  const content = html`<form class="card" method="post" action="${merchantLogInPath}">
      <h1>${messages.merchantLogIn}</h1>
      <p class="soft">${messages.merchantLogInText}</p>
      ${isWrong ? html`<div class="notice bad" role="alert">${messages.wrongPassword}</div>` : ''}
      <input type="hidden" name="next" value="${next}" />
      <label for="user-name">${messages.userName}</label>
      <input
        id="user-name"
        type="text"
        name="userName"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        required
      />
      <label for="password">${messages.password}</label>
      <input
        id="password"
        type="password"
        name="password"
        autocomplete="current-password"
        required
      />
      <button class="main wide">${messages.logIn}</button>
    </form>
    <section class="card" aria-labelledby="accounts">
      <h2 id="accounts">${messages.useThisAccount}</h2>
      ${offered.map(
        ({ userName, password, fullName, merchantCode, role }) =>
          html`<form method="post" action="${merchantLogInPath}">
            <input type="hidden" name="next" value="${next}" />
            <input type="hidden" name="userName" value="${userName}" />
            <input type="hidden" name="password" value="${password}" />
            <button class="wide" data-account="${userName}">
              ${fullName}
              <span class="soft small">${merchantCode}, ${messages[`staffRole_${role}`]}</span>
            </button>
          </form>`,
      )}
    </section>`
  const path = `${merchantLogInPath}?next=${encodeURIComponent(next)}`
  const frame = { ...speech, title: messages.merchantLogIn, path, audience: 'tester' } as const
  return c.html(page({ ...frame, content }), isWrong ? 401 : 200)
}

async function logIn(c: PageContext) {
  if (await countAttempt(c)) {
    c.header('retry-after', String(attemptPeriodSeconds))
    return c.text(chooseLanguage(c).messages.triedTooOften, 429)
  }
  const { sandbox } = c.var
  const { userName = '', password = '', next = '' } = await formFields(c)
  const token = await startSession(sandbox, { userName, password })
  if (token === undefined) return showLogIn(c, { next: nextPath(c, next), isWrong: true })
  await endSession(sandbox.database, sessionToken(c))
  setCookie(c, sessionCookieName(c), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c),
    maxAge: merchantSessionSeconds,
  })
  return c.redirect(nextPath(c, next), 303)
}

async function logOut(c: PageContext) {
  await endSession(c.var.sandbox.database, sessionToken(c))
  deleteCookie(c, sessionCookieName(c), { path: '/', secure: isHttps(c) })
  return c.redirect(merchantLogInPath, 303)
}

/** `/merchant/log-in` and `/merchant/log-out`. */
export function merchantLogInRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get(merchantLogInPath, (c) =>
    showLogIn(c, { next: nextPath(c, c.req.query('next') ?? ''), isWrong: false }),
  )
  app.post(merchantLogInPath, logIn)
  app.post(logOutPath, logOut)
  return app
}
