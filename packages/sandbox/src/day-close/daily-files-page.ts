import { checksumProfiles } from '@merchant-edge/reconcile'
import { html } from 'hono/html'
import { type Speech, formatTime } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections } from '../page-frame/merchant-sections.ts'
import type { ComparisonReport } from './comparison.ts'
import type { ExchangeDay } from './closed-days.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import { vietnamDayOf } from './vietnam-day.ts'

/** Everything that the page about the daily files shows. */
export interface DailyFilesView {
  readonly partner: ExchangePartner
  readonly days: readonly ExchangeDay[]
  /** Today by the clock of the sandbox, `YYYY-MM-DD`. */
  readonly today: string
  /** Result of the last input. */
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

const kinds = ['service', 'partner', 'result'] as const
const statusTexts = [
  ['00', 'agreeing'],
  ['01', 'onlyService'],
  ['02', 'onlyPartner'],
  ['03', 'otherDifference'],
] as const

type Compared = Extract<ComparisonReport, { outcome: 'compared' }>

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024
    ? `${Math.round(bytes / 1024)} KiB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function fileList({ texts, language }: Speech, { files, rows }: ExchangeDay): Markup {
  return html`<ul class="plain">
    ${kinds.map((kind) => {
      const file = files[kind]
      if (file === undefined) {
        return html`<li>
          ${texts[`fileKind_${kind}`]}: <span class="soft">${texts.fileMissing}</span>
        </li>`
      }
      return html`<li>
        ${texts[`fileKind_${kind}`]}:
        <a href="/merchant/daily-files/files/${file.name}" download><code>${file.name}</code></a
        ><br /><span class="soft small"
          >${formatSize(file.sizeBytes)}${
            kind === 'service' && rows !== null ? `, ${rows} ${texts.rowsOfFile}` : ''
          },
          ${formatTime(file.createdAt, language)}</span
        >
      </li>`
    })}
  </ul>`
}

function exceptionList({ texts }: Speech, { exceptions, firstExceptions }: Compared): Markup {
  const counts = Object.entries(exceptions).filter(([, count]) => count > 0)
  if (counts.length === 0) return html``
  const nameOf = (kind: string) =>
    kind === 'bad_checksum' || kind === 'malformed' || kind === 'duplicate'
      ? texts[`exceptionKind_${kind}`]
      : kind
  return html`<h3>${texts.setAsideRows}</h3>
    <p class="state-bad">
      ${counts.map(([kind, count]) => `${nameOf(kind)}: ${count}`).join(', ')}
    </p>
    <ul class="plain small">
      ${firstExceptions.map(
        ({ line, cause, remedy, column }) =>
          html`<li>
            ${texts.lineOfFile} ${line}${column === '' ? '' : html` <code>${column}</code>`}:
            <span lang="en">${cause} ${remedy}</span>
          </li>`,
      )}
    </ul>`
}

function comparison(speech: Speech, day: ExchangeDay): Markup {
  const { texts } = speech
  const report = day.comparison?.report
  if (report === undefined) {
    return day.files.partner === undefined ? html`` : html`<p class="soft">${texts.fileWaits}</p>`
  }
  if (report.outcome === 'refused') {
    return html`<div class="notice bad">
      <strong>${texts.fileRefused}</strong> <span lang="en">${report.message}</span>
    </div>`
  }
  return html`<dl>
      ${statusTexts.map(([status, name]) => {
        const count = report.counts[status]
        const state = status === '00' || count === 0 ? '' : 'state-bad'
        return html`<dt>${texts[name]}</dt>
          <dd class="${state}">${count}</dd>`
      })}
    </dl>
    ${exceptionList(speech, report)}`
}

function spoiledRows({ texts }: Speech, { spoiled }: ExchangeDay): Markup {
  if (spoiled.length === 0) return html``
  return html`<details>
    <summary>${texts.spoiledRows}: ${spoiled.length}</summary>
    <ul class="plain small">
      ${spoiled.map(
        ({ what, walletCode, currency }) =>
          html`<li><code>${walletCode}</code> ${currency}: ${texts[`spoiled_${what}`]}</li>`,
      )}
    </ul>
  </details>`
}

/** A day of the exchange: its files, what came of the partner's file, what was spoiled on purpose. */
function exchangeDayCard(speech: Speech, day: ExchangeDay): Markup {
  const { texts } = speech
  const isEarly = day.closedAt !== null && day.closedAt < vietnamDayOf(day.day).end
  const state = isEarly ? texts.dayEarly : texts.dayClosed
  return html`<section class="card" aria-labelledby="day-${day.day}">
    <h2 id="day-${day.day}">
      ${day.day.split('-').toReversed().join('/')}
      <span class="badge">${day.closedAt === null ? texts.dayOpen : state}</span>
    </h2>
    ${fileList(speech, day)} ${comparison(speech, day)} ${spoiledRows(speech, day)}
  </section>`
}
