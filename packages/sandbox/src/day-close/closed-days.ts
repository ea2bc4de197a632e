import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { FileKind } from '@merchant-edge/reconcile/files'
import type { Database, Statement } from '../database/database.ts'
import { exchangeDays } from './tables.ts'
import { readFileName } from './file-names.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  findComparison,
  listComparisons,
  type Comparison,
  type DayComparison,
} from './comparison.ts'
import { exchangeFileOf, listExchangeFiles, type ExchangeFile } from './exchange-files.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import type { ServiceRowValues } from './service-rows.ts'
import {
  closeSwitches,
  closeWithoutFaults,
  spoiledRow,
  type CloseSwitches,
  type SpoiledRow,
} from './spoil-rows.ts'

/** A day of a merchant whose service file was written. */
export interface ClosedDay {
  readonly merchantCode: string
  /** `YYYY-MM-DD` in Vietnam. */
  readonly day: string
  /** Unix seconds. */
  readonly closedAt: number
  /** Rows of the service file. */
  readonly rows: number
  /** Switches with which the service file was written. */
  readonly switches: CloseSwitches
  /** Rows that the switches changed, and rows that were held back from earlier days. */
  readonly spoiled: readonly SpoiledRow[]
}

const storedSpoiled = v.array(spoiledRow)
const storedRows = v.array(v.array(v.string()))

function closedDayOf(row: typeof exchangeDays.$inferSelect): ClosedDay {
  const { merchantCode, day, closedAt, rows } = row
  return {
    merchantCode,
    day,
    closedAt,
    rows,
    switches: v.parse(v.fallback(closeSwitches, closeWithoutFaults), row.switches),
    spoiled: v.parse(storedSpoiled, row.spoiled),
  }
}

/** Closed days of a merchant, newest first, at most 400. */
async function listClosedDays(
  database: Database,
  merchantCode: string,
): Promise<readonly ClosedDay[]> {
  const rows = await database
    .select()
    .from(exchangeDays)
    .where(eq(exchangeDays.merchantCode, merchantCode))
    .orderBy(desc(exchangeDays.day))
    .limit(400)
  return rows.map(closedDayOf)
}

/** Closing time of every closed day of a merchant, in unix seconds, without a limit of days. */
export async function closingTimes(
  database: Database,
  merchantCode: string,
): Promise<readonly Pick<ClosedDay, 'day' | 'closedAt'>[]> {
  return database
    .select({ day: exchangeDays.day, closedAt: exchangeDays.closedAt })
    .from(exchangeDays)
    .where(eq(exchangeDays.merchantCode, merchantCode))
}

/** A closed day; `undefined` while it is open. */
export async function findClosedDay(
  database: Database,
  merchantCode: string,
  day: string,
): Promise<ClosedDay | undefined> {
  const [row] = await database
    .select()
    .from(exchangeDays)
    .where(and(eq(exchangeDays.merchantCode, merchantCode), eq(exchangeDays.day, day)))
  return row && closedDayOf(row)
}

/** Late rows of earlier days that belong into the file of a day because no other file has them. */
export async function lateRowsFor(
  database: Database,
  merchantCode: string,
  day: string,
): Promise<readonly ServiceRowValues[]> {
  const rows = await database
    .select({ lateRows: exchangeDays.lateRows })
    .from(exchangeDays)
    .where(isLateFor(merchantCode, day))
    .orderBy(exchangeDays.day)
  return rows.flatMap(({ lateRows }) => v.parse(storedRows, lateRows))
}

function isLateFor(merchantCode: string, day: string) {
  return and(
    eq(exchangeDays.merchantCode, merchantCode),
    lt(exchangeDays.day, day),
    gt(exchangeDays.lateCount, 0),
    or(isNull(exchangeDays.lateTakenBy), eq(exchangeDays.lateTakenBy, day)),
  )
}

/** Statement that marks the late rows of earlier days as written to the file of a day. */
export function takeLateRows(database: Database, merchantCode: string, day: string): Statement {
  return database.update(exchangeDays).set({ lateTakenBy: day }).where(isLateFor(merchantCode, day))
}

/** Earlier days whose late rows are in no file yet. */
export async function daysWithLateRows(
  database: Database,
  merchantCode: string,
): Promise<readonly string[]> {
  const rows = await database
    .select({ day: exchangeDays.day })
    .from(exchangeDays)
    .where(
      and(
        eq(exchangeDays.merchantCode, merchantCode),
        gt(exchangeDays.lateCount, 0),
        isNull(exchangeDays.lateTakenBy),
      ),
    )
  return rows.map(({ day }) => day)
}

