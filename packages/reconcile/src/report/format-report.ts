import { checkArguments } from '../check-arguments.ts'
import type { Reconciliation } from '../outcome/reconciliation.ts'
import { formatCount, formatDay } from '../summary/format-number.ts'
import { type Language, messages, wordsOf } from '../summary/messages.ts'
import { barChart } from './bar-chart.ts'
import { differencesTable, statusSumsTable, storeSumsTable } from './difference-tables.ts'
import { bridgeTable, foreignTables, storeText, totalsTable } from './report-tables.ts'
import { Html, html, type HtmlValue } from './html.ts'

/** Colours of the statuses; no two of them differ by red and green alone. */
const statusColors = {
  '00': '#6b7f8f',
  '01': '#d98200',
  '02': '#1769aa',
  '03': '#8e44ad',
} as const

/** Styles of the report. Nothing is loaded from a network. */
const reportStyle = new Html(`
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 0.9375rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; overflow-wrap: break-word; } h2 { margin-top: 2.5rem; overflow-wrap: break-word; }
.ok, .bad { padding: .6rem 1rem; border-left: .4rem solid #2e7d32; background: #2e7d3222; }
.bad { border-color: #c62828; background: #c6282822; font-weight: 600; }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8885; text-align: left; vertical-align: top; }
td:not(.number) { min-width: 8rem; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.legend { font-size: .85em; } figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } svg { width: 100%; max-width: 44rem; }
@media (max-width: 40rem) { h1 { font-size: 1.5rem; } figure { overflow-x: auto; } svg { min-width: 34rem; } table { min-width: 46rem; } }
:focus-visible { outline: 3px solid #1769aa; outline-offset: 2px; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body { max-width: none; margin: 0; padding: 0; font-size: 9pt; } .wide { overflow: visible; }
  th, td { padding: .15rem .35rem; } td:not(.number) { min-width: 0; } tr, figure { break-inside: avoid; } h2 { break-after: avoid; }
}
svg text { font-size: 13px; fill: currentColor; } code { overflow-wrap: anywhere; font-size: .85em; }
`)

export type { Language } from '../summary/messages.ts'

const maxDays = 31
const maxProposals = 500

/** Ranges of ages in days, with their labels. */
const ageSteps = [
  ['0–1', 0, 1],
  ['2–3', 2, 3],
  ['4–7', 4, 7],
  ['8–30', 8, 30],
  ['> 30', 31, Number.POSITIVE_INFINITY],
] as const

function charts({ counts, days, carried }: Reconciliation, language: Language): Html {
  const words = messages[language]
  const part = (status: keyof typeof statusColors, value: number) => ({
    value,
    color: statusColors[status],
    name: `${status} ${words[status]}`,
  })
  const statuses = (['00', '01', '02', '03'] as const).map((status) => ({
    label: status,
    parts: [part(status, counts[status])],
  }))
  const byDay = days.slice(-maxDays).map((found) => ({
    label: formatDay(found.day),
    parts: (['01', '02', '03'] as const).map((status) => part(status, found.counts[status])),
  }))
  const ages = ageSteps.map(([label, from, to]) => {
    const found = carried.ages.filter((age) => age.days >= from && age.days <= to)
    const value = found.reduce((sum, { rows }) => sum + rows, 0)
    return { label, parts: [{ value, color: statusColors['01'], name: label }] }
  })
  return html`${barChart(words.byStatus, statuses, language)}
  ${byDay.length > 0 ? barChart(words.byDay, byDay, language) : ''}
  ${barChart(words.ages, ages, language)}`
}

function differencesTitle({ store }: Reconciliation, language: Language): string {
  const { differences } = messages[language]
  return store === undefined ? differences : `${differences}: ${storeText(store)}`
}

/** Whether the list leaves differences out; of one store it is not known how many there are. */
function isShortened({ counts, differences, store }: Reconciliation): boolean {
  if (store !== undefined) return differences.length >= 500
  return differences.length < counts['01'] + counts['02'] + counts['03']
}

