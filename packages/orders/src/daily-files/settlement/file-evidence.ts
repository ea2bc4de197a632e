import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { differenceVerdicts, journal, type JournalData } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import type { FileTransaction } from '../service-file/file-transactions.ts'

/** One of our transactions in the service file, with the name of the file. */
export interface FileEvidence {
  readonly transaction: FileTransaction
  /** Name and SHA-256 of the file. */
  readonly file: string
  readonly fileSha256: string
  /** Whether the partner file lists it already, as pending. */
  readonly hasRow: boolean
}

/** The source recorded in journal lines that were settled by the service file. */
export const sourceOfFile = 'daily file of the service'

/** The part of the evidence that the journal stores. */
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

/**
 * Condition: no person has decided a difference about this transaction. A difference is carried on
 * and found again with every file; without this condition a decided difference would raise the
 * alert for ever.
 */
export function isUndecided({ transaction }: FileEvidence): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${differenceVerdicts} WHERE ${differenceVerdicts.walletCode} = ${transaction.walletCode})`
}

/**
 * Raises an alert for a row of the file that cannot be applied automatically, unless a person has
 * decided about it. For an open transfer the alert is raised even then: the decision does not
 * settle the transfer, and nothing else reminds of it.
 */
export async function alertEvidence(
  context: DailyFilesContext,
  evidence: FileEvidence,
  alert: {
    readonly kind:
      | 'file_amount_differs'
      | 'file_contradicts'
      | 'file_row_failing'
      | 'transaction_of_other_transfer'
    readonly subject: string
    readonly data: JournalData
  },
): Promise<void> {
  const { vnd, points } = evidence.transaction
  const raised = {
    kind: alert.kind,
    subject: alert.subject,
    atMs: context.now(),
    data: {
      ...alert.data,
      ...dataOfEvidence(evidence),
      file_vnd: Number.isNaN(vnd) ? null : vnd,
      file_points: Number.isNaN(points) ? null : points,
    },
  }
  const isOpenTransfer = alert.kind === 'transaction_of_other_transfer'
  await transact(context, alertOnce(raised, isOpenTransfer ? undefined : isUndecided(evidence)))
}

/** The key of the journal line that names a wallet transaction code of one half, or of all. */
export function keyOfCode(type: FileTransaction['type'], walletCode: string, half = ''): string {
  return `transaction.known:${type}:${walletCode}${half}`
}

/** Condition: a journal line that names the wallet transaction code of a refund later. */
export function isCodeOfRefund(orderId: string | SQLWrapper, id: string | SQLWrapper): SQL {
  return sql`${journal.orderId} = ${orderId} AND ${journal.kind} = 'transaction.known'
    AND ${journal.data} ->> '$.refund_id' = ${id}`
}

/**
 * Records the wallet transaction code of a transaction that was settled without one. Its row goes
 * into the partner file of the day on which the code becomes known.
 */
export async function recordTransactionKnown(
  context: DailyFilesContext,
  evidence: FileEvidence,
  known: {
    readonly orderId: string
    readonly amountVnd: number
    readonly data: JournalData
    /** Distinguishes the two halves of a refund, which have the same code. */
    readonly half?: string
  },
): Promise<void> {
  const { walletCode, type } = evidence.transaction
  await transact(
    context,
    entryOnce({
      atMs: context.now(),
      kind: 'transaction.known',
      orderId: known.orderId,
      dedupe: keyOfCode(type, walletCode, known.half),
      evidence: sourceOfFile,
      data: { ...known.data, amount_vnd: known.amountVnd, type, ...dataOfEvidence(evidence) },
    }),
  )
}
