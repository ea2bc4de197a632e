import { html } from 'hono/html'
import { Hono, type Context } from 'hono'
import { formFields } from '../../page-frame/forms.ts'
import { type Speech, chooseLanguage } from '../../page-frame/language.ts'
import { resultIcon, page, type Markup } from '../../page-frame/layout.ts'
import type { SandboxHono } from '../../sandbox-hono.ts'
import { findWallet } from '../../wallets/wallets.ts'
import { identityServer, type IdentityServer } from '../identity-server.ts'
import { findSession, findSessionByCookie } from '../login-sessions.ts'
import { endLogin } from '../logout/end-login.ts'
import { closeLogout, findLogout, openLogout, readLogout } from '../logout/logout-requests.ts'
import {
  browserCookie,
  readBrowserCookie,
  readSessionCookie,
  saveSessionCookie,
} from './identity-cookies.ts'
import { identityErrorPage, showError, showGone, showPage } from './show-page.ts'

/** Asks the customer to confirm the logout, when the request has no valid hint of a client. */
function logoutPage(
  speech: Speech,
  view: { readonly action: string; readonly fullName: string },
): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.logoutTitle,
    path: view.action,
    audience: 'customer',
    content: html`<form class="card" method="post" action="${view.action}">
      <p class="soft small">${view.fullName}</p>
      <h1>${messages.logoutTitle}</h1>
      <p class="soft">${messages.logoutText}</p>
      <button class="main wide" name="step" value="sign-out">${messages.signOut}</button>
      <button class="wide" name="step" value="stay">${messages.staySignedIn}</button>
    </form>`,
  })
}

/** Page after the answer to a logout that does not return to a client. */
function logoutResultPage(speech: Speech, result: 'signed-in' | 'signed-out'): Markup {
  const { messages } = speech
  const title = result === 'signed-in' ? messages.stillSignedInTitle : messages.signedOutTitle
  return page({
    ...speech,
    title,
    path: `/identity/${result}`,
    audience: 'customer',
    content: html`<section class="card center" role="status">
      ${resultIcon('good')}
      <h1>${title}</h1>
      <p class="soft">${messages.signedOutText}</p>
    </section>`,
  })
}

/**
 * Opens the front-channel addresses in hidden frames and goes on when all have loaded. Without
 * scripts the page goes on after seven seconds.
 */
function frontChannelPage(
  speech: Speech,
  view: { readonly frames: readonly string[]; readonly location: string },
): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.signingOutTitle,
    path: '/identity/signed-out',
    audience: 'customer',
    content: html`<section class="card center" role="status" data-next="${view.location}">
        <h1>${messages.signingOutTitle}</h1>
        <p class="soft">${messages.signingOutText}</p>
        <a class="button main wide" href="${view.location}">${messages.goOn}</a>
      </section>
      <script src="/identity/front-channel.js"></script>
      <noscript><meta http-equiv="refresh" content="7;url=${view.location}" /></noscript>
      ${view.frames.map((url) => html`<iframe hidden title="" src="${url}"></iframe>`)}`,
  })
}

/**
 * Waits for the frames of {@link frontChannelPage}: all of them and half a second, or seven
 * seconds.
 */
const frontChannelScript = `
let loaded = 0
const goOn = () => location.replace(document.querySelector('[data-next]').dataset.next)
const check = () => {
  const isRead = document.readyState !== 'loading'
  if (isRead && loaded >= document.querySelectorAll('iframe').length) setTimeout(goOn, 500)
}
// Load events do not bubble, but they can be caught on their way down.
document.addEventListener('load', (event) => {
  if (event.target instanceof HTMLIFrameElement) { loaded += 1; check() }
}, true)
document.addEventListener('DOMContentLoaded', check)
setTimeout(goOn, 7000)
`

type PageContext = Context<SandboxHono>

const signedOut = '/identity/signed-out'

