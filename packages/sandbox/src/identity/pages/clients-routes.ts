import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { newClient } from '../clients/client-registration.ts'
import { createClient, listClients, removeClient } from '../clients/clients.ts'
import type { SandboxHono } from '../../sandbox-hono.ts'
import { seedMerchant } from '../../seed-data.ts'
import { formFields, problemOf } from '../../page-frame/forms.ts'
import { chooseLanguage } from '../../page-frame/language.ts'
import { signOnClientsPage, type SignOnClientsView } from './clients-page.ts'

type PageContext = Context<SandboxHono>

const path = '/merchant/sign-on'

async function show(c: PageContext, extra: Omit<SignOnClientsView, 'clients'> = {}) {
  const all = await listClients(c.var.sandbox.database)
  const clients = all.filter(({ merchantCode }) => merchantCode === seedMerchant.code)
  const status = extra.problem === undefined ? 200 : 400
  return c.html(signOnClientsPage(chooseLanguage(c), { clients, ...extra }), status)
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Fields of a form that were filled in; empty ones take their defaults. */
async function inputOf(c: PageContext): Promise<Record<string, unknown>> {
  const form = await c.req.formData()
  const input: Record<string, unknown> = { scopes: form.getAll('scopes') }
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value.trim() === '' || name === 'scopes') continue
    const isList = ['redirectUris', 'postLogoutRedirectUris', 'contacts'].includes(name)
    const isJson = ['metadata', 'jwks'].includes(name)
    if (isList) input[name] = linesOf(value)
    else input[name] = isJson ? JSON.parse(value) : value.trim()
  }
  return input
}

async function register(c: PageContext) {
  const { database, clock } = c.var.sandbox
  const input = await inputOf(c).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  })
  if (input === undefined) return show(c, { problem: 'JSON' })
  const parsed = v.safeParse(newClient, input)
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  const created = await createClient(database, clock.nowSeconds(), parsed.output)
  if (created === undefined) return show(c, { problem: parsed.output.clientId ?? '' })
  const { client, clientSecret } = created
  const { clientId } = client
  return show(c, { created: { clientId, ...(clientSecret !== undefined && { clientSecret }) } })
}

/** The sign-on clients of the merchant site. */
export function signOnClientRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get(path, (c) => show(c))
  app.post(path, register)
  app.post(`${path}/remove`, async (c) => {
    const { clientId = '' } = await formFields(c)
    await removeClient(c.var.sandbox.database, clientId)
    return c.redirect(path, 303)
  })
  return app
}
