import { checksumProfiles } from '@merchant-edge/reconcile'
import { html } from 'hono/html'
import type { ExchangeDay } from '../../day-close/exchange-days.ts'
import type { ExchangePartner } from '../../day-close/exchange-partners.ts'
import type { Speech } from '../language.ts'
import { page, type Markup } from '../layout.ts'
import { exchangeDayCard } from './exchange-day-card.ts'
import { merchantSections } from './merchant-sections.ts'

/** Everything that the page about the daily files shows. */
export interface DailyFilesView {
  readonly partner: ExchangePartner
  readonly days: readonly ExchangeDay[]
  /** Today by the clock of the sandbox, `YYYY-MM-DD`. */
  readonly today: string
  /** What came of the last input. */
  readonly done?: string
  /** What was wrong with the last input. */
  readonly problem?: string
}

function keyCard({ texts }: Speech, partner: ExchangePartner): Markup {
  return html`<section class="card" aria-labelledby="checksum-key">
    <h2 id="checksum-key">${texts.checksumKey}</h2>
    <p class="soft small">${texts.checksumKeyText}</p>
    <details>
      <summary>${texts.showKey}</summary>
      <pre>${partner.checksumKey}</pre>
    </details>
    <form method="post" action="/merchant/daily-files/settings">
      <label for="profile">${texts.checksumProfile}</label>
      <select id="profile" name="profile">
        ${Object.values(checksumProfiles).map(
          ({ name }) =>
            html`<option ${name === partner.profile ? html`selected` : ''}>${name}</option>`,
        )}
      </select>
      <label class="choice plain">
        <input
          type="checkbox"
          name="writesAll"
          value="yes"
          ${partner.writesAll ? html`checked` : ''}
        />
        ${texts.writesAll}
      </label>
      <button class="wide">${texts.save}</button>
    </form>
  </section>`
}

function sendCard({ texts }: Speech): Markup {
  return html`<section class="card" aria-labelledby="send-file">
    <h2 id="send-file">${texts.sendPartnerFile}</h2>
    <form method="post" action="/merchant/daily-files/files" enctype="multipart/form-data">
      <label for="partner-file">${texts.partnerFileLabel}</label>
      <input id="partner-file" type="file" name="file" accept=".csv,text/csv" required />
      <button class="main wide">${texts.send}</button>
    </form>
  </section>`
}

function closeCard({ texts }: Speech, today: string): Markup {
  return html`<section class="card" aria-labelledby="close-day">
    <h2 id="close-day">${texts.closeADay}</h2>
    <p class="soft small">${texts.closeADayText}</p>
    <form method="post" action="/merchant/daily-files/close">
      <label for="day">${texts.dayLabel}</label>
      <input id="day" type="date" name="day" value="${today}" max="${today}" required />
      <button class="wide">${texts.closeDayButton}</button>
    </form>
  </section>`
}

/** The daily files of the merchant: days with their files, sending one, the checksum key. */
export function dailyFilesPage(speech: Speech, view: DailyFilesView): Markup {
  const { texts } = speech
  const { partner, days, done, problem } = view
  return page({
    ...speech,
    title: texts.dailyFiles,
    path: '/merchant/daily-files',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/daily-files')}
      <h1>${texts.dailyFiles}</h1>
      <p class="soft">${texts.dailyFilesText}</p>
      ${
        problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">${texts.invalidInput} ${problem}</div>`
      }
      ${done === undefined ? '' : html`<div class="notice good" role="status">${done}</div>`}
      <div class="grid">
        ${sendCard(speech)} ${closeCard(speech, view.today)} ${keyCard(speech, partner)}
      </div>
      <div class="apart">
        ${days.length === 0 ? html`<p class="soft">${texts.noExchangeDays}</p>` : ''}
        ${days.map((day) => exchangeDayCard(speech, day))}
      </div>`,
  })
}
