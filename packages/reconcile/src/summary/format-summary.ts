import { checkArguments } from '../check-arguments.ts'
import { formatParts } from '../rows/amounts.ts'
import type { Reconciliation } from '../outcome/reconciliation.ts'
import { bookedTexts } from './booked-texts.ts'
import { formatAmounts, formatCount, formatDay } from './format-number.ts'
import { type Language, wordsOf } from './messages.ts'

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * Formats an outcome as plain text, one page. Days are written as in the report: 01/09/2026.
 *
 * @example
 * ```ts
 * import { formatSummary, type Reconciliation } from '@merchant-edge/reconcile'
 *
 * export function mailText(outcome: Reconciliation): string {
 *   return formatSummary(outcome, 'vi')
 * }
 * ```
 */
export function formatSummary(reconciliation: Reconciliation, language: Language = 'en'): string {
  checkArguments('formatSummary', { reconciliation })
  const words = wordsOf(language)
  const { counts, exceptions, totals, bridge, carried, manifest, foreign } = reconciliation
  const { oneSidedLeftOut, differenceSums } = reconciliation
  const number = (value: number) => formatCount(value, language)
  const statuses = (['00', '01', '02', '03'] as const).map((status) => [
    `${status} ${words[status]}`,
    number(counts[status]),
  ])
  const aside = (['bad_checksum', 'malformed', 'duplicate'] as const).map((kind) => [
    words[kind],
    number(exceptions[kind]),
  ])
  const totalRows = (['partner', 'service'] as const).flatMap((side) =>
    totals[side].map((total) => [
      `${words[side]}, ${words[total.type]}, ${words[total.status]}`,
      number(total.rows),
      `${formatAmounts(formatParts(total.amount), language)} ${total.currency}`,
    ]),
  )
  const foreignRows = foreign.kinds.flatMap(({ name, totals: sums }) =>
    sums.map((total) => [
      `${name}, ${words[total.type]}`,
      number(total.rows),
      `${formatAmounts(formatParts(total.amount), language)} ${total.currency}`,
    ]),
  )
  const moneyRows = differenceSums.byStatus.map((sum) => [
    `${sum.status} ${words[sum.type === '1' ? 'payment' : 'refund']}${
      sum.origin === 'carried' ? `, ${words.stillOpen}` : ''
    }`,
    number(sum.transactions),
    ...bookedTexts(sum, language),
  ])
  const moneyHeading = [
    '',
    words.transactions,
    words.bookedByPartner,
    words.bookedByService,
    words.difference,
  ]
  return [
    `${words.title} ${formatDay(manifest.day ?? '')}`.trimEnd(),
    table(statuses),
    ...(moneyRows.length > 0
      ? [`${words.differenceSums}\n${table([moneyHeading, ...moneyRows])}`]
      : []),
    `${words.setAside}\n${table(aside)}`,
    `${words.totals}\n${table(totalRows)}`,
    ...(foreignRows.length > 0 ? [`${words.foreignTitle}\n${table(foreignRows)}`] : []),
    bridge.closes ? words.bridgeCloses : words.bridgeOpen,
    `${words.carried}: ${number(carried.added)} ${words.added}, ${number(carried.open)} ${words.open}, ${number(carried.closed)} ${words.closed}`,
    ...(oneSidedLeftOut > 0 ? [`${words.oneSidedLeftOut}: ${number(oneSidedLeftOut)}`] : []),
    `${words.run} ${manifest.runId}`,
    '',
  ].join('\n\n')
}
