import { Hono } from 'hono'
import * as v from 'valibot'
import { forgetConsents } from './authorization/continue-authorization.ts'
import { signInByScript } from './authorization/scripted-sign-in.ts'
import { newClient } from './clients/client-registration.ts'
import { createClient, findClient, listClients, removeClient, viewOf } from './clients/clients.ts'
import { conformanceModules } from './faults/conformance-modules.ts'
import {
  addIdentityFault,
  clearIdentityFaults,
  listIdentityFaults,
  newIdentityFault,
} from './faults/fault-switches.ts'
import { listKeys, rotateKeys } from './signing-keys.ts'
import { endLogin } from './logout/end-login.ts'
import { listNotifications } from './logout/back-channel.ts'
import { OAuthError } from './oauth-error.ts'
import { changeProfile, customerProfileChange, findProfile } from './customer-profile.ts'
import { identityServer } from './identity-server.ts'
import { listSessions } from './login-sessions.ts'
import { listGrants, revokeGrant, findGrant } from './tokens/grants.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedWallets } from '../seed-data.ts'
import { ControlError, foundOr404, notFound } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

const scriptedSignIn = v.strictObject({
  /** Address of the authorization request, with its query. */
  url: v.pipe(v.string(), v.url('must be an address')),
  walletId: v.optional(v.string(), seedWallets[0]?.id ?? ''),
  /** Scopes to grant; all requested scopes when left out. */
  scopes: v.optional(v.array(v.string())),
})

const rotation = v.strictObject({
  /** Whether the previous keys are removed from the key set. */
  withdrawOld: v.optional(v.boolean(), false),
})

function taken(clientId: string): ControlError {
  return new ControlError(409, 'code_taken', {
    message: `There is a client ${clientId} already.`,
    remedy: 'Choose another client id.',
  })
}

function refused(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error
  throw new ControlError(400, error.code, { message: error.message, remedy: error.hint })
}

/** Clients of the identity server and profiles of customers. */
const registrationRoutes = new Hono<SandboxHono>()
  .get('/identity/clients', async (c) => c.json(await listClients(c.var.sandbox.database)))
  .post('/identity/clients', async (c) => {
    const { database, clock } = c.var.sandbox
    const input = await readBody(c, newClient)
    const created = await createClient(database, clock.nowSeconds(), input)
    if (created === undefined) throw taken(input.clientId ?? '')
    return c.json(created, 201)
  })
  .get('/identity/clients/:clientId', async (c) => {
    const id = c.req.param('clientId')
    return c.json(viewOf(foundOr404(await findClient(c.var.sandbox.database, id), 'client', id)))
  })
  .delete('/identity/clients/:clientId', async (c) => {
    const id = c.req.param('clientId')
    const { database, clock } = c.var.sandbox
    const removed = await removeClient(database, clock.nowSeconds(), id)
    return c.json(foundOr404(removed, 'client', id))
  })
  .get('/wallets/:walletId/profile', async (c) => {
    const id = c.req.param('walletId')
    return c.json(
      foundOr404(await findProfile(c.var.sandbox.database, id), 'profile of wallet', id),
    )
  })
  .patch('/wallets/:walletId/profile', async (c) => {
    const id = c.req.param('walletId')
    const change = await readBody(c, customerProfileChange)
    const changed = await changeProfile(c.var.sandbox.database, id, change)
    return c.json(foundOr404(changed, 'profile of wallet', id))
  })

/** Sign-ins, logouts and their notifications, grants. */
const sessionRoutes = new Hono<SandboxHono>()
  .post('/identity/sign-ins', async (c) => {
    const input = await readBody(c, scriptedSignIn)
    const server = identityServer(c.var.sandbox)
    const outcome = await signInByScript(server, input).catch(refused)
    if (outcome.outcome === 'wallet_not_found') throw notFound('wallet', input.walletId)
    return c.json(outcome, 201)
  })
  .get('/identity/sessions', async (c) => c.json(await listSessions(c.var.sandbox.database)))
  .delete('/identity/sessions/:sid', async (c) => {
    const sid = c.req.param('sid')
    const ended = await endLogin(identityServer(c.var.sandbox), sid, 'back')
    return c.json(foundOr404(ended, 'live session', sid).session)
  })
  .get('/identity/notifications', async (c) =>
    c.json(await listNotifications(c.var.sandbox.database)),
  )
  .get('/identity/grants', async (c) => c.json(await listGrants(c.var.sandbox.database)))
  .delete('/identity/grants/:grantId', async (c) => {
    const id = c.req.param('grantId')
    const { database } = c.var.sandbox
    foundOr404(await findGrant(database, id), 'grant', id)
    await revokeGrant(identityServer(c.var.sandbox), id)
    return c.json(foundOr404(await findGrant(database, id), 'grant', id))
  })
  .delete('/identity/consents', async (c) => {
    await forgetConsents(identityServer(c.var.sandbox))
    return c.body(null, 204)
  })

/** Everything about the identity server: clients, sign-ins, logouts, keys, fault switches. */
export const identityRoutes = new Hono<SandboxHono>()
  .route('/', registrationRoutes)
  .route('/', sessionRoutes)
  .get('/identity/keys', async (c) => c.json(await listKeys(c.var.sandbox.database)))
  .post('/identity/keys', async (c) => {
    const { withdrawOld } = await readBody(c, rotation)
    return c.json(await rotateKeys(c.var.sandbox, withdrawOld ? 'withdrawn' : 'published'), 201)
  })
  .get('/identity/modules', (c) => c.json(conformanceModules))
  .get('/identity/faults', async (c) => c.json(await listIdentityFaults(c.var.sandbox.database)))
  .post('/identity/faults', async (c) => {
    const { database } = c.var.sandbox
    await addIdentityFault(database, await readBody(c, newIdentityFault))
    return c.json(await listIdentityFaults(database), 201)
  })
  .delete('/identity/faults', async (c) => {
    await clearIdentityFaults(c.var.sandbox.database)
    return c.body(null, 204)
  })
