import type { DifferingTransaction } from '@merchant-edge/reconcile'
import { eq, sql } from 'drizzle-orm'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { differenceVerdicts } from '../database/schema.ts'
import { fingerprintOf } from '../loyalty/fingerprint.ts'
import type { OrdersContext } from '../orders-context.ts'
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
}: DifferingTransaction): Promise<string> {
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

/** SQL: the number of differences of a run that have a verdict. */
export function verdictsOn(
  context: Pick<OrdersContext, 'database'>,
  runId: string,
): Promise<number> {
  return openDatabase(context).$count(differenceVerdicts, eq(differenceVerdicts.runId, runId))
}

/** The verdicts on some differences of a day, in their order, in one statement. */
export async function verdictsOf(
  context: Pick<OrdersContext, 'database'>,
  day: string,
  differences: readonly DifferingTransaction[],
): Promise<readonly VerdictsOfDifference[]> {
  const prints = await Promise.all(differences.map((one) => fingerprintOfDifference(one)))
  const codes = differences.map((one) => walletCodeOf(one))
  const { fingerprint, walletCode, decidedAtMs } = differenceVerdicts
  const rows = await openDatabase(context)
    .select()
    .from(differenceVerdicts)
    .where(
      sql`${differenceVerdicts.day} = ${day} AND (
        ${fingerprint} IN (SELECT value FROM json_each(${JSON.stringify(prints)}))
        OR ${walletCode} IN (SELECT value FROM json_each(${JSON.stringify(codes)})))`,
    )
    .orderBy(decidedAtMs)
  return differences.map((_, index) => {
    const own = rows.find((row) => row.fingerprint === prints[index])
    const earlier = rows.findLast((row) => row !== own && row.walletCode === codes[index])
    return {
      ...(own !== undefined && { verdict: verdictView(own) }),
      ...(earlier !== undefined && { earlierVerdict: verdictView(earlier) }),
    }
  })
}
