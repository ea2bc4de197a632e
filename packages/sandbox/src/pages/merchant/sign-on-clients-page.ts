import { html } from 'hono/html'
import type { ClientView } from '../../identity/clients/clients.ts'
import type { Speech } from '../language.ts'
import { page, type Markup } from '../layout.ts'
import { merchantSections } from './merchant-sections.ts'
import { signOnForm } from './sign-on-form.ts'

/** Everything that the page about sign-on clients shows. */
export interface SignOnClientsView {
  readonly clients: readonly ClientView[]
  /** A client that was registered a moment ago. */
  readonly created?: { readonly clientId: string; readonly clientSecret?: string }
  /** What was wrong with the last input. */
  readonly problem?: string
}

function clientCard({ texts }: Speech, client: ClientView): Markup {
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
  return html`<details class="card">
    <summary><code>${client.clientId}</code> ${client.clientName}</summary>
    ${given.map(
      ([name, value]) =>
        html`<h3>${name}</h3>
          <pre>${value}</pre>`,
    )}
    <form method="post" action="/merchant/sign-on/remove">
      <input type="hidden" name="clientId" value="${client.clientId}" />
      <button class="small danger">${texts.removeClient}</button>
    </form>
  </details>`
}

function notices({ texts }: Speech, { created, problem }: SignOnClientsView): Markup {
  if (problem !== undefined) {
    return html`<div class="notice bad" role="alert">${texts.invalidInput} ${problem}</div>`
  }
  if (created === undefined) return html``
  return html`<div class="notice good" role="status">
      ${texts.clientRegistered} <code>${created.clientId}</code>
      ${created.clientSecret === undefined ? '' : texts.clientSecretOnce}
    </div>
    ${created.clientSecret === undefined ? '' : html`<pre>${created.clientSecret}</pre>`}`
}

/** The sign-on part of the merchant site: clients, and a form that registers one. */
export function signOnClientsPage(speech: Speech, view: SignOnClientsView): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.signOnClients,
    path: '/merchant/sign-on',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/sign-on')}
      <h1>${texts.signOnClients}</h1>
      <p class="soft">
        ${texts.signOnClientsAbout}. <a href="/sign-on">${texts.signOn}</a>: ${texts.signOnAbout}
      </p>
      ${notices(speech, view)} ${view.clients.map((client) => clientCard(speech, client))}
      <details class="card" ${view.problem === undefined ? '' : 'open'}>
        <summary>${texts.newClient}</summary>
        ${signOnForm(speech)}
      </details>`,
  })
}
