import { eq, gte, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, journal } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { callsRestarted } from '../../linked-payments/answers/ask-after-verdict.ts'
import { isByVerdictAlone } from '../../linked-payments/answers/by-verdict.ts'
import { heldAgainstVerdict } from '../../linked-payments/answers/held-against-verdict.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { dataOfEvidence, sourceOfFile, type FileEvidence } from './file-evidence.ts'

/** Age up to which a payment that a verdict has settled is looked for among the held rows. */
const lookedForMs = 7 * 24 * 60 * 60_000
const mostLookedFor = 5000

/**
 * References of payments with linked wallets that a verdict has settled and about whose money no
 * answer has said anything: a row of the file may say that it is held.
 */
export async function paymentsByVerdict(context: DailyFilesContext): Promise<readonly string[]> {
  const rows = await openDatabase(context)
    .select({ reference: sql<string | null>`json_extract(${journal.data}, '$.reference')` })
    .from(journal)
    .where(
      sql`${journal.evidence} = 'word of a person' AND ${gte(journal.atMs, context.now() - lookedForMs)}
        AND ${journal.kind} IN ('payment.confirmed', 'payment.disputed', 'payment.refused', 'hold.released')
        AND NOT EXISTS (SELECT 1 FROM ${journal} AS k
          WHERE k.dedupe = 'hold.known:' || json_extract("journal"."facts", '$.reference'))`,
    )
    .limit(mostLookedFor)
  return rows.flatMap(({ reference }) => (reference === null ? [] : [reference]))
}

/**
 * Applies a row that calls the money of a payment held, although a verdict says that it was taken or
 * released: an alert is raised, and the service is asked again to capture or release it.
 */
export async function applyHeldInFile(
  context: DailyFilesContext,
  evidence: FileEvidence,
): Promise<void> {
  const [attempt] = await openDatabase(context)
    .select({ orderId: attempts.orderId, reference: attempts.reference })
    .from(attempts)
    .where(eq(attempts.reference, evidence.transaction.invoiceCode))
  if (attempt === undefined) return
  const held = heldAgainstVerdict(context, {
    attempt,
    says: 'held in the file',
    where: isByVerdictAlone(attempt),
    evidence: sourceOfFile,
    more: dataOfEvidence(evidence),
  })
  await transact(context, {
    ...held,
    optional: { decide: callsRestarted(attempt, context.now()) },
  })
}
