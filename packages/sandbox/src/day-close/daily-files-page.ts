import { checksumProfiles } from '@merchant-edge/reconcile'
import { exceptionInVietnamese } from '@merchant-edge/reconcile/vi'
import { html } from 'hono/html'
import { type Speech, formatTime } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { ComparisonReport } from './comparison.ts'
import type { ExchangeDay } from './closed-days.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import { refusalInVietnamese } from './refusal-in-vietnamese.ts'
import { vietnamDayOf } from './vietnam-day.ts'

/** Everything that the page about the daily files shows. */
export interface DailyFilesView {
  readonly partner: ExchangePartner
  readonly days: readonly ExchangeDay[]
  /** Today by the clock of the sandbox, `YYYY-MM-DD`. */
  readonly today: string
  /** Message about the success of the last form. */
  readonly done?: string
  /** Message about an error in the last form. */
  readonly problem?: string
}

function keyCard({ messages }: Speech, partner: ExchangePartner): Markup {
  return html`<section class="card" aria-labelledby="checksum-key">
    <h2 id="checksum-key">${messages.checksumKey}</h2>
    <p class="soft small">${messages.checksumKeyText}</p>
    <details>
      <summary>${messages.showKey}</summary>
      <pre>${partner.checksumKey}</pre>
    </details>
    <form method="post" action="/merchant/daily-files/settings">
      <label for="profile">${messages.checksumProfile}</label>
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
        ${messages.writesAll}
      </label>
      <button class="wide">${messages.save}</button>
    </form>
  </section>`
}

function sendCard({ messages }: Speech): Markup {
  return html`<section class="card" aria-labelledby="send-file">
    <h2 id="send-file">${messages.sendPartnerFile}</h2>
    <form method="post" action="/merchant/daily-files/files" enctype="multipart/form-data">
      <label for="partner-file">${messages.partnerFileLabel}</label>
      <input id="partner-file" type="file" name="file" accept=".csv,text/csv" required />
      <button class="main wide">${messages.send}</button>
    </form>
  </section>`
}

function closeCard({ messages }: Speech, today: string): Markup {
  return html`<section class="card" aria-labelledby="close-day">
    <h2 id="close-day">${messages.closeADay}</h2>
    <p class="soft small">${messages.closeADayText}</p>
    <form method="post" action="/merchant/daily-files/close">
      <label for="day">${messages.dayLabel}</label>
      <input id="day" type="date" name="day" value="${today}" max="${today}" required />
      <button class="wide">${messages.closeDayButton}</button>
    </form>
  </section>`
}

