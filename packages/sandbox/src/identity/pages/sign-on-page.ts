import { html } from 'hono/html'
import { formatTime, type Speech } from '../../page-frame/language.ts'
import { type Markup, page } from '../../page-frame/layout.ts'
import type { ClientView } from '../clients/clients.ts'
import type { ConformanceModule } from '../faults/conformance-modules.ts'
import type { IdentityFault } from '../faults/fault-switches.ts'
import type { IdentityKey } from '../signing-keys.ts'
import type { LogoutNotification } from '../logout/back-channel.ts'
import type { LoginSession } from '../login-sessions.ts'

/** Everything that the page about the identity server shows. */
export interface SignOnView {
  readonly issuer: string
  readonly discoveryUrl: string
  /** Name of the profile. */
  readonly profile: string
  readonly sessions: readonly LoginSession[]
  /** Names of customers by their wallets. */
  readonly names: ReadonlyMap<string, string>
  /** Newest first. */
  readonly notifications: readonly LogoutNotification[]
  readonly keys: readonly IdentityKey[]
  readonly modules: readonly ConformanceModule[]
  readonly faults: readonly IdentityFault[]
  readonly clients: readonly ClientView[]
}

function sessionState({ messages }: Speech, session: LoginSession): Markup {
  if (session.endedAt !== null) return html`<span class="soft">${messages.sessionEnded}</span>`
  const text = session.isRemembered ? messages.sessionOn : messages.sessionOnce
  return html`<span class="state-good">${text}</span>`
}