/** A day to be stored as closed. */
export interface NewClosedDay extends ClosedDay {
  readonly lateRows: readonly ServiceRowValues[]
}

/**
 * Statement that stores a closed day.
 *
 * @param seen the close that was stored when this one began; when another close was stored since,
 *   the statement changes nothing
 */
export function storeClosedDay(
  database: Database,
  { lateRows, ...closed }: NewClosedDay,
  seen: ClosedDay | undefined,
): Statement {
  const row = { ...closed, lateRows, lateCount: lateRows.length }
  if (seen === undefined) return database.insert(exchangeDays).values(row).onConflictDoNothing()
  return (
    database
      .update(exchangeDays)
      // Unchanged late rows stay assigned to the file that has them, so that no other file gets
      // them too.
      .set({
        ...row,
        lateTakenBy: sql`CASE WHEN ${exchangeDays.lateRows} = ${JSON.stringify(lateRows)} THEN ${exchangeDays.lateTakenBy} END`,
      })
      .where(
        and(
          eq(exchangeDays.merchantCode, closed.merchantCode),
          eq(exchangeDays.day, closed.day),
          eq(exchangeDays.closedAt, seen.closedAt),
        ),
      )
  )
}

/** A day of the exchange: its files, its close, and the result of the partner's file. */
export interface ExchangeDay {
  readonly merchantCode: string
  /** `YYYY-MM-DD` in Vietnam. */
  readonly day: string
  /** When it was closed, in unix seconds; null while it is open. */
  readonly closedAt: number | null
  /** Rows of the service file; null while there is none. */
  readonly rows: number | null
  /** Deliberate errors of the service file. */
  readonly spoiled: ClosedDay['spoiled']
  /** The files of the day that exist. */
  readonly files: Readonly<Partial<Record<FileKind, ExchangeFile>>>
  /** Result of the partner's file; null while there is no file, or the day is not closed. */
  readonly comparison: Comparison | null
}

const maxDays = 60

/** All stored data about days of a partner. */
interface KnownDays {
  readonly merchantCode: string
  readonly closed: readonly ClosedDay[]
  readonly comparisons: readonly DayComparison[]
  readonly named: readonly NamedFile[]
}

interface NamedFile {
  readonly kind: FileKind
  readonly day: string
  readonly file: ExchangeFile
}

async function namedFiles(sandbox: Sandbox, merchantCode: string): Promise<readonly NamedFile[]> {
  const files = await listExchangeFiles(sandbox.database, merchantCode)
  return files.flatMap((file) => {
    const parsed = readFileName(sandbox, file.name)
    return parsed?.partner === merchantCode ? [{ ...parsed, file: exchangeFileOf(file) }] : []
  })
}

function exchangeDayOf(day: string, known: KnownDays): ExchangeDay {
  const close = known.closed.find((one) => one.day === day)
  const ofDay = known.named.filter((one) => one.day === day)
  return {
    merchantCode: known.merchantCode,
    day,
    closedAt: close?.closedAt ?? null,
    rows: close?.rows ?? null,
    spoiled: close?.spoiled ?? [],
    files: Object.fromEntries(ofDay.map(({ kind, file }) => [kind, file])),
    comparison: known.comparisons.find((one) => one.day === day) ?? null,
  }
}

/** Days of a partner that are closed or have a file, newest first, at most 60. */
export async function listExchangeDays(
  sandbox: Sandbox,
  { merchantCode }: ExchangePartner,
): Promise<readonly ExchangeDay[]> {
  const { database } = sandbox
  const [closed, comparisons, named] = await Promise.all([
    listClosedDays(database, merchantCode),
    listComparisons(database, merchantCode),
    namedFiles(sandbox, merchantCode),
  ])
  const days = new Set([...closed, ...named].map(({ day }) => day))
  return [...days]
    .sort()
    .toReversed()
    .slice(0, maxDays)
    .map((day) => exchangeDayOf(day, { merchantCode, closed, comparisons, named }))
}

/** A day of a partner, of any age; `undefined` when it is not closed and has no file. */
export async function findExchangeDay(
  sandbox: Sandbox,
  { merchantCode }: ExchangePartner,
  day: string,
): Promise<ExchangeDay | undefined> {
  const { database } = sandbox
  const [close, comparison, named] = await Promise.all([
    findClosedDay(database, merchantCode, day),
    findComparison(database, merchantCode, day),
    namedFiles(sandbox, merchantCode),
  ])
  if (close === undefined && !named.some((file) => file.day === day)) return undefined
  const closed = close === undefined ? [] : [close]
  const comparisons = comparison === undefined ? [] : [comparison]
  return exchangeDayOf(day, { merchantCode, closed, comparisons, named })
}
