import { html } from 'hono/html'
import type { ApiKey } from '../merchants/api-keys.ts'
import { formatTime, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { CallbackKeyView } from '../settings/callback-keys.ts'

/** Everything that the page of the keys shows. */
export interface KeysView {
  readonly keys: readonly ApiKey[]
  /** The keys of the service whose callbacks may arrive. */
  readonly callbackKeys: readonly CallbackKeyView[]
  /** Now, in unix seconds of the sandbox's clock. */
  readonly now: number
  /** The private key of the key just generated; not shown again. */
  readonly newPrivateKeyPem?: string
  /** Message about an error in the last form. */
  readonly problem?: string
}

function keyState({ messages }: Speech, key: ApiKey, now: number): Markup {
  if (key.revokedAt !== null) return html`<span class="state-bad">${messages.revoked}</span>`
  const isExpired = key.expiresAt !== null && key.expiresAt <= now
  if (isExpired) return html`<span class="state-bad">${messages.expired}</span>`
  return html`<span class="state-good">${messages.works}</span>`
}

function keyRow(speech: Speech, key: ApiKey, now: number): Markup {
  const { messages, language } = speech
  return html`<tr>
    <td data-label="${messages.keyCode}">
      <div><code>${key.keyCode}</code><br /><span class="soft small">${key.name}</span></div>
    </td>
    <td data-label="${messages.expires}">
      ${key.expiresAt === null ? messages.never : formatTime(key.expiresAt, language)}
    </td>
    <td data-label="${messages.status}">${keyState(speech, key, now)}</td>
    <td>
      ${
        key.revokedAt === null
          ? html`<form method="post" action="/merchant/keys/revoke">
              <input type="hidden" name="keyCode" value="${key.keyCode}" />
              <button class="small danger">${messages.revoke}</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

function callbackKey({ messages, language }: Speech, key: CallbackKeyView): Markup {
  const { id, state, signsAt, endsAt, publicKeyPem } = key
  return html`<p class="small">
      <code>${id}</code> ${messages[`callbackKeyState_${state}`]}
      ${signsAt === 0 ? '' : html`<br />${messages.signsFrom} ${formatTime(signsAt, language)}`}
      ${endsAt === null ? '' : html`<br />${messages.validUntil} ${formatTime(endsAt, language)}`}
    </p>
    <pre>${publicKeyPem}</pre>`
}

function keysCard(speech: Speech, view: KeysView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="keys">
    <h2 id="keys">${messages.keys}</h2>
    ${
      view.newPrivateKeyPem === undefined
        ? ''
        : html`<div class="notice good" role="status">
              ${messages.keyCreated} ${messages.privateKeyOnce}
            </div>
            <pre>${view.newPrivateKeyPem}</pre>`
    }
    <div class="scroll" tabindex="0" role="region" aria-label="${messages.keys}">
      <table class="stack">
        <thead>
          <tr>
            <th>${messages.keyCode}</th>
            <th>${messages.expires}</th>
            <th>${messages.status}</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${view.keys.map((key) => keyRow(speech, key, view.now))}
        </tbody>
      </table>
    </div>
    <details>
      <summary>${messages.newKey}</summary>
      <form method="post" action="/merchant/keys" data-send-once>
        <label for="key-name">${messages.keyName}</label>
        <input id="key-name" type="text" name="name" required maxlength="100" />
        <label for="key-expires">${messages.expiryOptional}</label>
        <input id="key-expires" type="date" name="expires" />
        <label for="key-pem">${messages.publicKeyOptional}</label>
        <textarea id="key-pem" name="publicKeyPem" spellcheck="false"></textarea>
        <button class="main wide">${messages.create}</button>
      </form>
    </details>
    <details>
      <summary>${messages.callbackKey}</summary>
      <p class="soft small">${messages.callbackKeyText}</p>
      ${view.callbackKeys.map((key) => callbackKey(speech, key))}
    </details>
  </section>`
}

/** API keys of a merchant, and the keys of the service that verify its callbacks. */
export function keysPage(speech: MerchantSpeech, view: KeysView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.keys,
    path: '/merchant/keys',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/keys')}
      <h1>${messages.keys}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">
              ${messages.invalidInput} ${view.problem}
            </div>`
      }
      ${keysCard(speech, view)}`,
  })
}