/** The daily files of the merchant: days with their files, sending one, the checksum key. */
export function dailyFilesPage(speech: MerchantSpeech, view: DailyFilesView): Markup {
  const { messages } = speech
  const { partner, days, done, problem } = view
  return page({
    ...speech,
    title: messages.dailyFiles,
    path: '/merchant/daily-files',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/daily-files')}
      <h1>${messages.dailyFiles}</h1>
      <p class="soft">${messages.dailyFilesText}</p>
      ${
        problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">${messages.invalidInput} ${problem}</div>`
      }
      ${done === undefined ? '' : html`<div class="notice good" role="status">${done}</div>`}
      <div class="grid">
        ${sendCard(speech)} ${closeCard(speech, view.today)} ${keyCard(speech, partner)}
      </div>
      <div class="apart">
        ${days.length === 0 ? html`<p class="soft">${messages.noExchangeDays}</p>` : ''}
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
type Refused = Extract<ComparisonReport, { outcome: 'refused' }>

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024
    ? `${Math.round(bytes / 1024)} KiB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function fileList({ messages, language }: Speech, { files, rows }: ExchangeDay): Markup {
  return html`<ul class="plain">
    ${kinds.map((kind) => {
      const file = files[kind]
      if (file === undefined) {
        return html`<li>
          ${messages[`fileKind_${kind}`]}: <span class="soft">${messages.fileMissing}</span>
        </li>`
      }
      return html`<li>
        ${messages[`fileKind_${kind}`]}:
        <a href="/merchant/daily-files/files/${file.name}" download><code>${file.name}</code></a
        ><br /><span class="soft small"
          >${formatSize(file.sizeBytes)}${
            kind === 'service' && rows !== null ? `, ${rows} ${messages.rowsOfFile}` : ''
          },
          ${formatTime(file.createdAt, language)}</span
        >
      </li>`
    })}
  </ul>`
}

/** Why a row was left out and what to do, in the language of the page. */
function exceptionText(
  { language }: Speech,
  { reason, cause, remedy }: Compared['firstExceptions'][number],
): Markup {
  const words = language === 'vi' ? exceptionInVietnamese(reason) : { cause, remedy }
  if (words === undefined) return html`<span lang="en">${cause} ${remedy}</span>`
  return html`${words.cause} ${words.remedy}`
}

function exceptionList(speech: Speech, { exceptions, firstExceptions }: Compared): Markup {
  const { messages } = speech
  const counts = Object.entries(exceptions).filter(([, count]) => count > 0)
  if (counts.length === 0) return html``
  const nameOf = (kind: string) =>
    kind === 'bad_checksum' || kind === 'malformed' || kind === 'duplicate'
      ? messages[`exceptionKind_${kind}`]
      : kind
  return html`<h3>${messages.setAsideRows}</h3>
    <p class="state-bad">
      ${counts.map(([kind, count]) => `${nameOf(kind)}: ${count}`).join(', ')}
    </p>
    <ul class="plain small">
      ${firstExceptions.map(
        (exception) =>
          html`<li>
            ${messages.lineOfFile}
            ${exception.line}${exception.column === '' ? '' : html` <code>${exception.column}</code>`}:
            ${exceptionText(speech, exception)}
          </li>`,
      )}
    </ul>`
}

/** Why a file was refused and what to do, in the language of the page. */
function refusalText({ language }: Speech, { message }: Refused): Markup {
  const told = language === 'vi' ? refusalInVietnamese(message) : message
  return told === undefined ? html`<span lang="en">${message}</span>` : html`${told}`
}

function comparison(speech: Speech, day: ExchangeDay): Markup {
  const { messages } = speech
  const report = day.comparison?.report
  if (report === undefined) {
    return day.files.partner === undefined
      ? html``
      : html`<p class="soft">${messages.fileWaits}</p>`
  }
  if (report.outcome === 'refused') {
    return html`<div class="notice bad">
      <strong>${messages.fileRefused}</strong> ${refusalText(speech, report)}
    </div>`
  }
  return html`<dl>
      ${statusTexts.map(([status, name]) => {
        const count = report.counts[status]
        const state = status === '00' || count === 0 ? '' : 'state-bad'
        return html`<dt>${messages[name]}</dt>
          <dd class="${state}">${count}</dd>`
      })}
    </dl>
    ${exceptionList(speech, report)}`
}

function spoiledRows({ messages }: Speech, { spoiled }: ExchangeDay): Markup {
  if (spoiled.length === 0) return html``
  return html`<details>
    <summary>${messages.spoiledRows}: ${spoiled.length}</summary>
    <ul class="plain small">
      ${spoiled.map(
        ({ what, walletCode, currency }) =>
          html`<li><code>${walletCode}</code> ${currency}: ${messages[`spoiled_${what}`]}</li>`,
      )}
    </ul>
  </details>`
}

/** Card of a day: its files, the result of the partner's file, the deliberate errors. */
function exchangeDayCard(speech: Speech, day: ExchangeDay): Markup {
  const { messages } = speech
  const isEarly = day.closedAt !== null && day.closedAt < vietnamDayOf(day.day).end
  const state = isEarly ? messages.dayEarly : messages.dayClosed
  return html`<section class="card" aria-labelledby="day-${day.day}">
    <h2 id="day-${day.day}">
      ${day.day.split('-').toReversed().join('/')}
      <span class="badge">${day.closedAt === null ? messages.dayOpen : state}</span>
    </h2>
    ${fileList(speech, day)} ${comparison(speech, day)} ${spoiledRows(speech, day)}
  </section>`
}