function sessionRow(speech: Speech, { names }: SignOnView, session: LoginSession): Markup {
  const { messages, language } = speech
  return html`<tr>
    <td data-label="${messages.customer}">${names.get(session.walletId) ?? session.walletId}</td>
    <td data-label="${messages.time}">${formatTime(session.authenticatedAt, language)}</td>
    <td data-label="sid"><code class="small">${session.sid}</code></td>
    <td data-label="${messages.status}">${sessionState(speech, session)}</td>
    <td>
      ${
        session.endedAt === null
          ? html`<form method="post" action="/sign-on/sessions/end">
              <input type="hidden" name="sid" value="${session.sid}" />
              <button class="small danger">${messages.sessionEnd}</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

/** Who is signed in, with a button that signs them out from here. */
function sessionsCard(speech: Speech, view: SignOnView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="sessions">
    <h2 id="sessions">${messages.sessionsTitle}</h2>
    ${
      view.sessions.length === 0
        ? html`<p class="soft">${messages.noSessions}</p>`
        : html`<table class="stack">
            <thead>
              <tr>
                <th>${messages.customer}</th>
                <th>${messages.time}</th>
                <th>sid</th>
                <th>${messages.status}</th>
                <th></th>
              </tr>
            </thead>
            <tbody>
              ${view.sessions.slice(0, 20).map((session) => sessionRow(speech, view, session))}
            </tbody>
          </table>`
    }
    <form method="post" action="/sign-on/consents/forget">
      <button class="small">${messages.forgetConsents}</button>
    </form>
  </section>`
}

const tones = {
  delivered: 'state-good',
  shown: 'state-good',
  sending: 'soft',
  failed: 'state-bad',
  blocked: 'state-bad',
} as const

function notificationEntry({ messages, language }: Speech, entry: LogoutNotification): Markup {
  return html`<details>
    <summary>
      <span class="${tones[entry.state]}">${messages[`notification_${entry.state}`]}</span>
      ${entry.clientId}, ${messages[`channel_${entry.channel}`]}
      <span class="soft small">${formatTime(entry.at, language)}</span>
    </summary>
    <pre>${entry.channel === 'back' ? 'POST' : 'GET'} ${entry.url}</pre>
    <p class="small">
      <code>${entry.sid}</code><br />
      ${
        entry.channel === 'back'
          ? html`<strong>${entry.httpStatus ?? '-'}</strong> ${entry.outcome} (${entry.durationMs}
              ms)`
          : ''
      }
      ${entry.faults.map((name) => html`<br /><code class="state-bad">${name}</code>`)}
    </p>
  </details>`
}

/** The journal of logout notifications. */
function notificationsCard(speech: Speech, { notifications }: SignOnView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="notifications">
    <h2 id="notifications">${messages.logoutJournal}</h2>
    ${notifications.length === 0 ? html`<p class="soft">${messages.noNotifications}</p>` : ''}
    ${notifications.slice(0, 50).map((entry) => notificationEntry(speech, entry))}
  </section>`
}

function setSwitches({ messages }: Speech, { faults, modules }: SignOnView): Markup {
  if (faults.length === 0) return html`<p class="soft">${messages.noFaults}</p>`
  return html`<ul class="plain">
    ${faults.map((fault) => {
      const module = modules.find(({ name }) => name === fault.name)
      return html`<li class="partner">
        <p>
          <code>${fault.name}</code><br />
          <span class="soft small"
            >${module?.about ?? ''};
            ${fault.clientId === '*' ? messages.anyClient : fault.clientId},
            ${fault.remaining === null ? messages.faultAlways : `${fault.remaining} ×`}</span
          >
        </p>
        <form method="post" action="/sign-on/faults/clear">
          <input type="hidden" name="id" value="${fault.id}" />
          <button class="small">${messages.clearFault}</button>
        </form>
      </li>`
    })}
  </ul>`
}

/** Fault switches by the names of the conformance modules, and a form that sets one. */
function faultCard(speech: Speech, view: SignOnView): Markup {
  const { messages } = speech
  const changing = view.modules.filter(({ stage }) => stage !== 'none')
  return html`<section class="card" aria-labelledby="faults">
    <h2 id="faults">${messages.faultSwitches}</h2>
    <p class="soft">${messages.faultSwitchesText}</p>
    ${setSwitches(speech, view)}
    <form method="post" action="/sign-on/faults">
      <label for="fault-name">${messages.faultName}</label>
      <select id="fault-name" name="name">
        ${changing.map(
          ({ name, about, expected }) =>
            html`<option value="${name}">
              ${name.replace('oidcc-client-test-', '').replace('fapi2-security-profile-final-client-test-', '')}:
              ${about} (${messages[`expect_${expected}`]})
            </option>`,
        )}
      </select>
      <label for="fault-client">${messages.faultClient}</label>
      <select id="fault-client" name="clientId">
        <option value="*">${messages.anyClient}</option>
        ${view.clients.map(({ clientId }) => html`<option>${clientId}</option>`)}
      </select>
      <label for="fault-times">${messages.faultTimes}</label>
      <select id="fault-times" name="times">
        <option value="1">${messages.faultOnce}</option>
        <option value="">${messages.faultAlways}</option>
      </select>
      <button class="main wide">${messages.setFault}</button>
    </form>
  </section>`
}

function addressesCard({ messages }: Speech, view: SignOnView): Markup {
  return html`<section class="card" aria-labelledby="addresses">
    <h2 id="addresses">${messages.identityAddresses}</h2>
    <dl>
      <dt>issuer</dt>
      <dd><code>${view.issuer}</code></dd>
      <dt>discovery</dt>
      <dd>
        <a href="${view.discoveryUrl}"><code>${view.discoveryUrl}</code></a>
      </dd>
      <dt>${messages.serverProfile}</dt>
      <dd><code>${view.profile}</code></dd>
      <dt>${messages.signOnClients}</dt>
      <dd><a href="/merchant/sign-on">${view.clients.length}</a></dd>
    </dl>
  </section>`
}

function keysCard({ messages, language }: Speech, { keys }: SignOnView): Markup {
  return html`<section class="card" aria-labelledby="signing-keys">
    <h2 id="signing-keys">${messages.signingKeys}</h2>
    <p class="soft">${messages.signingKeysText}</p>
    <ul class="plain">
      ${keys.map(
        (key) =>
          html`<li>
            <code class="small">${key.kid}</code><br />
            <span class="${key.state === 'current' ? 'state-good' : 'soft'}"
              >${messages[`key_${key.state}`]}</span
            >
            <span class="soft small">${formatTime(key.createdAt, language)}</span>
          </li>`,
      )}
    </ul>
    <form method="post" action="/sign-on/keys" data-send-once>
      <button class="wide" name="old" value="published">${messages.rotateKey}</button>
      <button class="wide danger" name="old" value="withdrawn">
        ${messages.rotateAndWithdraw}
      </button>
    </form>
  </section>`
}

/** The identity server for the person who tests: sign-ins, notifications, faults, keys. */
export function signOnPage(speech: Speech, view: SignOnView): Markup {
  return page({
    ...speech,
    title: speech.messages.signOn,
    path: '/sign-on',
    audience: 'tester',
    content: html`<h1>${speech.messages.signOn}</h1>
      ${addressesCard(speech, view)} ${sessionsCard(speech, view)}
      ${notificationsCard(speech, view)} ${faultCard(speech, view)} ${keysCard(speech, view)}`,
  })
}
