import { sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, journal, orders, refunds, transfers } from '../../database/schema.ts'
import { roomFor } from '../../pacing/budget.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { isTransferConfirmed } from '../../database/confirmed-in-sql.ts'
import { sourceOfFile, type FileEvidence } from './file-evidence.ts'
import { nameOfKey } from '../bucket/file-keys.ts'
import {
  fileTransactions,
  keyOfTransaction,
  type FileTransaction,
} from '../service-file/file-transactions.ts'
import { rowForm } from '../service-file/read-result-file.ts'
import { openObject } from '../bucket/run-inputs.ts'
import { applyHeldInFile } from './hold-in-file.ts'
import { RowTries } from './row-tries.ts'
import { settlePaymentByFile } from './settle-payment-by-file.ts'
import { settleRefundByFile } from './settle-refund-by-file.ts'
import { settleTransferByFile } from './settle-transfer-by-file.ts'
import { keepProgress, readProgress, type SettlingProgress } from './settling-progress.ts'
import { wantedCodes } from './wanted-codes.ts'

/** The objects with the evidence: the service file, and its rows without a row of ours. */
export interface EvidenceFiles {
  readonly serviceKey: string
  readonly serviceEtag: string
  readonly serviceSha256: string
  /** Key of the service rows without a row of ours, as written by the run. */
  readonly oneSidedKey: string
  /** Key of the stored progress (checkpoint) of an invocation that had to stop. */
  readonly progressKey: string
}

/** How far a file was processed. */
export interface ProcessedFile extends SettlingProgress {
  /** Whether the whole file was processed; `false` when the budget ended before. */
  readonly isWhole: boolean
}

/**
 * Maximum number of statements for one transaction: a payment that is looked up twice, is disputed
 * again after a verdict has ended it, and gets its row; or that fails there, and gets its alert.
 */
const statementsPerTransaction = 48
const pageTransactions = 500

/**
 * Invoice codes of rows that may say something new about one of our transactions: all but those under
 * which a file has settled it. A further transaction under the code of a settled one may be money that
 * was moved twice.
 */
async function oursAmong(
  context: DailyFilesContext,
  page: readonly FileTransaction[],
): Promise<ReadonlySet<string>> {
  const named = JSON.stringify(
    page.map(({ invoiceCode, serviceCode, walletCode }) => [invoiceCode, serviceCode, walletCode]),
  )
  const [code, codes] = [sql`(row.value ->> 0)`, sql`(row.value ->> 1, row.value ->> 2)`]
  const rows = await openDatabase(context).all<{ code: string }>(sql`
    SELECT DISTINCT ${code} AS code FROM json_each(${named}) AS row
    WHERE EXISTS (SELECT 1 FROM ${attempts} a JOIN ${orders} o ON o.id = a.order_id
        WHERE a.reference = ${code} AND NOT (
          a.state = 'paid' AND o.confirmed_by IS 'file' AND o.paid_reference IS a.reference
          AND (o.paid_transaction_id IN ${codes} OR coalesce(a.wallet_number IN ${codes}, FALSE))))
      OR EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${code} AND (state <> 'refunded' OR NOT EXISTS (
        SELECT 1 FROM ${journal} WHERE known = ${sourceOfFile} AND dedupe IN
          ('refund.settled:' || ${code}, 'refund.settled:' || ${code} || ':money', 'refund.settled:' || ${code} || ':points')
          AND facts ->> '$.wallet_code' = row.value ->> 2)))
      OR EXISTS (SELECT 1 FROM ${transfers} t WHERE t.reference = ${code} AND (
        t.state <> 'succeeded' OR t.transaction_id NOT IN ${codes}
        OR (NOT ${isTransferConfirmed(sql.raw('t.id'))} AND EXISTS (SELECT 1 FROM ${journal}
          WHERE known = 'word of a person' AND dedupe = 'transfer.succeeded:' || t.id || ':' || (t.version - 1)))))`)
  return new Set(rows.map((row) => row.code))
}

