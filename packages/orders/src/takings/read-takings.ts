import { sql, type SQL } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { dayPlus, vietnamDay } from '../daily-files/vietnam-day.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts, disputedPayments, journal, orders, refunds } from '../database/schema.ts'
import { kindsOfFiles } from '../database/tables/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { requireFields } from '../rules/field-rule.ts'
import { listRules } from '../rules/request-rules.ts'
import { requireStoreCodes } from '../rules/store-codes.ts'
import type { AttemptMethod } from '../states/attempt-state.ts'
import type { Takings, TakingsOfTime, TakingsRange, TakingsSums } from './takings-api.ts'

const maxDays = 31
const hourMs = 60 * 60_000

/** Maximum journal lines that one call reads; each reads up to five further rows by key. */
const maxLines = 50_000

/** Sums of the lines of one hour or day, store and method. */
interface Group extends TakingsSums {
  readonly slot: number
  readonly storeCode: string | null
  readonly method: AttemptMethod | null
  readonly lines: number
  readonly oldestMs: number
}

interface Interval {
  readonly from: string
  readonly to: string
  readonly startMs: number
  readonly endMs: number
  /** Length of a slot: an hour of one day, a day of several. */
  readonly slotMs: number
}

function readDay(name: 'from' | 'to', day: string) {
  try {
    return vietnamDay(day)
  } catch {
    throw new TypeError(`The range's ${name} must be a day of the calendar as YYYY-MM-DD.`)
  }
}

function intervalOf({ from, to = from }: TakingsRange): Interval {
  const { startMs, endMs: firstEndMs } = readDay('from', from)
  const { endMs } = readDay('to', to)
  if (to < from || to > dayPlus(from, maxDays - 1)) {
    throw new TypeError(
      `The range's from and to must be one day, or the first and the last of at most ${maxDays} days.`,
    )
  }
  return { from, to, startMs, endMs, slotMs: from === to ? hourMs : firstEndMs - startMs }
}

/** A journal line whose parts are not named counts as fully paid in VND. */
const isInParts = sql`coalesce(line.facts ->> 'vnd_amount', 0) + coalesce(line.facts ->> 'point_amount', 0) > 0`

/** SQL for the key of the line with which the transaction of a line has arrived. */
const arrival = sql`'payment.arrived:' || line.order_id || ':' || (line.facts ->> 'transaction_id')`

