import { html } from 'hono/html'
import type { ComparisonReport } from '../../day-close/comparison.ts'
import type { ExchangeDay } from '../../day-close/exchange-days.ts'
import { vietnamDayOf } from '../../day-close/vietnam-day.ts'
import { formatTime, type Speech } from '../language.ts'
import type { Markup } from '../layout.ts'

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
export function exchangeDayCard(speech: Speech, day: ExchangeDay): Markup {
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
