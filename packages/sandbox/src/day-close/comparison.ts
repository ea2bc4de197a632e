import { and, desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { exchangeComparisons } from './tables.ts'

/** A row of the partner's file that was left out of the comparison. It has no value of the row. */
const exceptionRow = v.object({
  /** Line in the partner's file, from 1. */
  line: v.number(),
  kind: v.string(),
  reason: v.string(),
  /** Name of the column with the error; empty when the error is in no single column. */
  column: v.string(),
  cause: v.string(),
  remedy: v.string(),
})

const count = v.number()

const comparisonReport = v.variant('outcome', [
  v.object({
    outcome: v.literal('compared'),
    /** Transactions by their reconciliation status. */
    counts: v.object({ '00': count, '01': count, '02': count, '03': count }),
    /** Rows of the partner's file that were left out, by kind. */
    exceptions: v.object({ bad_checksum: count, malformed: count, duplicate: count }),
    /** The first of the rows that were left out, at most 20. */
    firstExceptions: v.array(exceptionRow),
    /** Rows of the partner's file. */
    partnerRows: count,
    /** Rows of the result file. */
    resultRows: count,
    /** Whether the difference of the totals equals the sum of the differences found. */
    bridgeCloses: v.boolean(),
  }),
  v.object({
    outcome: v.literal('refused'),
    reason: v.picklist(['wrong_day', 'wrong_key', 'unreadable']),
    /** What is wrong, and what to do. */
    message: v.string(),
  }),
])

/** Result of comparing a partner's file with the ledger. */
export type ComparisonReport = v.InferOutput<typeof comparisonReport>

/** Result of the partner's file of a day. */
export interface Comparison {
  /** Unix seconds. */
  readonly comparedAt: number
  /** SHA-256 of the partner's file that was compared. */
  readonly sha256: string
  readonly report: ComparisonReport
}

/** A comparison of the two files of a day, which is `YYYY-MM-DD` in Vietnam. */
export interface DayComparison extends Comparison {
  readonly day: string
}

function comparisonOf(row: typeof exchangeComparisons.$inferSelect): DayComparison {
  const { day, comparedAt, sha256 } = row
  return { day, comparedAt, sha256, report: v.parse(comparisonReport, row.report) }
}

/** Comparisons of a partner, the newest day first. */
export async function listComparisons(
  database: Database,
  merchantCode: string,
): Promise<readonly DayComparison[]> {
  const rows = await database
    .select()
    .from(exchangeComparisons)
    .where(eq(exchangeComparisons.merchantCode, merchantCode))
    .orderBy(desc(exchangeComparisons.day))
  return rows.map(comparisonOf)
}

/** The comparison of a day; `undefined` while the partner's file is not compared. */
export async function findComparison(
  database: Database,
  merchantCode: string,
  day: string,
): Promise<DayComparison | undefined> {
  const [row] = await database
    .select()
    .from(exchangeComparisons)
    .where(
      and(eq(exchangeComparisons.merchantCode, merchantCode), eq(exchangeComparisons.day, day)),
    )
  return row && comparisonOf(row)
}

/** Statement that stores a comparison and replaces the earlier one. */
export function storeComparison(
  database: Database,
  merchantCode: string,
  comparison: DayComparison,
): Statement {
  const { day, ...fields } = comparison
  return database
    .insert(exchangeComparisons)
    .values({ merchantCode, day, ...fields })
    .onConflictDoUpdate({
      target: [exchangeComparisons.merchantCode, exchangeComparisons.day],
      set: fields,
    })
}

/** Statement that deletes a comparison whose file was removed. */
export function removeComparison(database: Database, merchantCode: string, day: string): Statement {
  return database
    .delete(exchangeComparisons)
    .where(
      and(eq(exchangeComparisons.merchantCode, merchantCode), eq(exchangeComparisons.day, day)),
    )
}
