import { html } from 'hono/html'
import { Hono } from 'hono'
import * as v from 'valibot'
import { readFormData } from '../../bodies/read-form-data.ts'
import type { Messages } from '../../messages/english.ts'
import { formFields, problemOf } from '../../page-frame/forms.ts'
import type { Speech } from '../../page-frame/language.ts'
import { type Markup, page } from '../../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../../page-frame/merchant-sections.ts'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../../merchant-staff/merchant-site.ts'
import { newClient } from '../clients/client-registration.ts'
import {
  type ClientView,
  createClient,
  findClient,
  listClients,
  removeClient,
} from '../clients/clients.ts'
import { identityScopes } from '../scopes.ts'

type TextName = keyof Messages

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const

const lines = [
  ['redirectUris', 'redirectUrisLabel', true],
  ['postLogoutRedirectUris', 'postLogoutLabel', false],
] as const satisfies readonly (readonly [string, TextName, boolean])[]

const addresses = [
  ['backchannelLogoutUri', 'backchannelLabel'],
  ['frontchannelLogoutUri', 'frontchannelLabel'],
  ['logoUri', 'logoLabel'],
  ['clientUri', 'clientSite'],
  ['policyUri', 'clientPolicy'],
  ['tosUri', 'clientTerms'],
] as const satisfies readonly (readonly [string, TextName])[]

interface Field {
  readonly name: string
  readonly label: TextName
  readonly needed?: boolean
}

function textArea({ messages }: Speech, { name, label, needed = false }: Field): Markup {
  return html`<label for="client-${name}">${messages[label]}</label>
    <textarea
      id="client-${name}"
      name="${name}"
      spellcheck="false"
      ${needed ? 'required' : ''}
    ></textarea>`
}

function textInput({ messages }: Speech, { name, label }: Field): Markup {
  return html`<label for="client-${name}">${messages[label]}</label>
    <input id="client-${name}" type="text" name="${name}" maxlength="32768" />`
}

/** The form that registers a sign-on client. @see Specification 2.16 */
function signOnForm(speech: Speech): Markup {
  const { messages } = speech
  return html`<form method="post" action="/merchant/sign-on" data-send-once>
    ${textInput(speech, { name: 'clientName', label: 'clientNameLabel' })}
    ${textInput(speech, { name: 'clientId', label: 'clientId' })}
    <label for="client-method">${messages.clientMethod}</label>
    <select id="client-method" name="tokenEndpointAuthMethod">
      ${methods.map((method) => html`<option>${method}</option>`)}
    </select>
    ${lines.map(([name, label, needed]) => textArea(speech, { name, label, needed }))}
    ${addresses.map(([name, label]) => textInput(speech, { name, label }))}
    <fieldset class="choices">
      <legend>scope</legend>
      ${identityScopes.map(
        (scope) =>
          html`<label class="choice">
            <input type="checkbox" name="scopes" value="${scope}" checked /> <code>${scope}</code>
          </label>`,
      )}
    </fieldset>
    ${textInput(speech, { name: 'owner', label: 'ownerLabel' })}
    ${textArea(speech, { name: 'contacts', label: 'contactsLabel' })}
    ${textArea(speech, { name: 'metadata', label: 'metadataLabel' })}
    ${textArea(speech, { name: 'jwks', label: 'jwksLabel' })}
    <button class="main wide">${messages.create}</button>
  </form>`
}

/** Everything that the page about sign-on clients shows. */
export interface SignOnClientsView {
  readonly clients: readonly ClientView[]
  /** The client just registered. */
  readonly created?: { readonly clientId: string; readonly clientSecret?: string }
  /** Message about an error in the last form. */
  readonly problem?: string
}

/** What the white-label login screens need. @see Specification 2.16 */
function brandingOf(client: ClientView) {
  return [
    ['client_name', client.clientName],
    ['logo_uri', client.logoUri],
    ['client_uri', client.clientUri],
    ['policy_uri', client.policyUri],
    ['tos_uri', client.tosUri],
  ] as const
}

