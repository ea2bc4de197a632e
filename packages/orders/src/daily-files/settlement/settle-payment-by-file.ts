import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, disputedPayments, journal, orders } from '../../database/schema.ts'
import { isNeverMadeIn } from '../../database/confirmed-in-sql.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { contradictedPayment, paymentNamedByPerson } from '../../payments/contradicted-payment.ts'
import {
  confirmedByService,
  countedIsKnown,
  keyOfKnown,
} from '../../payments/disputes/confirmed-by-service.ts'
import { isAttemptAsRead, settlePayment, type Settlement } from '../../payments/settle-payment.ts'
import { pointValueVnd } from '../../rules/point-value.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { applyToNewest } from './apply-to-newest.ts'
import {
  alertEvidence,
  dataOfEvidence,
  sourceOfFile,
  type FileEvidence,
  recordTransactionKnown,
} from './file-evidence.ts'
import { instantOfFile } from '../vietnam-day.ts'

interface PaymentRows {
  readonly attempt: typeof attempts.$inferSelect
  readonly order: typeof orders.$inferSelect
  /** The disputed payment that the row names, if any; never a payment of another order. */
  readonly disputed: typeof disputedPayments.$inferSelect | null
  /** Whether a verdict has ended the disputed payment of the attempt as never made. */
  readonly isNeverMade: boolean
}

/** The action for an attempt that is paid according to the file. */
type Step = 'settle' | 'ask' | 'wait' | 'name' | 'contradiction'

function stepOf(
  { attempt, order, disputed, isNeverMade }: PaymentRows,
  { transaction }: FileEvidence,
): Step {
  const { state, method, serviceOrderId, transactionId } = attempt
  const isSame = transactionId === null || transactionId === transaction.serviceCode
  if (state === 'paid') {
    const ids = [order.paidTransactionId, attempt.walletNumber]
    const isNamed = ids.includes(transaction.serviceCode) || ids.includes(transaction.walletCode)
    return isNamed || disputed !== null ? 'name' : 'contradiction'
  }
  if (method !== 'linked-wallet') {
    if (state === 'creating') return 'wait'
    // When the service can be queried, its signed answer decides instead of a row of a file.
    return serviceOrderId === null ? 'settle' : 'ask'
  }
  if (state === 'payment_unknown' || state === 'capturing' || (state === 'refused' && isNeverMade))
    return isSame ? 'settle' : 'contradiction'
  const isUnderWay = state === 'paying' || state === 'confirming' || state === 'awaiting_otp'
  return isUnderWay ? 'wait' : 'contradiction'
}

async function settle(
  context: DailyFilesContext,
  { attempt, order }: PaymentRows,
  evidence: FileEvidence,
): Promise<Settlement> {
  const { transaction } = evidence
  const { vnd, points, serviceCode, walletCode } = transaction
  return settlePayment(context, {
    orderId: order.id,
    reference: attempt.reference,
    serviceOrderId: null,
    transactionId: attempt.transactionId ?? serviceCode,
    status: { order_amount: order.amountVnd, vnd_amount: vnd, point_amount: points },
    foundBy: 'file',
    evidence: sourceOfFile,
    ...(attempt.method === 'linked-wallet' && { walletNumber: walletCode }),
    fileTimeMs: instantOfFile(transaction),
    where: isAttemptAsRead(attempt),
    data: dataOfEvidence(evidence),
  })
}

/**
 * The journal lines from which the partner-file row of a payment may be made, and the amount of
 * that row. A disputed payment whose transaction was corrected has only the line of the correction.
 */
function linesOf({ order, disputed }: PaymentRows) {
  if (disputed === null) {
    const dedupes = [`payment.confirmed:${order.id}`]
    return { dedupes, amountVnd: order.amountVnd, transactionId: undefined }
  }
  const { transactionId, reference, paidVnd, paidPoints } = disputed
  return {
    dedupes: [
      `payment.arrived:${order.id}:${transactionId}`,
      `payment.corrected:${reference}:${transactionId}`,
      // It counted as the payment of the order before another one took its place.
      `payment.confirmed:${order.id}`,
    ],
    transactionId,
    amountVnd: paidVnd + paidPoints * pointValueVnd,
  }
}

/** Records the wallet transaction code of a linked payment whose answer did not contain it. */
async function nameTransaction(
  context: DailyFilesContext,
  rows: PaymentRows,
  evidence: FileEvidence,
): Promise<void> {
  const { attempt, order } = rows
  if (attempt.method !== 'linked-wallet' || attempt.walletNumber !== null) return
  const { dedupes, amountVnd, transactionId } = linesOf(rows)
  const found = await openDatabase(context)
    .select({ data: journal.data })
    .from(journal)
    .where(inArray(journal.dedupe, dedupes))
  const lines = found.filter(
    ({ data }) => transactionId === undefined || data['transaction_id'] === transactionId,
  )
  const isNamed = lines.some(({ data }) => typeof data['wallet_code'] === 'string')
  if (lines.length === 0 || isNamed) return
  await recordTransactionKnown(context, evidence, {
    orderId: order.id,
    amountVnd,
    data: { reference: attempt.reference },
  })
}

