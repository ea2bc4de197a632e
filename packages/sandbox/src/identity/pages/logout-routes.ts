import { Hono, type Context } from 'hono'
import { endLogin } from '../logout/end-login.ts'
import { closeLogout, findLogout, openLogout } from '../logout/logout-requests.ts'
import { readLogout } from '../logout/read-logout.ts'
import { identityServer, type IdentityServer } from '../identity-server.ts'
import { findSession, findSessionByCookie } from '../sessions/login-sessions.ts'
import type { SandboxHono } from '../../sandbox-hono.ts'
import { findWallet } from '../../wallets/wallets.ts'
import { formFields } from '../../page-frame/forms.ts'
import { chooseLanguage } from '../../page-frame/language.ts'
import { identityErrorPage } from './identity-error-page.ts'
import {
  browserCookie,
  readBrowserCookie,
  readSessionCookie,
  saveSessionCookie,
} from './identity-cookies.ts'
import { frontChannelPage, frontChannelScript, loggedOutPage, logoutPage } from './logout-pages.ts'
import { goTo, showError, showGone, showPage } from './show-page.ts'

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
  // As the server that is played: nobody is told of the end of a session that was not remembered.
  if (session === undefined || !session.isRemembered) return goTo(c, logout.location, status)
  const ended = await endLogin(server, logout.sid, 'both')
  if (own?.sid === logout.sid) saveSessionCookie(c, server, {})
  const frames = ended?.frames ?? []
  if (frames.length === 0) return goTo(c, logout.location, status)
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
    if (session === undefined) return goTo(c, location)
    const challenge = await openLogout(server, browserCookie(c, server), session.sid)
    return goTo(c, `/identity/logout?logout_challenge=${encodeURIComponent(challenge)}`)
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
  if (step !== 'sign-out') return goTo(c, '/identity/signed-in', 303)
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

/** The way of a customer out: confirm, tell the clients, back. Errors have their page here too. */
export function logoutRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/oauth2/sessions/logout', startLogout)
  app.get('/identity/logout', askToLogOut)
  app.post('/identity/logout', takeLogout)
  app.get('/identity/error', showStoredError)
  app.get(signedOut, (c) => showPage(c, loggedOutPage(chooseLanguage(c), false)))
  app.get('/identity/signed-in', (c) => showPage(c, loggedOutPage(chooseLanguage(c), true)))
  app.get('/identity/front-channel.js', (c) =>
    c.text(frontChannelScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  return app
}