async function signOut(
  c: PageContext,
  server: IdentityServer,
  logout: { readonly sid: string; readonly location: string },
): Promise<Response> {
  const own = await findSessionByCookie(server, readSessionCookie(c))
  const session = await findSession(server.sandbox.database, logout.sid)
  const status = c.req.method === 'POST' ? 303 : 302
  // As Hydra does: the end of a session that was not remembered notifies no client.
  if (session === undefined || !session.isRemembered) return c.redirect(logout.location, status)
  const ended = await endLogin(server, logout.sid, 'both')
  if (own?.sid === logout.sid) saveSessionCookie(c, server, {})
  const frames = ended?.frames ?? []
  if (frames.length === 0) return c.redirect(logout.location, status)
  const view = { frames, location: logout.location }
  return showPage(c, frontChannelPage(chooseLanguage(c), view), { frames })
}

async function startLogout(c: PageContext): Promise<Response> {
  const server = identityServer(c.var.sandbox)
  try {
    const query = new URL(c.req.url).searchParams
    query.delete('lang')
    const { sid, location } = await readLogout(server, query, signedOut)
    if (sid !== undefined) return await signOut(c, server, { sid, location })
    const session = await findSessionByCookie(server, readSessionCookie(c))
    if (session === undefined) return c.redirect(location)
    const challenge = await openLogout(server, browserCookie(c, server), session.sid)
    return c.redirect(`/identity/logout?logout_challenge=${encodeURIComponent(challenge)}`)
  } catch (error) {
    return showError(c, error)
  }
}

async function waitingLogout(c: PageContext) {
  const server = identityServer(c.var.sandbox)
  const challenge = c.req.query('logout_challenge') ?? ''
  const sid = await findLogout(server, challenge, readBrowserCookie(c))
  return sid === undefined ? undefined : { server, sid, challenge }
}

async function askToLogOut(c: PageContext): Promise<Response> {
  const waiting = await waitingLogout(c)
  if (waiting === undefined) return showGone(c)
  const { database } = c.var.sandbox
  const session = await findSession(database, waiting.sid)
  const wallet = session && (await findWallet(database, session.walletId))
  const action = `/identity/logout?logout_challenge=${encodeURIComponent(waiting.challenge)}`
  const view = { action, fullName: wallet?.fullName ?? '' }
  return showPage(c, logoutPage(chooseLanguage(c), view))
}

async function takeLogout(c: PageContext): Promise<Response> {
  const waiting = await waitingLogout(c)
  if (waiting === undefined) return showGone(c)
  const { server, sid, challenge } = waiting
  const { step } = await formFields(c)
  await closeLogout(server, challenge)
  if (step !== 'sign-out') return c.redirect('/identity/signed-in', 303)
  return signOut(c, server, { sid, location: signedOut })
}

function showStoredError(c: PageContext): Promise<Response> {
  const { pathname, search, searchParams } = new URL(c.req.url)
  searchParams.delete('lang')
  const view = {
    error: searchParams.get('error') ?? '',
    error_description: searchParams.get('error_description') ?? '',
    error_hint: searchParams.get('error_hint') ?? '',
    path: search === '' ? pathname : `${pathname}?${searchParams.toString()}`,
  }
  return showPage(c, identityErrorPage(chooseLanguage(c), view), { status: 400 })
}

/** Routes of a logout: confirm, notify the clients, redirect back; and the error page. */
export function logoutRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/oauth2/sessions/logout', startLogout)
  app.get('/identity/logout', askToLogOut)
  app.post('/identity/logout', takeLogout)
  app.get('/identity/error', showStoredError)
  app.get(signedOut, (c) => showPage(c, logoutResultPage(chooseLanguage(c), 'signed-out')))
  app.get('/identity/signed-in', (c) =>
    showPage(c, logoutResultPage(chooseLanguage(c), 'signed-in')),
  )
  app.get('/identity/front-channel.js', (c) =>
    c.text(frontChannelScript, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  return app
}
