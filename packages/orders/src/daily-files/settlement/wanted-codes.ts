import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, journal, refunds } from '../../database/schema.ts'
import { refundsIn } from '../../database/states-in-sql.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { isCodeOfRefund } from './file-evidence.ts'

/** Codes that are looked for in one reading of the file: they are held in memory. */
const codesPerReading = 5000
/** Age up to which a settled payment or refund is looked for: among held rows, or failed ones. */
const lookedForMs = 7 * 24 * 60 * 60_000

/** An invoice code, and the place of its payment or refund in the order in which they are read. */
interface PlacedCode {
  readonly code: string | null
  readonly place: number
}

/** Reads the next codes of one kind, those behind the last one that was read. */
type ReadCodes = (
  context: DailyFilesContext,
  after: PlacedCode | undefined,
) => Promise<readonly PlacedCode[]>

/** References of payments of unknown outcome that our own partner file lists as pending. */
const unknownPaymentsWithRow: ReadCodes = (context, after) =>
  openDatabase(context)
    .select({ code: attempts.reference, place: sql<number>`0` })
    .from(attempts)
    .where(
      and(
        // Not a parameter: the partial index of these few serves only the literal.
        sql`${attempts.state} = 'payment_unknown'`,
        sql`coalesce(${attempts.walletNumber}, ${attempts.transactionId}) IS NOT NULL`,
        after === undefined ? undefined : sql`${attempts.reference} > ${after.code}`,
      ),
    )
    .orderBy(sql`+${attempts.reference}`)
    .limit(codesPerReading)

async function refundsThat(
  context: DailyFilesContext,
  are: SQL | undefined,
  after: PlacedCode | undefined,
): Promise<PlacedCode[]> {
  const isBehind =
    after && sql`(${refunds.createdAtMs}, ${refunds.id}) > (${after.place}, ${after.code})`
  return openDatabase(context)
    .select({ code: refunds.id, place: refunds.createdAtMs })
    .from(refunds)
    .where(and(are, isBehind))
    .orderBy(refunds.createdAtMs, refunds.id)
    .limit(codesPerReading)
}

/**
 * Ids of refunds whose outcome is open. They are needed because our partner file may already list
 * one half, and because failed rows of the service are never one-sided.
 */
const openRefunds: ReadCodes = (context, after) =>
  refundsThat(
    context,
    and(
      sql`${refunds.state} IN ('refund_unknown', 'presumed_refunded', 'part_settled')`,
      eq(refunds.owedRefused, false),
    ),
    after,
  )

/**
 * Ids of refunds that count as made although the service has not named their wallet code: nothing
 * but a failed row may show that they were not made, because our partner file does not list them.
 */
const unnamedRefunds: ReadCodes = (context, after) => {
  const settled = sql`dedupe IN ('refund.settled:' || ${refunds.id},
    'refund.settled:' || ${refunds.id} || ':money', 'refund.settled:' || ${refunds.id} || ':points')`
  return refundsThat(
    context,
    and(
      sql`${refunds.state} = 'refunded' AND ${refunds.origin} = 'shop'`,
      gte(refunds.createdAtMs, context.now() - lookedForMs),
      sql`EXISTS (SELECT 1 FROM ${journal} WHERE ${settled} AND facts ->> '$.wallet_code' IS NULL)`,
      sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE ${isCodeOfRefund(refunds.orderId, refunds.id)})`,
    ),
    after,
  )
}

/**
 * Ids of refunds that an operator has settled as not refunded. A failed row may prove the verdict,
 * so that it can no longer be corrected.
 */
const deniedRefunds: ReadCodes = (context, after) =>
  refundsThat(
    context,
    and(refundsIn.deniedByPerson, gte(refunds.createdAtMs, context.now() - lookedForMs)),
    after,
  )

/**
 * References of payments with linked wallets that a verdict has settled and about whose money no
 * answer has said anything: a row of the file may say that it is held.
 */
const paymentsByVerdict: ReadCodes = (context, after) =>
  openDatabase(context)
    .select({
      code: sql<string | null>`json_extract(${journal.data}, '$.reference')`,
      place: journal.seq,
    })
    .from(journal)
    .where(
      sql`${journal.evidence} = 'word of a person' AND ${gte(journal.atMs, context.now() - lookedForMs)}
        AND ${journal.kind} IN ('payment.confirmed', 'payment.disputed', 'payment.refused', 'hold.released')
        AND NOT EXISTS (SELECT 1 FROM ${journal} AS k
          WHERE k.dedupe = 'hold.known:' || json_extract("journal"."facts", '$.reference'))
        AND +${journal.seq} > ${after?.place ?? 0}`,
    )
    .orderBy(sql`+${journal.seq}`)
    .limit(codesPerReading)

const kinds: readonly ReadCodes[] = [
  unknownPaymentsWithRow,
  openRefunds,
  unnamedRefunds,
  deniedRefunds,
  paymentsByVerdict,
]

/**
 * Invoice codes that are looked for in the service file although our partner file may list them, in
 * sets that fit into memory. No later file has their rows: each of them is looked for in this one.
 *
 * @param lookedAt codes that are left out
 */
export async function* wantedCodes(
  context: DailyFilesContext,
  lookedAt: ReadonlySet<string>,
): AsyncGenerator<ReadonlySet<string>, void, void> {
  let wanted = new Set<string>()
  for (const read of kinds) {
    let after: PlacedCode | undefined
    do {
      const page = await read(context, after)
      for (const { code } of page) if (code !== null && !lookedAt.has(code)) wanted.add(code)
      after = page.length < codesPerReading ? undefined : page.at(-1)
      if (wanted.size < codesPerReading) continue
      yield wanted
      wanted = new Set()
    } while (after !== undefined)
  }
  if (wanted.size > 0) yield wanted
}
