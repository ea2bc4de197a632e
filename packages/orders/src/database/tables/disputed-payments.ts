import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import {
  allDisputedPaymentStates,
  type DisputedPaymentState,
} from '../../states/disputed-payment-state.ts'
import { stateList } from '../../states/order-state.ts'
import type { DisputeReason, PaymentSource } from '../../payments/payments-api.ts'
import { orders } from './orders.ts'

/**
 * One row per order and disputed transaction: a payment with a wrong amount, a second payment, or a
 * payment that belongs to another order too. It has its own sums: `refunded_*` is refunded or
 * reserved for a refund that is not settled yet, `settled_*` is refunded according to the service.
 * When it is accepted, it counts as its order's payment, and further sums are kept on the order.
 */
export const disputedPayments = sqliteTable(
  'disputed_payments',
  {
    /** Transaction id of the service. */
    transactionId: text('transaction_id').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state').$type<DisputedPaymentState>().notNull().default('open'),
    /** Attempt on which the money arrived; a refund names the payment by it. */
    reference: text('reference').notNull(),
    serviceOrderId: text('service_order_id'),
    /** Why the payment is disputed. */
    reason: text('reason').$type<DisputeReason>().notNull(),
    foundBy: text('found_by').$type<PaymentSource>().notNull(),
    paidVnd: integer('paid_vnd').notNull(),
    paidPoints: integer('paid_points').notNull(),
    refundedVnd: integer('refunded_vnd').notNull().default(0),
    refundedPoints: integer('refunded_points').notNull().default(0),
    settledVnd: integer('settled_vnd').notNull().default(0),
    settledPoints: integer('settled_points').notNull().default(0),
    /**
     * When the service booked the payment, if it named a time; else when the order store learned of
     * it.
     */
    bookedAtMs: integer('booked_at_ms').notNull(),
    /**
     * Whether the journal has a line for the partner file about it. A payment that belongs to
     * another order gets one only when it is accepted or refunded.
     */
    hasRow: integer('has_row', { mode: 'boolean' }).notNull().default(false),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.orderId] }),
    check('disputed_payments_state', sql.raw(`state IN ${stateList(allDisputedPaymentStates)}`)),
    check('disputed_payments_vnd', sql`refunded_vnd BETWEEN 0 AND paid_vnd`),
    check('disputed_payments_points', sql`refunded_points BETWEEN 0 AND paid_points`),
    check('disputed_payments_settled_vnd', sql`settled_vnd BETWEEN 0 AND refunded_vnd`),
    check('disputed_payments_settled_points', sql`settled_points BETWEEN 0 AND refunded_points`),
    index('disputed_payments_of_order').on(table.orderId, table.createdAtMs),
  ],
)
