import { html } from 'hono/html'
import { identityScopes } from '../../identity/scopes.ts'
import type { Speech } from '../language.ts'
import type { Markup } from '../layout.ts'
import type { Texts } from '../texts/english.ts'

type TextName = keyof Texts

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

function textArea({ texts }: Speech, { name, label, needed = false }: Field): Markup {
  return html`<label for="client-${name}">${texts[label]}</label>
    <textarea
      id="client-${name}"
      name="${name}"
      spellcheck="false"
      ${needed ? 'required' : ''}
    ></textarea>`
}

function textInput({ texts }: Speech, { name, label }: Field): Markup {
  return html`<label for="client-${name}">${texts[label]}</label>
    <input id="client-${name}" type="text" name="${name}" maxlength="2048" />`
}

/** The form that registers a sign-on client. @see Specification 2.16 */
export function signOnForm(speech: Speech): Markup {
  const { texts } = speech
  return html`<form method="post" action="/merchant/sign-on">
    ${textInput(speech, { name: 'clientName', label: 'clientNameLabel' })}
    ${textInput(speech, { name: 'clientId', label: 'clientId' })}
    <label for="client-method">${texts.clientMethod}</label>
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
    <button class="main wide">${texts.create}</button>
  </form>`
}
