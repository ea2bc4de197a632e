import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import {
  allDisputedPaymentStates,
  type DisputedPaymentState,
} from '../../states/disputed-payment-state.ts'
import { stateList } from '../../states/order-state.ts'
import { orders, type PaymentSource } from './orders.ts'

/**
 * One row per order and transaction that was paid for it and does not simply pay it: of a wrong amount, beside
 * another one, or the payment of another order too. Its sums are its own: `refunded_*` is what is returned, or reserved for a refund that
 * is not settled yet, `settled_*` what the service says is returned. One that is accepted counts as its order's
 * payment, and the sums of the order go on from there.
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
    /** Attempt on which the money arrived, by which a refund names it. */
    reference: text('reference').notNull(),
    serviceOrderId: text('service_order_id'),
    /** Why it does not simply pay its order. */
    reason: text('reason').notNull(),
    foundBy: text('found_by').$type<PaymentSource>().notNull(),
    paidVnd: integer('paid_vnd').notNull(),
    paidPoints: integer('paid_points').notNull(),
    refundedVnd: integer('refunded_vnd').notNull().default(0),
    refundedPoints: integer('refunded_points').notNull().default(0),
    settledVnd: integer('settled_vnd').notNull().default(0),
    settledPoints: integer('settled_points').notNull().default(0),
    /** When the service booked it, as far as it has said so; else when this side learned of it. */
    bookedAtMs: integer('booked_at_ms').notNull(),
    /** Whether the journal has a line about it for the partner file: of one that pays another order not before it is accepted or returned. */
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