/** SQL condition: the journal has a line with this key about the transaction of the line. */
function hasLine(key: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${journal} one
    WHERE one.dedupe = ${key} AND one.facts ->> 'transaction_id' = line.facts ->> 'transaction_id')`
}

/**
 * Payments and refunds by slot, store and method, in one statement over the newest lines of an
 * interval.
 *
 * A disputed payment counts when it arrives, and not again when it is accepted, or when its
 * transaction turns out to be that of another attempt of the order. It does not count while a person
 * has released it, because it was never made, or is another name of a payment that counts. What it
 * was paid with is in its line, because its row gets another key when a wrong transaction is
 * corrected; earlier lines name only the sum. The SQL is written by hand because its condition must
 * repeat that of the partial index `journal_of_files` exactly.
 */
function readGroups(
  context: Pick<OrdersContext, 'database'>,
  { startMs, endMs, slotMs }: Interval,
): Promise<Group[]> {
  return openDatabase(context).all<Group>(sql`
    WITH line AS (
      SELECT at_ms, kind, order_id, dedupe, facts FROM ${journal}
      WHERE kind IN ${sql.raw(kindsOfFiles)}
        AND kind IN ('payment.confirmed', 'payment.arrived', 'refund.settled')
        AND at_ms >= ${startMs} AND at_ms < ${endMs}
      ORDER BY at_ms DESC LIMIT ${maxLines + 1}
    ), taken AS (
      SELECT line.at_ms, line.kind = 'refund.settled' AS is_refund, o.store_code, a.method,
        CASE line.kind WHEN 'payment.arrived' THEN coalesce(line.facts ->> 'vnd_amount', d.paid_vnd, line.facts ->> 'order_amount')
          WHEN 'payment.confirmed' THEN iif(${isInParts},
            min(line.facts ->> 'vnd_amount', line.facts ->> 'order_amount'), line.facts ->> 'order_amount')
          ELSE iif(line.facts ->> 'code' = 2000802, 0, line.facts ->> 'vnd') END AS vnd,
        CASE line.kind WHEN 'payment.arrived' THEN coalesce(line.facts ->> 'point_amount', d.paid_points)
          WHEN 'payment.confirmed' THEN CAST(line.facts ->> 'point_amount' AS INTEGER)
          ELSE iif(line.facts ->> 'code' = 2000801, 0, line.facts ->> 'points') END AS points,
        CASE line.kind WHEN 'payment.confirmed' THEN line.facts ->> 'has_row' IS NOT NULL AND ${hasLine(arrival)}
          WHEN 'payment.arrived' THEN line.dedupe = ${arrival} || ':' || (line.facts ->> 'reference')
            AND (${hasLine(arrival)} OR ${hasLine(sql`'payment.confirmed:' || line.order_id`)})
          ELSE FALSE END OR (line.kind <> 'refund.settled' AND d.state IS 'released') AS is_left_out
      FROM line
      LEFT JOIN ${orders} o ON o.id = line.order_id
      LEFT JOIN ${refunds} r ON line.kind = 'refund.settled' AND r.id = line.facts ->> 'refund_id'
      LEFT JOIN ${disputedPayments} d ON d.order_id = line.order_id
        AND d.transaction_id = iif(line.kind = 'refund.settled', r.transaction_id, line.facts ->> 'transaction_id')
      LEFT JOIN ${attempts} a ON a.reference =
        iif(line.kind = 'refund.settled', coalesce(d.reference, o.paid_reference), line.facts ->> 'reference')
    )
    SELECT CAST((at_ms - ${startMs}) / ${slotMs} AS INTEGER) AS "slot", store_code AS "storeCode", method AS "method",
      count(*) AS "lines", min(at_ms) AS "oldestMs",
      sum(NOT is_refund AND NOT is_left_out) AS "payments",
      sum(iif(is_refund OR is_left_out, 0, coalesce(vnd, 0))) AS "paidVnd",
      sum(iif(is_refund OR is_left_out, 0, coalesce(points, 0))) AS "paidPoints",
      sum(is_refund) AS "refunds",
      sum(iif(is_refund, coalesce(vnd, 0), 0)) AS "returnedVnd",
      sum(iif(is_refund, coalesce(points, 0), 0)) AS "returnedPoints"
    FROM taken GROUP BY 1, 2, 3`)
}

const nothing: TakingsSums = {
  payments: 0,
  paidVnd: 0,
  paidPoints: 0,
  refunds: 0,
  returnedVnd: 0,
  returnedPoints: 0,
}

function plus(a: TakingsSums, b: TakingsSums): TakingsSums {
  return {
    payments: a.payments + b.payments,
    paidVnd: a.paidVnd + b.paidVnd,
    paidPoints: a.paidPoints + b.paidPoints,
    refunds: a.refunds + b.refunds,
    returnedVnd: a.returnedVnd + b.returnedVnd,
    returnedPoints: a.returnedPoints + b.returnedPoints,
  }
}

/** Sums the groups by a key, the largest sum in VND first. */
function sumsBy<Key>(
  groups: readonly Group[],
  keyOf: (group: Group) => Key,
): readonly (readonly [Key, TakingsSums])[] {
  const sums = new Map<Key, TakingsSums>()
  for (const group of groups) {
    const key = keyOf(group)
    sums.set(key, plus(sums.get(key) ?? nothing, group))
  }
  return [...sums].toSorted(([, a], [, b]) => b.paidVnd - a.paidVnd)
}

function timesOf(groups: readonly Group[], { startMs, endMs, slotMs }: Interval): TakingsOfTime[] {
  const bySlot = new Map(sumsBy(groups, ({ slot }) => slot))
  return Array.from({ length: (endMs - startMs) / slotMs }, (_, slot) => ({
    at: (startMs + slot * slotMs) / 1000,
    ...(bySlot.get(slot) ?? nothing),
  }))
}

function isOfStores({ storeCode, storeCodes }: TakingsRange, code: string | null): boolean {
  if (storeCode !== undefined && code !== storeCode) return false
  return storeCodes === undefined || (code !== null && storeCodes.includes(code))
}

/**
 * Takings by time, store and method. Each payment and refund counts at the time at which it was
 * recorded in the journal. The numbers of a past day change only where a person says of a payment
 * that it was never made, or is another name of one that counts, or takes that back.
 *
 * @throws TypeError when a day is not a date as `YYYY-MM-DD`, the range has more than 31 days or a
 *   store's code is malformed
 */
export async function readTakings(
  context: Pick<OrdersContext, 'database'>,
  range: TakingsRange,
): Promise<Takings> {
  checkContext('readTakings', context, ['database'])
  checkOptions('readTakings', range, {
    from: 'any',
    to: 'any',
    storeCode: 'any',
    storeCodes: 'any',
  })
  const { storeCode, storeCodes } = range
  requireFields('range', { storeCode: listRules.storeCode }, { storeCode })
  requireStoreCodes('range', storeCodes)
  const interval = intervalOf(range)
  const all = await readGroups(context, interval)
  const lines = all.reduce((sum, group) => sum + group.lines, 0)
  const oldestMs = Math.min(...all.map((group) => group.oldestMs))
  const groups = all.filter(
    ({ storeCode: code, payments, refunds: returned }) =>
      isOfStores(range, code) && payments + returned > 0,
  )
  return {
    from: interval.from,
    to: interval.to,
    total: groups.reduce(plus, nothing),
    times: timesOf(groups, interval),
    stores: sumsBy(groups, (group) => group.storeCode).map(([code, sums]) => ({
      ...(code !== null && { storeCode: code }),
      ...sums,
    })),
    methods: sumsBy(groups, (group) => group.method).map(([method, sums]) => ({
      ...(method !== null && { method }),
      ...sums,
    })),
    ...(lines > maxLines && { countedSince: Math.ceil(oldestMs / 1000) }),
  }
}
