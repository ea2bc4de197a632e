import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { forgetConsents } from '../authorization/continue-authorization.ts'
import { listClients } from '../clients/clients.ts'
import { conformanceModules } from '../faults/conformance-modules.ts'
import {
  addIdentityFault,
  clearIdentityFaults,
  listIdentityFaults,
  newIdentityFault,
} from '../faults/fault-switches.ts'
import { listKeys, rotateKeys } from '../signing-keys.ts'
import { endLogin } from '../logout/end-login.ts'
import { listNotifications } from '../logout/back-channel.ts'
import { identityServer } from '../identity-server.ts'
import { listSessions } from '../login-sessions.ts'
import type { SandboxHono } from '../../sandbox-hono.ts'
import { listWallets } from '../../wallets/wallets.ts'
import { formFields, problemOf } from '../../page-frame/forms.ts'
import { chooseLanguage } from '../../page-frame/language.ts'
import { signOnPage } from './sign-on-page.ts'

type PageContext = Context<SandboxHono>

const path = '/sign-on'

async function show(c: PageContext) {
  const { database } = c.var.sandbox
  const server = identityServer(c.var.sandbox)
  const [sessions, wallets, notifications, keys, faults, clients] = await Promise.all([
    listSessions(database),
    listWallets(database),
    listNotifications(database),
    listKeys(database),
    listIdentityFaults(database),
    listClients(database),
  ])
  const view = {
    issuer: server.issuer,
    discoveryUrl: server.urlOf('/.well-known/openid-configuration'),
    profile: server.rules.profile,
    sessions,
    names: new Map(wallets.map(({ id, fullName }) => [id, fullName])),
    notifications,
    keys,
    modules: conformanceModules,
    faults,
    clients,
  }
  return c.html(signOnPage(chooseLanguage(c), view))
}

async function setFault(c: PageContext) {
  const { name, clientId, times = '' } = await formFields(c)
  const parsed = v.safeParse(newIdentityFault, {
    name,
    clientId,
    times: times === '' ? null : Number(times),
  })
  if (!parsed.success) return c.text(problemOf(parsed.issues), 400)
  await addIdentityFault(c.var.sandbox.database, parsed.output)
  return c.redirect(path, 303)
}

/** The page about the identity server, for the person who tests. */
export function signOnRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get(path, show)
  app.post(`${path}/faults`, setFault)
  app.post(`${path}/faults/clear`, async (c) => {
    const { id = '' } = await formFields(c)
    await clearIdentityFaults(c.var.sandbox.database, Number(id))
    return c.redirect(path, 303)
  })
  app.post(`${path}/sessions/end`, async (c) => {
    const { sid = '' } = await formFields(c)
    await endLogin(identityServer(c.var.sandbox), sid, 'back')
    return c.redirect(path, 303)
  })
  app.post(`${path}/consents/forget`, async (c) => {
    await forgetConsents(identityServer(c.var.sandbox))
    return c.redirect(path, 303)
  })
  app.post(`${path}/keys`, async (c) => {
    const { old } = await formFields(c)
    await rotateKeys(c.var.sandbox, old === 'withdrawn' ? 'withdrawn' : 'published')
    return c.redirect(path, 303)
  })
  return app
}
