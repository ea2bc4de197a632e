import { alertOnce } from '../alerts/alerts.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import type { JournalData } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import type { Transition } from '../database/transition.ts'
import { contradictionLine, type OtherTransaction } from '../journal/contradiction-line.ts'
import { linesAbout } from '../journal/lines-about.ts'
import type { OrderRows } from '../orders/order-view.ts'
import type { OrdersContext } from '../orders-context.ts'

const kind = 'payment.contradicted'

/** A payment with a linked wallet, by its order and our reference. */
export interface PaymentOfOrder {
  readonly orderId: string
  readonly reference: string
}

/**
 * The journal line of a transaction that the service names for a payment which counts as paid under
 * another one.
 */
export function contradictedPayment(
  { orderId, reference }: PaymentOfOrder,
  named: OtherTransaction,
): Transition {
  return contradictionLine({ kind, orderId, subject: reference, facts: { reference } }, named)
}

/**
 * Raises an alert about a payment for which an answer of the service names another transaction than
 * a verdict.
 */
export async function recordOtherTransaction(
  context: OrdersContext,
  { orderId, reference }: PaymentOfOrder,
  answer: {
    readonly evidence: EvidenceSource
    readonly transactionId: string
    readonly walletNumber?: string | null | undefined
  },
): Promise<void> {
  const atMs = context.now()
  const { evidence, transactionId, walletNumber = null } = answer
  const data = { wallet_number: walletNumber }
  const line = contradictedPayment({ orderId, reference }, { atMs, evidence, transactionId, data })
  const alert = alertOnce({
    kind: 'linked_payment_contradicted',
    subject: reference,
    atMs,
    data: { order_id: orderId, reference, transaction_id: transactionId, ...data },
  })
  await transactAll(context, { transitions: [line, alert] })
}

/** The transactions that {@link contradictedPayment} has stored, with the facts of each. */
export async function transactionsNamedInstead(
  context: Pick<OrdersContext, 'database'>,
  { orderId, reference }: PaymentOfOrder,
): Promise<ReadonlyMap<string, JournalData>> {
  const lines = await linesAbout(context, { orderId, kind, fact: 'reference', text: reference })
  const named = new Map<string, JournalData>()
  for (const data of lines) {
    const code = data['transaction_id']
    if (typeof code === 'string') named.set(code, data)
  }
  return named
}

/** Whether a row of the service's file, or an answer, has named the transaction for the payment. */
export async function isNamedByService(
  context: Pick<OrdersContext, 'database'>,
  { orderId, reference }: PaymentOfOrder,
  transactionId: string,
): Promise<boolean> {
  const lines = await linesAbout(context, {
    orderId,
    kind: 'transaction.known',
    fact: 'reference',
    text: reference,
  })
  if (lines.some((data) => [data['service_code'], data['wallet_code']].includes(transactionId))) {
    return true
  }
  const known = await linesAbout(context, {
    orderId,
    kind: 'payment.known',
    fact: 'reference',
    text: reference,
  })
  return known.some((data) => data['transaction_id'] === transactionId)
}

/** A payment whose transaction nothing but the verdict of an operator names. */
export interface PaymentNamedByPerson {
  /** The transaction that the verdict has named. */
  readonly transactionId: string
  /** The row of the disputed payment; `undefined` when it counted as the order's from the start. */
  readonly disputed: OrderRows['disputedPayments'][number] | undefined
}

/**
 * The payment of an attempt with a linked wallet, if nothing but the verdict of an operator names
 * its transaction: the payment that counts as the order's, or a disputed payment in any state.
 */
export function paymentNamedByPerson(
  { order, disputedPayments }: Pick<OrderRows, 'order' | 'disputedPayments'>,
  attempt: OrderRows['attempts'][number],
): PaymentNamedByPerson | undefined {
  const { reference, method, state, transactionId } = attempt
  if (method !== 'linked-wallet' || state !== 'paid' || transactionId === null) return undefined
  const disputed = disputedPayments.find((one) => one.transactionId === transactionId)
  if (disputed !== undefined) {
    const isOfPerson = disputed.foundBy === 'person' && disputed.reference === reference
    return isOfPerson ? { transactionId, disputed } : undefined
  }
  const isCounted = order.paidReference === reference && order.paidTransactionId === transactionId
  return isCounted && order.confirmedBy === 'person' ? { transactionId, disputed } : undefined
}
