import type { Command } from '../command/command.ts'
import { text } from '../command/option.ts'
import { vietnamTime } from '../output/vietnam-time.ts'
import { accessOptions } from './access/access.ts'
import { askForJson, type JsonObject, listIn } from './access/operator-api.ts'
import { storeFilters } from './command-kinds/list-filters.ts'
import { typedNames } from './access/typed-names.ts'
import { type Column, type PrintTable, tablesFor, textAt, valueAt } from './tables/text-table.ts'

const [, storeOption] = storeFilters.store

const options = {
  from: text({
    placeholder: 'DATE',
    summary: 'First day in Vietnam, as YYYY-MM-DD; today if left out.',
  }),
  to: text({
    placeholder: 'DATE',
    summary: 'Last day, at most 30 days after the first; the first if left out.',
  }),
  store: storeOption,
}

const sums: readonly Column[] = [
  ['PAYMENTS', 'payments'],
  ['PAID VND', 'paidVnd'],
  ['PAID POINTS', 'paidPoints'],
  ['REFUNDS', 'refunds'],
  ['RETURNED VND', 'returnedVnd'],
  ['RETURNED POINTS', 'returnedPoints'],
]

/** The sums that are a field of a row. */
function sumsIn(field: string): readonly Column[] {
  return sums.map(([name, path]): Column => [name, `${field}.${path}`])
}

function hasTakings(one: unknown): boolean {
  return valueAt(one, 'payments') !== 0 || valueAt(one, 'refunds') !== 0
}

/** The hours of one day, or the days of several, without those that have no takings. */
function timesOf(takings: JsonObject): { readonly heading: string; readonly rows: unknown[] } {
  const isOneDay = takings['from'] === takings['to']
  const rows = listIn(takings, 'times')
    .filter((one) => hasTakings(one))
    .map((one) => {
      const at = valueAt(one, 'at')
      const [day = '', hour = ''] = typeof at === 'number' ? vietnamTime(at * 1000).split('T') : []
      return { sums: one, time: isOneDay ? hour : day }
    })
  return { heading: isOneDay ? 'HOUR' : 'DAY', rows }
}

function shown(takings: JsonObject, table: PrintTable): string {
  const { heading, rows } = timesOf(takings)
  const total = table([takings], sumsIn('total'))
  if (rows.length === 0) return total
  return [
    total,
    table(rows, [[heading, 'time'], ...sumsIn('sums')]),
    table(listIn(takings, 'stores'), [['STORE', 'storeCode'], ...sums]),
    table(listIn(takings, 'methods'), [['METHOD', 'method'], ...sums]),
  ].join('\n\n')
}

/** Shows what was paid and returned in a day or several, by time, store and way to pay. */
export const takingsShow: Command = {
  name: 'takings show',
  summary: 'Show what was paid and returned, by hour or day, by store and by way to pay.',
  usage: '[--from DATE] [--to DATE] [--store CODE]',
  operands: {},
  options: { ...options, ...accessOptions },
  notes: [
    'One day is shown by its hours, several by day, in the time of Vietnam. A payment or a refund counts at the time\n' +
      'at which it became known. Exit code 1 when the days have more payments and refunds than one answer counts:\n' +
      'the sums are too small then.',
  ],
  examples: [
    'takings show',
    'takings show --from 2026-09-01 --to 2026-09-30 --store STORE-2 --json',
  ],
  async run(call) {
    const today = vietnamTime(call.terminal.now()).slice(0, 10)
    const takings = await askForJson(call, {
      path: '/takings',
      query: {
        from: call.given(options.from) ?? today,
        to: call.given(options.to),
        storeCode: call.given(options.store),
      },
      typed: typedNames({ options, others: { storeCode: '--store' } }),
    })
    const text = shown(takings, tablesFor(call.terminal))
    if (takings['countedSince'] === undefined) return { exitCode: 0, json: takings, text }
    const since = textAt({ at: takings['countedSince'] }, 'at')
    const warning = `Only what became known since ${since} is counted: ask for fewer days.`
    return { exitCode: 1, json: takings, text: `${text}\n\n${warning}` }
  },
}
