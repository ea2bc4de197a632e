import type { DifferingTransaction } from '@merchant-edge/reconcile'
import { and, eq, sql } from 'drizzle-orm'
import { toSeconds } from '../../clock.ts'
import { decidedDifferencesOf, isStillCleared } from '../../database/differences-in-sql.ts'
import { openDatabase } from '../../database/open-database.ts'
import { clearedDifferences, differenceVerdicts } from '../../database/schema.ts'
import { fingerprintOf } from '../../loyalty/fingerprint.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { DifferenceVerdict, VerdictsOfDifference } from './differences-api.ts'

type Row = DifferingTransaction['service'][number]

function contentOf({ columns, status, description, serviceCode }: Row) {
  return { ...columns, status, description, serviceCode }
}

/**
 * Fingerprint that recognizes a difference in another run: it covers the content of its rows, but
 * not their line numbers.
 */
export function fingerprintOfDifference({
  type,
  partner,
  service,
}: Pick<DifferingTransaction, 'type' | 'partner' | 'service'>): Promise<string> {
  return fingerprintOf({
    type,
    partner: partner === undefined ? null : contentOf(partner),
    service: service.map((row) => contentOf(row)),
  })
}

/** The wallet transaction code of a difference. */
export function walletCodeOf({ partner, service }: DifferingTransaction): string {
  return (partner ?? service[0])?.columns.walletCode ?? ''
}

function verdictView(row: typeof differenceVerdicts.$inferSelect): DifferenceVerdict {
  const { verdict, reason, decidedBy, decidedAtMs } = row
  return { verdict, reason, staffId: decidedBy, at: toSeconds(decidedAtMs) }
}

/** The number of differences of a run that have a verdict. */
export function verdictsOn(
  context: Pick<OrdersContext, 'database'>,
  runId: string,
): Promise<number> {
  return openDatabase(context).$count(differenceVerdicts, eq(differenceVerdicts.runId, runId))
}

/** The number of differences of a run that have a verdict, or that later files have cleared. */
export async function decidedOf(
  context: Pick<OrdersContext, 'database'>,
  runId: string,
): Promise<number> {
  const [row] = await openDatabase(context).all<{ decided: number }>(
    sql`SELECT ${decidedDifferencesOf(sql`${runId}`)} AS "decided"`,
  )
  return row?.decided ?? 0
}

/**
 * The verdicts on some differences of a day, and the later files that have cleared them, in their
 * order, in two statements.
 */
export async function verdictsOf(
  context: Pick<OrdersContext, 'database'>,
  day: string,
  differences: readonly DifferingTransaction[],
): Promise<readonly VerdictsOfDifference[]> {
  const prints = await Promise.all(differences.map((one) => fingerprintOfDifference(one)))
  const codes = differences.map((one) => walletCodeOf(one))
  const { fingerprint, walletCode, decidedAtMs } = differenceVerdicts
  const db = openDatabase(context)
  const given = db
    .select()
    .from(differenceVerdicts)
    .where(
      sql`${differenceVerdicts.day} = ${day} AND (
        ${fingerprint} IN (SELECT value FROM json_each(${JSON.stringify(prints)}))
        OR ${walletCode} IN (SELECT value FROM json_each(${JSON.stringify(codes)})))`,
    )
    .orderBy(decidedAtMs)
  const clearings = db
    .select()
    .from(clearedDifferences)
    .where(
      and(
        eq(clearedDifferences.day, day),
        sql`${clearedDifferences.fingerprint} IN (SELECT value FROM json_each(${JSON.stringify(prints)}))`,
        isStillCleared,
      ),
    )
    .orderBy(clearedDifferences.clearedOn)
  const [rows, cleared] = await Promise.all([given, clearings])
  return differences.map((_, index) => {
    const clearing = cleared.findLast((row) => row.fingerprint === prints[index])
    const own = rows.find((row) => row.fingerprint === prints[index])
    const earlier = rows.findLast((row) => row !== own && row.walletCode === codes[index])
    return {
      ...(own !== undefined && { verdict: verdictView(own) }),
      ...(earlier !== undefined && { earlierVerdict: verdictView(earlier) }),
      ...(clearing !== undefined && {
        cleared: { on: clearing.clearedOn, status: clearing.status },
      }),
    }
  })
}
