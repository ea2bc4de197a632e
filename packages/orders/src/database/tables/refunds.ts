import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { stateList } from '../../states/order-state.ts'
import { allRefundStates, type RefundOrigin, type RefundState } from '../../states/refund-state.ts'
import { disputedPayments } from './disputed-payments.ts'
import { orders } from './orders.ts'

/** One row per refund; its id is the order_reference_id of the refund at the service. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Disputed payment that it refunds; null for the payment that counts as the order's. */
    transactionId: text('transaction_id'),
    state: text('state').$type<RefundState>().notNull(),
    /**
     * Origin: made by the shop through this order store, or made outside of it and found in the
     * service's file.
     */
    origin: text('origin').$type<RefundOrigin>().notNull().default('shop'),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    reason: text('reason'),
    staffId: text('staff_id'),
    staffName: text('staff_name'),
    refusalCode: integer('refusal_code'),
    refusalReason: text('refusal_reason'),
    refusalRemedy: text('refusal_remedy'),
    /** Calls that were sent, counted before each of them is made. */
    calls: integer('calls').notNull().default(0),
    nextCallAtMs: integer('next_call_at_ms'),
    /** When the first and the newest counted call were sent. */
    firstCallAtMs: integer('first_call_at_ms'),
    lastCallAtMs: integer('last_call_at_ms'),
    /** End of the lease of a running call; null when none is running. */
    callingUntilMs: integer('calling_until_ms'),
    /**
     * Whether a call got a response that is not an acceptance or a final refusal (a missing
     * response does not count). The service may then have stored the id without making the refund,
     * so "this id exists" proves nothing any more.
     */
    answeredUnclear: integer('answered_unclear', { mode: 'boolean' }).notNull().default(false),
    /** Refunded amount, known or presumed; included in the settled sums of the order. */
    settledVnd: integer('settled_vnd').notNull().default(0),
    settledPoints: integer('settled_points').notNull().default(0),
    /** When it was presumed refunded; kept when the presumption turns out to be wrong. */
    presumedAtMs: integer('presumed_at_ms'),
    /**
     * Whether a person decided that the owed half will not be refunded; its reservation is
     * released.
     */
    owedRefused: integer('owed_refused', { mode: 'boolean' }).notNull().default(false),
    /** When to raise the reminder that its outcome, or a half of it, is still open. */
    remindAtMs: integer('remind_at_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.transactionId, table.orderId],
      foreignColumns: [disputedPayments.transactionId, disputedPayments.orderId],
    }),
    check('refunds_state', sql.raw(`state IN ${stateList(allRefundStates)}`)),
    check('refunds_amounts', sql`vnd >= 0 AND points >= 0 AND vnd + points > 0`),
    check('refunds_settled_vnd', sql`settled_vnd BETWEEN 0 AND vnd`),
    check('refunds_settled_points', sql`settled_points BETWEEN 0 AND points`),
    index('refunds_of_order').on(table.orderId),
    index('refunds_by_time').on(table.createdAtMs, table.id),
    index('refunds_by_state').on(table.state, table.createdAtMs, table.id),
    index('refunds_to_forget')
      .on(table.createdAtMs)
      .where(sql`(reason IS NOT NULL OR staff_name IS NOT NULL)`),
    index('refunds_to_call')
      .on(table.nextCallAtMs)
      .where(sql`next_call_at_ms IS NOT NULL`),
    index('refunds_to_remind')
      .on(table.remindAtMs)
      .where(sql`remind_at_ms IS NOT NULL`),
    index('refunds_presumed')
      .on(table.presumedAtMs)
      .where(sql`state = 'presumed_refunded'`),
  ],
)
