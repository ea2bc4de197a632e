import { sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { journal } from '../../database/schema.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import type { FileEvidence } from './file-evidence.ts'

/**
 * Number of payments, refunds and transfers that a service file has settled, by the journal: it has the
 * lines of every invocation, also of one that was killed.
 */
export async function settledByFile(
  context: Pick<DailyFilesContext, 'database'>,
  { file, fileSha256 }: Pick<FileEvidence, 'file' | 'fileSha256'>,
): Promise<number> {
  // The source is not a parameter: the partial index of these few lines serves only the literal. A late
  // line confirms what a person has settled.
  const [found] = await openDatabase(context)
    .select({ lines: sql<number>`COUNT(*)` })
    .from(journal)
    .where(
      sql`known = 'daily file of the service' AND facts ->> '$.file_sha256' = ${fileSha256}
        AND facts ->> '$.file' = ${file} AND facts ->> '$.late' IS NULL
        AND kind IN ('payment.confirmed', 'order.disputed', 'payment.reopened', 'payment.corrected',
          'refund.settled', 'refund.refused', 'transfer.succeeded')`,
    )
  return found?.lines ?? 0
}