async function settleOne(context: DailyFilesContext, evidence: FileEvidence): Promise<void> {
  const { isSuccess, isFailure, isHeld, type } = evidence.transaction
  if (isHeld && type !== '-1') await applyHeldInFile(context, evidence)
  if (isSuccess) {
    if ((await settleTransferByFile(context, evidence)) !== undefined) return
    if (type !== '-1') {
      await settlePaymentByFile(context, evidence)
      return
    }
  }
  if (type === '-1' && (isSuccess || isFailure)) await settleRefundByFile(context, evidence)
}

/**
 * Settles what a service file proves: payments, refunds and transfers of unknown outcome that a row
 * names by our reference as a success with our amount, and refunds that a row names as failed.
 *
 * It examines the rows that match none of our rows, the rows of payments that our file lists as
 * pending, the rows of refunds whose outcome is open, whose wallet code is not known, or that an
 * operator has settled as not refunded, and the rows of payments with linked wallets that an operator
 * has settled: one of them may say that the money is held. It stops when the budget has no room for one more row,
 * and the next invocation continues there. A row that cannot be applied does not stop it.
 *
 * @throws FileReplacedError when the service file was replaced since it was compared
 * @throws RowsNotAppliedError when rows could not be applied, after all others
 */
export async function settleByFile(
  context: DailyFilesContext,
  files: EvidenceFiles,
): Promise<ProcessedFile> {
  const { bucket } = context.files
  const form = rowForm(context)
  const source = { file: nameOfKey(files.serviceKey), fileSha256: files.serviceSha256 }
  const before = await readProgress(context, files.progressKey)
  const lookedAt = new Set(before.lookedAt)
  const tries = new RowTries(context, before.failed)

  /** Returns `end` when the budget does not allow it, or when too many rows have failed. */
  async function settle(
    transaction: FileTransaction,
    { hasRow }: { readonly hasRow: boolean },
  ): Promise<'done' | 'failed' | 'end'> {
    const key = keyOfTransaction(transaction)
    if (tries.hasFailed(key)) return 'failed'
    if (tries.areTooMany) return 'end'
    if (roomFor(context, { each: statementsPerTransaction, max: 1 }) === 0) return 'end'
    const evidence = { transaction, ...source, hasRow }
    const isDone = await tries.apply(key, evidence, () => settleOne(context, evidence))
    if (isDone) lookedAt.add(key)
    return isDone ? 'done' : 'failed'
  }

  /** Settles transactions without a row of ours. */
  async function settlePage(page: readonly FileTransaction[]): Promise<boolean> {
    const ours = await oursAmong(context, page)
    for (const transaction of page) {
      const { invoiceCode } = transaction
      if (!ours.has(invoiceCode) || before.lookedAt.has(keyOfTransaction(transaction))) continue
      const settling = await settle(transaction, { hasRow: false })
      if (settling === 'end') return false
      if (settling === 'done') lookedAt.add(invoiceCode)
    }
    return true
  }

  async function settleOneSided(): Promise<boolean> {
    let page: FileTransaction[] = []
    const oneSided = await openObject(bucket, files.oneSidedKey)
    for await (const transaction of fileTransactions(oneSided, { form })) {
      page.push(transaction)
      if (page.length < pageTransactions) continue
      if (!(await settlePage(page))) return false
      page = []
    }
    return settlePage(page)
  }

  async function settleWanted(wanted: ReadonlySet<string>): Promise<boolean> {
    const service = await openObject(bucket, files.serviceKey, files.serviceEtag)
    for await (const transaction of fileTransactions(service, { form, wanted })) {
      if (before.lookedAt.has(keyOfTransaction(transaction))) continue
      if ((await settle(transaction, { hasRow: true })) === 'end') return false
    }
    return true
  }

  async function settleOpen(): Promise<boolean> {
    for await (const wanted of wantedCodes(context, lookedAt)) {
      if (!(await settleWanted(wanted))) return false
    }
    return true
  }

  const isWhole = (await settleOneSided()) && (await settleOpen())
  const { failed } = tries
  if (!isWhole || failed.size > 0) {
    await keepProgress(context, files.progressKey, { lookedAt, failed })
  }
  tries.throwIfAnyFailed()
  return { lookedAt, failed, isWhole }
}