/**
 * Records that the service has named a payment that only a verdict has named until now.
 *
 * @returns `false` when the payment has changed since it was read
 */
async function confirmPayment(
  context: DailyFilesContext,
  { attempt, order, disputed }: PaymentRows,
): Promise<boolean> {
  const { orderId, reference, method } = attempt
  const atMs = context.now()
  const ofAttempt = { orderId, reference, evidence: sourceOfFile } as const
  if (disputed?.foundBy === 'person' && disputed.state === 'open') {
    const { transactionId } = disputed
    const reported = { ...ofAttempt, transactionId, paid: { foundBy: 'file' } } as const
    return transact(context, confirmedByService(reported, atMs))
  }
  const { confirmedBy, paidReference, paidTransactionId } = order
  const isSaid = method === 'linked-wallet' && confirmedBy === 'person'
  if (!isSaid || paidReference !== reference || paidTransactionId === null) return true
  const counted = { ...ofAttempt, transactionId: paidTransactionId }
  if (await transact(context, countedIsKnown(counted, atMs))) return true
  const [line] = await openDatabase(context)
    .select({ seq: journal.seq })
    .from(journal)
    .where(eq(journal.dedupe, keyOfKnown(counted)))
  return line !== undefined
}

/**
 * Stores the transaction of a row, for the operator who has recorded the payment as paid under another
 * one.
 */
async function keepOtherTransaction(
  context: DailyFilesContext,
  { attempt, order }: PaymentRows,
  evidence: FileEvidence,
): Promise<void> {
  const { orderId, reference } = attempt
  const { vnd, points, serviceCode } = evidence.transaction
  if (vnd + points * pointValueVnd !== order.amountVnd) return
  const rows = await readOrder(context, orderId)
  if (rows === undefined || paymentNamedByPerson(rows, attempt) === undefined) return
  await transact(
    context,
    contradictedPayment(
      { orderId, reference },
      {
        atMs: context.now(),
        evidence: sourceOfFile,
        transactionId: serviceCode,
        data: dataOfEvidence(evidence),
      },
    ),
  )
}

async function take(
  context: DailyFilesContext,
  rows: PaymentRows,
  evidence: FileEvidence,
): Promise<boolean | 'overtaken'> {
  const { attempt, order } = rows
  const { vnd, points } = evidence.transaction
  const data = { order_id: order.id, state: attempt.state, amount_vnd: order.amountVnd }
  const about = { subject: attempt.reference, data }
  const step = stepOf(rows, evidence)
  if (step === 'wait') return false
  if (step === 'name') {
    if (!(await confirmPayment(context, rows))) return 'overtaken'
    await nameTransaction(context, rows, evidence)
    return false
  }
  if (step === 'contradiction') {
    await keepOtherTransaction(context, rows, evidence)
    await alertEvidence(context, evidence, { kind: 'file_contradicts', ...about })
    return false
  }
  if (step === 'ask') {
    await transact(context, {
      decide: update(attempts, {
        set: { nextPollAtMs: context.now() },
        where: and(eq(attempts.reference, attempt.reference), sql`${attempts.state} <> 'paid'`),
      }),
    })
    return false
  }
  if (vnd + points * pointValueVnd !== order.amountVnd) {
    await alertEvidence(context, evidence, { kind: 'file_amount_differs', ...about })
    return false
  }
  const settlement = await settle(context, rows, evidence)
  if (settlement === 'overtaken') return settlement
  // The line that says that the payment has arrived is an earlier one, without a wallet code.
  const after = rows.isNeverMade ? await readPayment(context, evidence) : undefined
  if (after !== undefined) await nameTransaction(context, after, evidence)
  return true
}

async function readPayment(
  context: DailyFilesContext,
  { transaction }: FileEvidence,
): Promise<PaymentRows | undefined> {
  const [rows] = await openDatabase(context)
    .select({
      attempt: attempts,
      order: orders,
      disputed: disputedPayments,
      isNeverMade: sql<number>`${isNeverMadeIn(sql`${attempts.orderId}`, 'reference', sql`${attempts.reference}`)}`,
    })
    .from(attempts)
    .innerJoin(orders, eq(orders.id, attempts.orderId))
    .leftJoin(
      disputedPayments,
      and(
        eq(disputedPayments.orderId, attempts.orderId),
        eq(disputedPayments.reference, attempts.reference),
        eq(disputedPayments.transactionId, transaction.serviceCode),
        ne(disputedPayments.state, 'released'),
      ),
    )
    .where(eq(attempts.reference, transaction.invoiceCode))
  return rows && { ...rows, isNeverMade: rows.isNeverMade === 1 }
}

/**
 * Applies a success row of the service file to the payment that it names by our reference. A
 * payment of unknown outcome is settled when the amount equals ours exactly; when the service can
 * be queried, it is queried at once; a contradiction to our own records raises an alert.
 *
 * @returns whether it was settled; `undefined` when no payment has this reference
 */
export async function settlePaymentByFile(
  context: DailyFilesContext,
  evidence: FileEvidence,
): Promise<boolean | undefined> {
  return applyToNewest(
    () => readPayment(context, evidence),
    (rows) => take(context, rows, evidence),
  )
}
