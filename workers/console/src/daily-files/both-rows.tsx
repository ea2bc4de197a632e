import type { DayDifference } from '@merchant-edge/orders/api'
import { formatVnd, type Language } from '@merchant-edge/pages'
import { Chip } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { dailyFilesMessages, type DailyFilesMessages } from './messages.ts'

type Row = DayDifference['service'][number]

const columnNames = [
  'invoiceCode',
  'walletCode',
  'amount',
  'currency',
  'fee',
  'tax',
  'discount',
  'merchantCode',
  'mid',
  'tid',
  'date',
  'time',
] as const

function placeOf(row: Row, messages: DailyFilesMessages): string {
  const line = `${messages.line} ${row.line}`
  return row.origin === 'carried' ? `${line}, ${messages.fromBefore}` : line
}

/** The status as its side writes it, and what it means. @see Specification 2.18 */
function statusOf({ status }: Row, { rowStatuses }: DailyFilesMessages): string {
  const text = new Map(Object.entries(rowStatuses)).get(status)
  return text === undefined ? status : `${status} (${text})`
}

/**
 * Two rows of one transaction, for money and for points, are shown one below the other in a cell.
 */
function Values({ texts, none }: { readonly texts: readonly string[]; readonly none: string }) {
  if (texts.length === 0) return <span class="soft">{none}</span>
  return (
    <>
      {texts.map((text) => (
        <span class="code line">{text === '' ? '–' : text}</span>
      ))}
    </>
  )
}

/**
 * The rows of both sides, column by column; differences are marked in words, not only by colour.
 */
export function BothRows({
  c,
  difference,
}: {
  readonly c: ConsoleContext
  readonly difference: DayDifference
}) {
  const messages = dailyFilesMessages[c.var.language]
  const { partner, service, differs } = difference
  const ours = partner === undefined ? [] : [partner]
  const lines: readonly (readonly [string, string, boolean, (row: Row) => string])[] = [
    ...columnNames.map(
      (name) =>
        [
          messages.columns[name],
          name,
          differs.includes(name),
          (row: Row) => row.columns[name],
        ] as const,
    ),
    [messages.status, 'status', false, (row) => statusOf(row, messages)],
    [messages.service, 'serviceCode', false, (row) => row.serviceCode],
    [messages.description, 'description', false, (row) => row.description],
  ]
  return (
    <table class="sides">
      <thead>
        <tr>
          <th scope="col">{messages.column}</th>
          <th scope="col">
            {messages.ours}
            {partner !== undefined && <small> {placeOf(partner, messages)}</small>}
          </th>
          <th scope="col">
            {messages.theirs}
            {service[0] !== undefined && <small> {placeOf(service[0], messages)}</small>}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, key, isDifferent, valueOf]) => (
          <tr class={isDifferent ? 'differs' : ''}>
            <th scope="row">
              {name} {isDifferent && <Chip tone="bad">{messages.differs}</Chip>}
            </th>
            <td data-label={messages.ours}>
              <Values
                texts={key === 'serviceCode' ? ours.map(() => '') : ours.map(valueOf)}
                none={messages.missing}
              />
            </td>
            <td data-label={messages.theirs}>
              <Values texts={service.map(valueOf)} none={messages.missing} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The amounts of both sides in their currencies: whole VND formatted as money, others unchanged.
 */
export function amountsOf(
  { partner, service }: DayDifference,
  language: Language,
): { readonly ours: string; readonly theirs: string } {
  const { missing } = dailyFilesMessages[language]
  const amountOf = ({ columns: { amount, currency } }: Row): string =>
    currency === 'VND' && /^\d{1,15}(?:\.0+)?$/.test(amount)
      ? formatVnd(Number(amount), language)
      : `${amount} ${currency}`
  const amounts = (rows: readonly Row[]) => rows.map((row) => amountOf(row)).join(' + ')
  const ours = amounts(partner === undefined ? [] : [partner])
  return { ours: ours || missing, theirs: amounts(service) || missing }
}

/** A short text about the difference: which side has no row, or which columns differ. */
export function inWords({ status, differs }: DayDifference, messages: DailyFilesMessages): string {
  const columns = differs.map((name) => messages.columns[name].toLowerCase()).join(', ')
  return columns === '' ? messages.counts[status] : `${messages.counts[status]}: ${columns}`
}