function clientCard({ messages }: Speech, client: ClientView): Markup {
  const facts = [
    ['token_endpoint_auth_method', client.tokenEndpointAuthMethod],
    ['redirect_uris', client.redirectUris.join('\n')],
    ['post_logout_redirect_uri', client.postLogoutRedirectUris.join('\n')],
    ['backchannel_logout_uri', client.backchannelLogoutUri ?? ''],
    ['frontchannel_logout_uri', client.frontchannelLogoutUri ?? ''],
    ['scope', client.scopes.join(' ')],
    ['owner', client.owner],
    ['contacts', client.contacts.join('\n')],
    ['client_uri', client.clientUri ?? ''],
    ['policy_uri', client.policyUri ?? ''],
    ['tos_uri', client.tosUri ?? ''],
    ['logo_uri', client.logoUri ?? ''],
    ['metadata', Object.keys(client.metadata).length === 0 ? '' : JSON.stringify(client.metadata)],
  ] as const
  const given = facts.filter(([, value]) => value !== '')
  const missing = brandingOf(client).filter(([, value]) => value === null || value === '')
  return html`<details class="card">
    <summary><code>${client.clientId}</code> ${client.clientName}</summary>
    ${
      missing.length === 0
        ? ''
        : html`<p class="notice">
            ${messages.brandingMissing} ${missing.map(([name]) => html`<code>${name}</code> `)}
          </p>`
    }
    ${given.map(
      ([name, value]) =>
        html`<h3>${name}</h3>
          <pre>${value}</pre>`,
    )}
    <form method="post" action="/merchant/sign-on/remove">
      <input type="hidden" name="clientId" value="${client.clientId}" />
      <button class="small danger">${messages.removeClient}</button>
    </form>
  </details>`
}

function notices({ messages }: Speech, { created, problem }: SignOnClientsView): Markup {
  if (problem !== undefined) {
    return html`<div class="notice bad" role="alert">${messages.invalidInput} ${problem}</div>`
  }
  if (created === undefined) return html``
  return html`<div class="notice good" role="status">
      ${messages.clientRegistered} <code>${created.clientId}</code>
      ${created.clientSecret === undefined ? '' : messages.clientSecretOnce}
    </div>
    ${created.clientSecret === undefined ? '' : html`<pre>${created.clientSecret}</pre>`}`
}

/** The sign-on part of the merchant site: clients, and a form that registers one. */
function signOnClientsPage(speech: MerchantSpeech, view: SignOnClientsView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.signOnClients,
    path: '/merchant/sign-on',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/sign-on')}
      <h1>${messages.signOnClients}</h1>
      <p class="soft sentence">${messages.signOnClientsAbout}.</p>
      <p class="soft"><a href="/sign-on">${messages.signOn}</a>: ${messages.signOnAbout}.</p>
      ${notices(speech, view)} ${view.clients.map((client) => clientCard(speech, client))}
      <details class="card" ${view.problem === undefined ? '' : 'open'}>
        <summary>${messages.newClient}</summary>
        ${signOnForm(speech)}
      </details>`,
  })
}

const path = '/merchant/sign-on'

async function show(c: MerchantContext, extra: Omit<SignOnClientsView, 'clients'> = {}) {
  const all = await listClients(c.var.sandbox.database)
  const clients = all.filter(({ merchantCode }) => merchantCode === c.var.staff.merchantCode)
  const status = extra.problem === undefined ? 200 : 400
  return c.html(signOnClientsPage(merchantSpeech(c), { clients, ...extra }), status)
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Fields of a form that were filled in; empty ones take their defaults. */
async function inputOf(c: MerchantContext): Promise<Record<string, unknown>> {
  const form = await readFormData(c.req.raw, c.var.sandbox.host)
  const input = new Map<string, unknown>([['scopes', form.getAll('scopes')]])
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value.trim() === '' || name === 'scopes') continue
    const isList = ['redirectUris', 'postLogoutRedirectUris', 'contacts'].includes(name)
    const isJson = ['metadata', 'jwks'].includes(name)
    if (isList) input.set(name, linesOf(value))
    else input.set(name, isJson ? JSON.parse(value) : value.trim())
  }
  return Object.fromEntries(input)
}

async function register(c: MerchantContext) {
  const { database, clock } = c.var.sandbox
  const input = await inputOf(c).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  })
  if (input === undefined) return show(c, { problem: 'JSON' })
  const { merchantCode } = c.var.staff
  const parsed = v.safeParse(newClient, { ...input, merchantCode })
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  const created = await createClient(database, clock.nowSeconds(), parsed.output)
  if (created === undefined) return show(c, { problem: parsed.output.clientId ?? '' })
  const { client, clientSecret } = created
  const { clientId } = client
  return show(c, { created: { clientId, ...(clientSecret !== undefined && { clientSecret }) } })
}

/** The sign-on clients of the merchant site. */
export function signOnClientRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(path, register)
  app.post(`${path}/remove`, async (c) => {
    const { clientId = '' } = await formFields(c)
    const { sandbox, staff } = c.var
    const client = await findClient(sandbox.database, clientId)
    if (client?.merchantCode !== staff.merchantCode) return show(c, { problem: clientId })
    await removeClient(sandbox.database, sandbox.clock.nowSeconds(), clientId)
    return c.redirect(path, 303)
  })
  return app
}
