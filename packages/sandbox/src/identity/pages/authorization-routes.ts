import { Hono, type Context } from 'hono'
import {
  afterSignIn,
  grantAuthorization,
  refuseAuthorization,
  type AuthorizationStep,
  rememberConsent,
} from '../authorization/continue-authorization.ts'
import {
  bindSession,
  findRequest,
  type AuthorizationRequest,
} from '../authorization/authorization-requests.ts'
import { firstStep, openAuthorization } from '../authorization/start-authorization.ts'
import { findClient, type IdentityClient } from '../clients/clients.ts'
import { readFormData } from '../../bodies/read-form-data.ts'
import { OAuthError } from '../oauth-error.ts'
import { identityServer, type IdentityServer } from '../identity-server.ts'
import {
  findSession,
  findSessionByCookie,
  startSession,
  type LoginSession,
} from '../login-sessions.ts'
import type { SandboxHono } from '../../sandbox-hono.ts'
import { signIn } from '../../wallets/sign-in.ts'
import { findWallet, listWallets } from '../../wallets/wallets.ts'
import { formFields } from '../../page-frame/forms.ts'
import { chooseLanguage } from '../../page-frame/language.ts'
import { consentPage, loginPage } from './authorization-pages.ts'
import { picturesOf } from './client-frame.ts'
import {
  browserCookie,
  readBrowserCookie,
  readSessionCookie,
  saveSessionCookie,
} from './identity-cookies.ts'
import { showError, showGone, showPage } from './show-page.ts'

type PageContext = Context<SandboxHono>

interface Waiting {
  readonly server: IdentityServer
  readonly request: AuthorizationRequest
  readonly client: IdentityClient
  /** Path of the page with its challenge. */
  readonly action: string
}

function pathOf(step: 'login' | 'consent', { challenge }: AuthorizationRequest): string {
  return `/identity/${step}?${step}_challenge=${encodeURIComponent(challenge)}`
}

function follow(
  c: PageContext,
  request: AuthorizationRequest,
  step: AuthorizationStep | undefined,
): Response | Promise<Response> {
  if (step === undefined) return showGone(c)
  const location = step.step === 'answer' ? step.location : pathOf(step.step, request)
  return c.redirect(location, c.req.method === 'POST' ? 303 : 302)
}

async function authorize(c: PageContext): Promise<Response> {
  const server = identityServer(c.var.sandbox)
  try {
    const query = new URL(c.req.url).searchParams
    const opened = await openAuthorization(server, query, browserCookie(c, server))
    if (opened.outcome === 'refused') return c.redirect(opened.location)
    const session = await findSessionByCookie(server, readSessionCookie(c))
    return await follow(c, opened.request, await firstStep(server, opened.request, session))
  } catch (error) {
    return showError(c, error)
  }
}

async function waitingAt(c: PageContext, step: 'login' | 'consent'): Promise<Waiting | undefined> {
  const server = identityServer(c.var.sandbox)
  const challenge = c.req.query(`${step}_challenge`) ?? ''
  const request = await findRequest(server, challenge, readBrowserCookie(c))
  const client = request && (await findClient(c.var.sandbox.database, request.clientId))
  if (request === undefined || client === undefined) return undefined
  return { server, request, client, action: pathOf(step, request) }
}

const problems = ['wrongPin', 'wallet_blocked'] as const

async function showLogin(c: PageContext, waiting: Waiting): Promise<Response> {
  const { client, action, request } = waiting
  const { messages } = chooseLanguage(c)
  const problem = problems.find((known) => known === c.req.query('problem'))
  const view = {
    client,
    action,
    loginHint: request.parameters.loginHint ?? '',
    wallets: await listWallets(c.var.sandbox.database),
    ...(problem !== undefined && { problem: messages[problem] }),
  }
  const needs = { formsLeadAway: true, pictures: picturesOf(client) }
  return showPage(c, loginPage(chooseLanguage(c), view), needs)
}

async function deny(c: PageContext, { server, request }: Waiting): Promise<Response> {
  const error = new OAuthError('access_denied', 'The customer has said no.')
  return follow(c, request, await refuseAuthorization(server, request, error))
}

async function takeLogin(c: PageContext): Promise<Response> {
  const waiting = await waitingAt(c, 'login')
  if (waiting === undefined) return showGone(c)
  const { server, request } = waiting
  const fields = await formFields(c)
  if (fields['step'] === 'deny') return deny(c, waiting)
  const [phone = '', pin = ''] = fields['customer']?.split(' ') ?? [fields['phone'], fields['pin']]
  const signed = await signIn(c.var.sandbox, { phone, pin })
  // An address, so that Back from the next page sends no form again.
  const again = (problem: (typeof problems)[number]) =>
    c.redirect(`${waiting.action}&problem=${problem}`, 303)
  if (signed.outcome === 'refused') return again('wrongPin')
  if (signed.wallet.status === 'blocked') return again('wallet_blocked')
  const before = await findSessionByCookie(server, readSessionCookie(c))
  const customer = { walletId: signed.wallet.id, remember: fields['remember'] === 'on' }
  const started = await startSession(server, customer, before)
  saveSessionCookie(c, server, started)
  const bound = await bindSession(server, request, started.session.sid)
  return follow(c, bound, await afterSignIn(server, bound, started.session))
}

async function sessionOf({ server, request }: Waiting): Promise<LoginSession | undefined> {
  const session =
    request.sid === null ? undefined : await findSession(server.sandbox.database, request.sid)
  return session?.endedAt === null ? session : undefined
}

async function showConsent(c: PageContext): Promise<Response> {
  const waiting = await waitingAt(c, 'consent')
  const session = waiting && (await sessionOf(waiting))
  if (waiting === undefined || session === undefined) return showGone(c)
  const { client, action, request } = waiting
  const wallet = await findWallet(c.var.sandbox.database, session.walletId)
  const { scopes } = request.parameters
  const view = { client, action, scopes, fullName: wallet?.fullName ?? session.walletId }
  const needs = { formsLeadAway: true, pictures: picturesOf(client) }
  return showPage(c, consentPage(chooseLanguage(c), view), needs)
}

async function takeConsent(c: PageContext): Promise<Response> {
  const waiting = await waitingAt(c, 'consent')
  const session = waiting && (await sessionOf(waiting))
  if (waiting === undefined || session === undefined) return showGone(c)
  const { server, request } = waiting
  const form = await readFormData(c.req.raw, c.var.sandbox.host)
  if (form.get('step') !== 'allow') return deny(c, waiting)
  const chosen = form.getAll('scope')
  const scopes = request.parameters.scopes.filter((scope) => chosen.includes(scope))
  const { clientId } = request
  if (form.get('remember') === 'on') {
    await rememberConsent(server, session.walletId, { clientId, scopes })
  }
  return follow(c, request, await grantAuthorization(server, request, { session, scopes }))
}

/** Routes of an authorization: sign in, consent, redirect to the client. */
export function authorizationRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/oauth2/auth', authorize)
  app.get('/identity/login', async (c) => {
    const waiting = await waitingAt(c, 'login')
    return waiting === undefined ? showGone(c) : showLogin(c, waiting)
  })
  app.post('/identity/login', takeLogin)
  app.get('/identity/consent', showConsent)
  app.post('/identity/consent', takeConsent)
  return app
}
