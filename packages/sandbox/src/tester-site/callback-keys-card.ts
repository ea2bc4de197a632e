import { html } from 'hono/html'
import { formatTime, type Speech } from '../page-frame/language.ts'
import type { Markup } from '../page-frame/layout.ts'
import type { CallbackKeyView } from '../settings/callback-keys.ts'

/** The keys that sign callbacks, and the form that changes the key. */
export interface CallbackKeysView {
  readonly keys: readonly CallbackKeyView[]
  /** The keyring of a merchant, as JSON. */
  readonly keyring: string
  /** Error of the last form, in the language of the page. */
  readonly keyProblem?: string
}

function keyRow({ messages, language }: Speech, key: CallbackKeyView): Markup {
  const { id, state, signsAt, endsAt } = key
  return html`<tr>
    <td data-label="${messages.keyCode}"><code>${id}</code></td>
    <td data-label="${messages.status}" class="${state === 'signing' ? 'state-good' : ''}">
      ${messages[`callbackKeyState_${state}`]}
    </td>
    <td data-label="${messages.signsFrom}">
      ${signsAt === 0 ? messages.fromTheStart : formatTime(signsAt, language)}
    </td>
    <td data-label="${messages.validUntil}">
      ${endsAt === null ? messages.openEnd : formatTime(endsAt, language)}
    </td>
  </tr>`
}

/** The keys that sign callbacks, with the form that changes the key. */
export function callbackKeysCard(speech: Speech, view: CallbackKeysView): Markup {
  const { messages } = speech
  const { keys, keyring, keyProblem } = view
  return html`<section class="card" aria-labelledby="callback-keys">
    <h2 id="callback-keys">${messages.callbackKeys}</h2>
    <p class="soft">${messages.callbackKeysText}</p>
    ${
      keyProblem === undefined ? '' : html`<div class="notice bad" role="alert">${keyProblem}</div>`
    }
    <div class="scroll" tabindex="0" role="region" aria-labelledby="callback-keys">
      <table class="stack">
        <thead>
          <tr>
            <th>${messages.keyCode}</th>
            <th>${messages.status}</th>
            <th>${messages.signsFrom}</th>
            <th>${messages.validUntil}</th>
          </tr>
        </thead>
        <tbody>
          ${keys.map((key) => keyRow(speech, key))}
        </tbody>
      </table>
    </div>
    <details ${keyProblem === undefined ? '' : 'open'}>
      <summary>${messages.newCallbackKey}</summary>
      <form method="post" action="/callbacks/keys" data-send-once>
        <label for="signs-in">${messages.signsInSeconds}</label>
        <input id="signs-in" type="number" name="signsInSeconds" min="0" step="1" value="0" />
        <label for="overlap">${messages.overlapSeconds}</label>
        <input id="overlap" type="number" name="overlapSeconds" min="0" step="1" value="86400" />
        <button class="main wide">${messages.newCallbackKey}</button>
      </form>
      <p class="soft small">${messages.keyringText}</p>
      <pre>${keyring}</pre>
    </details>
  </section>`
}
