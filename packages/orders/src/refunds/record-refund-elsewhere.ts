import { sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { disputedPayments, journal, orders, refunds, type JournalData } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { transactAll } from '../database/transact.ts'
import { insert, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeEnded } from '../payments/disputes/dispute-ended.ts'
import { arrivalOf, isPayment } from '../payments/disputes/disputed-payment.ts'
import { refundInFacts, readRefund } from './find-refund.ts'
import type { Amounts } from '../rules/amounts.ts'
import { changesOfSums } from './returned-sums.ts'

/** A refund of an order that was made at the service outside this system. */
export interface RefundMadeElsewhere {
  /** {@link idOfRefundElsewhere}. */
  readonly id: string
  readonly orderId: string
  /** Disputed payment that it returns; null for the payment that counts as the order's. */
  readonly transactionId: string | null
  /**
   * The transaction that counted as the order's when the row was compared; the refund is not recorded
   * once another one counts. Absent for the refund of a disputed payment.
   */
  readonly countedTransactionId?: string
  readonly vnd: number
  readonly points: number
}

/**
 * The id of a refund that was made outside this system. It contains the wallet transaction code,
 * and a colon, which no id of the shop has. A half that is refunded on a later day under the same
 * code has its own id.
 */
export function idOfRefundElsewhere(walletCode: string, half?: 'money' | 'points'): string {
  return `elsewhere:${walletCode}${half === undefined ? '' : `:${half}`}`
}

/** Condition: the refundable rest of the payment covers the refund. */
export function fitsPayment({
  orderId,
  transactionId,
  vnd,
  points,
}: Pick<RefundMadeElsewhere, 'orderId' | 'transactionId' | keyof Amounts>): SQL {
  return transactionId === null
    ? sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND state IN ${ordersIn.refundable}
        AND refunded_vnd + ${vnd} <= paid_vnd AND refunded_points + ${points} <= paid_points)`
    : sql`EXISTS (SELECT 1 FROM ${disputedPayments}
        WHERE transaction_id = ${transactionId} AND order_id = ${orderId} AND state = 'open'
        AND refunded_vnd + ${vnd} <= paid_vnd AND refunded_points + ${points} <= paid_points)`
}

/** Condition: the payment that a row names as the order's still counts as such. */
function isStillCounted({ orderId, countedTransactionId }: RefundMadeElsewhere): SQL {
  const counted = countedTransactionId ?? null
  return sql`(${counted} IS NULL OR EXISTS (SELECT 1 FROM ${orders}
    WHERE id = ${orderId} AND paid_transaction_id = ${counted}))`
}

async function disputedPaymentOf(
  context: OrdersContext,
  { orderId, transactionId }: RefundMadeElsewhere,
) {
  if (transactionId === null) return undefined
  const [payment] = await openDatabase(context)
    .select()
    .from(disputedPayments)
    .where(isPayment({ orderId, transactionId }))
  return payment
}

/**
 * Condition: no refund of ours is known under the code, by the verdict of an operator for example.
 * The same money must not count twice.
 */
function isOfNoRefund(orderId: string, walletCode: JournalData[string] | undefined): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${journal}
    WHERE order_id = ${orderId} AND kind IN ('refund.settled', 'transaction.known')
      AND facts ->> '$.refund_id' IS NOT NULL AND facts ->> '$.wallet_code' = ${walletCode ?? null})`
}

/**
 * Records a refund that was made outside this system, once and in one batch: its row, the sums of
 * the order, the journal line and the event. It is settled from the start and makes no row in the
 * partner file.
 *
 * @param proof with the wallet transaction code as `wallet_code`
 * @returns `known` when it is already recorded, `ours` when one of our refunds has its code,
 *   `exceeds` when less is left to refund, or another payment counts by now; nothing was changed
 *   then
 */
export async function recordRefundElsewhere(
  context: OrdersContext,
  refund: RefundMadeElsewhere,
  proof: JournalData,
): Promise<'recorded' | 'known' | 'ours' | 'exceeds'> {
  const atMs = context.now()
  const { countedTransactionId: _, ...row } = refund
  const { id, orderId, transactionId, vnd, points } = row
  const amounts: Amounts = { vnd, points }
  const state = 'refunded'
  const data = { ...refundInFacts(refund), vnd, points, state, origin: 'elsewhere', ...proof }
  const evidence = 'daily file of the service'
  const payment = await disputedPaymentOf(context, refund)
  const line = `refund.elsewhere:${id}`
  const isNotOurs = isOfNoRefund(orderId, proof['wallet_code'])
  const recorded: Transition = {
    decide: insert(refunds, {
      values: {
        ...row,
        state,
        origin: 'elsewhere',
        settledVnd: vnd,
        settledPoints: points,
        createdAtMs: atMs,
        updatedAtMs: atMs,
      },
      where: sql`${fitsPayment(refund)} AND ${isStillCounted(refund)} AND ${isNotOurs}`,
    }),
    // Nothing was reserved for it before, so the refundable rest shrinks by the full amount.
    require: changesOfSums({ orderId, transactionId }, amounts, { vnd: -vnd, points: -points }),
    journal: {
      atMs,
      kind: 'refund.elsewhere',
      orderId,
      dedupe: line,
      evidence,
      data,
    },
    // A refunded payment must have arrived first, so the partner file needs the row of its arrival.
    ...(payment !== undefined &&
      !payment.hasRow && { optional: arrivalOf(payment, { atMs, evidence }) }),
    event: { atMs, orderId, type: 'order.refunded', once: id, data },
  }
  const once = `returned:${id}`
  const ended = payment === undefined ? [] : [disputeEnded({ orderId, atMs, line, once, data })]
  const done = await transactAll(context, { transitions: [recorded, ...ended] })
  if (done.happened(recorded)) return 'recorded'
  if ((await readRefund(context, id)) !== undefined) return 'known'
  const [found] = await openDatabase(context).all<{ isNotOurs: number }>(
    sql`SELECT ${isNotOurs} AS isNotOurs`,
  )
  return found?.isNotOurs === 0 ? 'ours' : 'exceeds'
}
