import { html } from 'hono/html'
import { formatTime, type Speech } from '../language.ts'
import { page, type Markup } from '../layout.ts'
import { faultCard } from './fault-card.ts'
import { notificationsCard, sessionsCard } from './session-cards.ts'
import type { SignOnView } from './sign-on-view.ts'

function addressesCard({ texts }: Speech, view: SignOnView): Markup {
  return html`<section class="card" aria-labelledby="addresses">
    <h2 id="addresses">${texts.identityAddresses}</h2>
    <dl>
      <dt>issuer</dt>
      <dd><code>${view.issuer}</code></dd>
      <dt>discovery</dt>
      <dd>
        <a href="${view.discoveryUrl}"><code>${view.discoveryUrl}</code></a>
      </dd>
      <dt>${texts.serverProfile}</dt>
      <dd><code>${view.profile}</code></dd>
      <dt>${texts.signOnClients}</dt>
      <dd><a href="/merchant/sign-on">${view.clients.length}</a></dd>
    </dl>
  </section>`
}

function keysCard({ texts, language }: Speech, { keys }: SignOnView): Markup {
  return html`<section class="card" aria-labelledby="signing-keys">
    <h2 id="signing-keys">${texts.signingKeys}</h2>
    <p class="soft">${texts.signingKeysText}</p>
    <ul class="plain">
      ${keys.map(
        (key) =>
          html`<li>
            <code class="small">${key.kid}</code><br />
            <span class="${key.state === 'current' ? 'state-good' : 'soft'}"
              >${texts[`key_${key.state}`]}</span
            >
            <span class="soft small">${formatTime(key.createdAt, language)}</span>
          </li>`,
      )}
    </ul>
    <form method="post" action="/sign-on/keys">
      <button class="wide" name="old" value="published">${texts.rotateKey}</button>
      <button class="wide danger" name="old" value="withdrawn">${texts.rotateAndWithdraw}</button>
    </form>
  </section>`
}

/** The identity server for the person who tests: sign-ins, notifications, faults, keys. */
export function signOnPage(speech: Speech, view: SignOnView): Markup {
  return page({
    ...speech,
    title: speech.texts.signOn,
    path: '/sign-on',
    audience: 'tester',
    content: html`<h1>${speech.texts.signOn}</h1>
      ${addressesCard(speech, view)} ${sessionsCard(speech, view)}
      ${notificationsCard(speech, view)} ${faultCard(speech, view)} ${keysCard(speech, view)}`,
  })
}
