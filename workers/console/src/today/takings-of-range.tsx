import type { Takings, TakingsSums } from '@merchant-edge/orders/api'
import {
  dayOfTime,
  formatNumber,
  formatTime,
  type Language,
  writtenDay,
} from '@merchant-edge/pages'
import { ShareBar } from '../charts/share-bar.tsx'
import { TimeChart } from '../charts/time-chart.tsx'
import { sumOf } from '../layout/sum.ts'
import { todayMessages } from './messages.ts'

interface Shown {
  readonly takings: Takings
  readonly language: Language
}

/** A sum as text; when there are payments or refunds but no amounts, that the sum is not known. */
function countedSum(
  sum: { readonly count: number; readonly vnd: number; readonly points: number },
  language: Language,
): string {
  const isUnknown = sum.count > 0 && sum.vnd === 0 && sum.points === 0
  return isUnknown ? todayMessages[language].unknownAmount : sumOf(sum, language)
}

function takenOf({ payments, paidVnd, paidPoints }: TakingsSums, language: Language): string {
  return countedSum({ count: payments, vnd: paidVnd, points: paidPoints }, language)
}

function returnedOf(sums: TakingsSums, language: Language): string {
  const { refunds, returnedVnd, returnedPoints } = sums
  return countedSum({ count: refunds, vnd: returnedVnd, points: returnedPoints }, language)
}

function Tiles({ takings, language }: Shown) {
  const messages = todayMessages[language]
  const { total } = takings
  const left = {
    vnd: total.paidVnd - total.returnedVnd,
    points: total.paidPoints - total.returnedPoints,
  }
  return (
    <div class="tiles">
      <div class="card">
        <p class="label">{messages.taken}</p>
        <p class="figure">{takenOf(total, language)}</p>
        <small>
          {messages.payments}: {formatNumber(total.payments, language)}
        </small>
      </div>
      <div class="card">
        <p class="label">{messages.returned}</p>
        <p class="figure">{returnedOf(total, language)}</p>
        <small>
          {messages.refunds}: {formatNumber(total.refunds, language)}
        </small>
      </div>
      <div class="card">
        <p class="label">{messages.kept}</p>
        <p class="figure">{sumOf(left, language)}</p>
      </div>
    </div>
  )
}

function nameOfDay(at: number): string {
  return writtenDay(dayOfTime(at)).slice(0, 5)
}

function nameOfHour(at: number): string {
  return `${String(Math.floor(((at + 7 * 3600) % 86_400) / 3600)).padStart(2, '0')}:00`
}

function isOneDay({ from, to }: Shown['takings']): boolean {
  return from === to
}

/** How the times of a range are named: the hours of one day, the days of several. */
function nameOfTimesIn(takings: Shown['takings']): (at: number) => string {
  return isOneDay(takings) ? nameOfHour : nameOfDay
}

function shortVnd(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return (value) => format.format(value)
}

function HeadingsOfSums({ language }: Pick<Shown, 'language'>) {
  const { taken, payments, returned, refunds } = todayMessages[language]
  return (
    <>
      {[taken, payments, returned, refunds].map((name) => (
        <th scope="col" class="right">
          {name}
        </th>
      ))}
    </>
  )
}

function CellsOfSums({ sums, language }: Pick<Shown, 'language'> & { readonly sums: TakingsSums }) {
  const { taken, payments, returned, refunds } = todayMessages[language]
  const cells = [
    [taken, takenOf(sums, language)],
    [payments, formatNumber(sums.payments, language)],
    [returned, returnedOf(sums, language)],
    [refunds, formatNumber(sums.refunds, language)],
  ]
  return (
    <>
      {cells.map(([name, text]) => (
        <td data-label={name} class="right number">
          {text}
        </td>
      ))}
    </>
  )
}

function TimesTable({ takings, language }: Shown) {
  const messages = todayMessages[language]
  const nameOf = nameOfTimesIn(takings)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{messages.time}</th>
          <HeadingsOfSums language={language} />
        </tr>
      </thead>
      <tbody>
        {takings.times.map((time) => (
          <tr>
            <th scope="row">{nameOf(time.at)}</th>
            <CellsOfSums sums={time} language={language} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Times({ takings, language }: Shown) {
  const messages = todayMessages[language]
  const { times } = takings
  const nameOf = nameOfTimesIn(takings)
  const isEmpty = times.every(({ payments, refunds }) => payments + refunds === 0)
  const title = <h2>{isOneDay(takings) ? messages.byHour : messages.byDay}</h2>
  if (isEmpty) {
    return (
      <section class="card">
        {title}
        <p class="soft">{messages.nothing}</p>
      </section>
    )
  }
  const [largest] = times.toSorted((a, b) => b.paidVnd - a.paidVnd)
  const peak =
    largest === undefined || largest.paidVnd === 0
      ? messages.nothing
      : `${messages.largest} ${nameOf(largest.at)}: ${takenOf(largest, language)}.`
  return (
    <section class="card">
      {title}
      <TimeChart
        summary={`${messages.summary}. ${peak}`}
        series={[`${messages.taken} (VND)`, `${messages.returned} (VND)`]}
        short={shortVnd(language)}
        slots={times.map(({ at, paidVnd, returnedVnd }) => ({
          label: nameOf(at),
          values: [paidVnd, returnedVnd],
        }))}
        tableLabel={messages.figures}
        table={<TimesTable takings={takings} language={language} />}
      />
    </section>
  )
}

interface NamedSums extends TakingsSums {
  readonly name: string
}

function Shares({
  title,
  column,
  rows,
  language,
}: {
  readonly title: string
  /** Heading of the names. */
  readonly column: string
  readonly rows: readonly NamedSums[]
  readonly language: Language
}) {
  const messages = todayMessages[language]
  const largest = Math.max(0, ...rows.map(({ paidVnd }) => paidVnd))
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 && <p class="soft">{messages.nothing}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <HeadingsOfSums language={language} />
              <th scope="col" aria-hidden="true"></th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.name}</th>
                <CellsOfSums sums={row} language={language} />
                <td class="share-cell" aria-hidden="true">
                  <ShareBar value={row.paidVnd} largest={largest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/**
 * Takings of a range: sums, by time, by store and by way to pay, each with its figures in words.
 */
export function TakingsOfRange({ takings, language }: Shown) {
  const messages = todayMessages[language]
  const { countedSince } = takings
  return (
    <>
      {countedSince !== undefined && (
        <p class="notice warn" role="status">
          {messages.cut} {formatTime(countedSince, language, 'second')}
        </p>
      )}
      <Tiles takings={takings} language={language} />
      <Times takings={takings} language={language} />
      <Shares
        title={messages.byStore}
        column={messages.store}
        language={language}
        rows={takings.stores.map((row) => ({ ...row, name: row.storeCode ?? messages.noStore }))}
      />
      <Shares
        title={messages.byMethod}
        column={messages.method}
        language={language}
        rows={takings.methods.map((row) => ({
          ...row,
          name: row.method === undefined ? messages.noMethod : messages.methods[row.method],
        }))}
      />
    </>
  )
}
