import { html } from 'hono/html'
import type { LoginSession } from '../../identity/sessions/login-sessions.ts'
import type { LogoutNotification } from '../../identity/logout/notifications.ts'
import { formatTime, type Speech } from '../language.ts'
import type { Markup } from '../layout.ts'
import type { SignOnView } from './sign-on-view.ts'

function sessionState({ texts }: Speech, session: LoginSession): Markup {
  if (session.endedAt !== null) return html`<span class="soft">${texts.sessionEnded}</span>`
  const text = session.isRemembered ? texts.sessionOn : texts.sessionOnce
  return html`<span class="state-good">${text}</span>`
}

function sessionRow(speech: Speech, { names }: SignOnView, session: LoginSession): Markup {
  const { texts, language } = speech
  return html`<tr>
    <td data-label="${texts.customer}">${names.get(session.walletId) ?? session.walletId}</td>
    <td data-label="${texts.time}">${formatTime(session.authenticatedAt, language)}</td>
    <td data-label="sid"><code class="small">${session.sid}</code></td>
    <td data-label="${texts.status}">${sessionState(speech, session)}</td>
    <td>
      ${
        session.endedAt === null
          ? html`<form method="post" action="/sign-on/sessions/end">
              <input type="hidden" name="sid" value="${session.sid}" />
              <button class="small danger">${texts.sessionEnd}</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

/** Who is signed in, with a button that signs them out from here. */
export function sessionsCard(speech: Speech, view: SignOnView): Markup {
  const { texts } = speech
  return html`<section class="card" aria-labelledby="sessions">
    <h2 id="sessions">${texts.sessionsTitle}</h2>
    ${
      view.sessions.length === 0
        ? html`<p class="soft">${texts.noSessions}</p>`
        : html`<table class="stack">
            <thead>
              <tr>
                <th>${texts.customer}</th>
                <th>${texts.time}</th>
                <th>sid</th>
                <th>${texts.status}</th>
                <th></th>
              </tr>
            </thead>
            <tbody>
              ${view.sessions.slice(0, 20).map((session) => sessionRow(speech, view, session))}
            </tbody>
          </table>`
    }
    <form method="post" action="/sign-on/consents/forget">
      <button class="small">${texts.forgetConsents}</button>
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

function notificationEntry({ texts, language }: Speech, entry: LogoutNotification): Markup {
  return html`<details>
    <summary>
      <span class="${tones[entry.state]}">${texts[`notification_${entry.state}`]}</span>
      ${entry.clientId}, ${texts[`channel_${entry.channel}`]}
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
export function notificationsCard(speech: Speech, { notifications }: SignOnView): Markup {
  const { texts } = speech
  return html`<section class="card" aria-labelledby="notifications">
    <h2 id="notifications">${texts.logoutJournal}</h2>
    ${notifications.length === 0 ? html`<p class="soft">${texts.noNotifications}</p>` : ''}
    ${notifications.slice(0, 50).map((entry) => notificationEntry(speech, entry))}
  </section>`
}
