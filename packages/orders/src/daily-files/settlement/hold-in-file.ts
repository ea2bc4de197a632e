import { eq } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { callsRestarted } from '../../linked-payments/answers/ask-after-verdict.ts'
import { isByVerdictAlone } from '../../linked-payments/answers/by-verdict.ts'
import { heldAgainstVerdict } from '../../linked-payments/answers/held-against-verdict.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { dataOfEvidence, sourceOfFile, type FileEvidence } from './file-evidence.ts'

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
