import { raiseAlert } from '../alerts/alerts.ts'
import type { JournalData } from '../database/schema.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import type { FileTransaction } from './file-transactions.ts'

/** A transaction of ours in the service file, and where it stands. */
export interface FileEvidence {
  readonly transaction: FileTransaction
  /** Name and SHA-256 of the file. */
  readonly file: string
  readonly fileSha256: string
  /** Whether the partner file has told of it already, as under way. */
  readonly hasRow: boolean
}

/** How an entry is known that the service file has settled. */
export const sourceOfFile = 'daily file of the service'

/** What the journal keeps of the evidence. */
export function dataOfEvidence(evidence: FileEvidence): JournalData {
  const { transaction, file, fileSha256, hasRow } = evidence
  return {
    file,
    file_sha256: fileSha256,
    wallet_code: transaction.walletCode,
    service_code: transaction.serviceCode,
    file_date: transaction.date,
    file_time: transaction.time,
    ...(hasRow && { has_row: true }),
  }
}

/** Calls a person to what the file says and this side cannot follow by itself. */
export async function alertEvidence(
  context: DailyFilesContext,
  evidence: FileEvidence,
  alert: {
    readonly kind: 'file_amount_differs' | 'file_contradicts'
    readonly subject: string
    readonly data: JournalData
  },
): Promise<void> {
  const { vnd, points } = evidence.transaction
  await raiseAlert(context, {
    kind: alert.kind,
    subject: alert.subject,
    atMs: context.now(),
    data: {
      ...alert.data,
      ...dataOfEvidence(evidence),
      file_vnd: Number.isNaN(vnd) ? null : vnd,
      file_points: Number.isNaN(points) ? null : points,
    },
  })
}