function proposals(reconciliation: Reconciliation, language: Language): HtmlValue {
  const words = messages[language]
  const { proposals: found, oneSidedLeftOut } = reconciliation
  if (found.length === 0 && oneSidedLeftOut === 0) return ''
  const number = (value: number) => formatCount(value, language)
  return html`<h2>${words.proposals}</h2>
    <p>${words.proposed}</p>
    ${
      found.length > maxProposals
        ? html`<p>${words.proposalsShown}: ${number(found.length)}</p>`
        : ''
    }
    ${
      oneSidedLeftOut > 0
        ? html`<p class="bad">${words.oneSidedLeftOut}: ${number(oneSidedLeftOut)}</p>`
        : ''
    }
    <ul>
      ${found
        .slice(0, maxProposals)
        .map(
          ({ rule, partner, service }) =>
            html`<li>${rule}: ${partner.join(', ')} — ${service.join(', ')}</li>`,
        )}
    </ul>`
}

function files({ manifest }: Reconciliation, language: Language): Html {
  const words = messages[language]
  return html`<h2>${words.files}</h2>
    <ul>
      ${manifest.inputs.map(
        ({ side, origin, name, rows, sha256 }) =>
          html`<li>
            ${words[side]}${origin === 'carried' ? html`, ${words.carriedRows}` : ''}:
            ${name === undefined ? '' : html`${name},`} ${formatCount(rows, language)}
            ${words.countedRows}
            <code>${sha256}</code>
          </li>`,
      )}
    </ul>
    <p>${words.run} <code>${manifest.runId}</code></p>`
}

/**
 * Formats an outcome as one HTML page with charts. The page has no script and loads nothing, so
 * that it can be opened from disk.
 *
 * @example
 * ```ts
 * import type { Reconciliation } from '@merchant-edge/reconcile'
 * import { formatReport } from '@merchant-edge/reconcile/report'
 *
 * export function reportResponse(outcome: Reconciliation): Response {
 *   const headers = { 'content-type': 'text/html; charset=utf-8' }
 *   return new Response(formatReport(outcome, 'vi'), { headers })
 * }
 * ```
 */
export function formatReport(reconciliation: Reconciliation, language: Language = 'en'): string {
  checkArguments('formatReport', { reconciliation })
  const words = wordsOf(language)
  const { bridge, manifest, exceptions, carried } = reconciliation
  const title = `${words.title} ${formatDay(manifest.day ?? '')}`.trimEnd()
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>${title}</title>
        <style>
          ${reportStyle}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p class="${bridge.closes ? 'ok' : 'bad'}">
            ${bridge.closes ? words.bridgeCloses : words.bridgeOpen}
          </p>
          ${statusSumsTable(reconciliation, language)} ${storeSumsTable(reconciliation, language)}
          ${charts(reconciliation, language)}
          <h2>${words.setAside}</h2>
          <ul>
            ${(['bad_checksum', 'malformed', 'duplicate'] as const).map(
              (kind) => html`<li>${words[kind]}: ${formatCount(exceptions[kind], language)}</li>`,
            )}
          </ul>
          <h2>${words.carried}</h2>
          <p>
            ${formatCount(carried.added, language)} ${words.added},
            ${formatCount(carried.open, language)} ${words.open},
            ${formatCount(carried.closed, language)} ${words.closed}
          </p>
          <h2>${words.totals}</h2>
          <div class="wide" tabindex="0">${totalsTable(reconciliation, language)}</div>
          <h2>${words.bridge}</h2>
          <div class="wide" tabindex="0">${bridgeTable(reconciliation, language)}</div>
          <h2>${differencesTitle(reconciliation, language)}</h2>
          ${isShortened(reconciliation) ? html`<p>${words.shown}</p>` : ''}
          ${differencesTable(reconciliation, language)} ${foreignTables(reconciliation, language)}
          ${proposals(reconciliation, language)} ${files(reconciliation, language)}
        </main>
      </body>
    </html>`
  return page.text
}
