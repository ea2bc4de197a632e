import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  allAttemptStates,
  allOrderStates,
  allRefundStates,
  attemptsIn,
  ordersIn,
  stateList,
  type AttemptState,
  type OrderState,
  type RefundState,
} from './order-state.ts'
import type { PaymentMethod } from './orders-api.ts'

/** Names, texts, amounts and answers that prove a line of the journal or an alert. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>

/**
 * One row per order. `refunded_*` is what is returned or reserved for a refund under way,
 * `settled_*` what the service says is returned. Money is whole VND, times are milliseconds since
 * 1970.
 */
export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    state: text('state').$type<OrderState>().notNull(),
    version: integer('version').notNull().default(1),
    amountVnd: integer('amount_vnd').notNull(),
    description: text('description').notNull(),
    returnUrl: text('return_url'),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    paidReference: text('paid_reference'),
    paidTransactionId: text('paid_transaction_id'),
    paidServiceOrderId: text('paid_service_order_id'),
    paidVnd: integer('paid_vnd').notNull().default(0),
    paidPoints: integer('paid_points').notNull().default(0),
    confirmedAtMs: integer('confirmed_at_ms'),
    confirmedBy: text('confirmed_by').$type<'callback' | 'poll'>(),
    refundedVnd: integer('refunded_vnd').notNull().default(0),
    refundedPoints: integer('refunded_points').notNull().default(0),
    settledVnd: integer('settled_vnd').notNull().default(0),
    settledPoints: integer('settled_points').notNull().default(0),
  },
  (table) => [
    check('orders_state', sql.raw(`state IN ${stateList(allOrderStates)}`)),
    check('orders_amount', sql`amount_vnd > 0`),
    check('orders_vnd', sql`refunded_vnd BETWEEN 0 AND paid_vnd AND paid_vnd <= amount_vnd`),
    check('orders_points', sql`refunded_points BETWEEN 0 AND paid_points`),
    check('orders_settled_vnd', sql`settled_vnd BETWEEN 0 AND refunded_vnd`),
    check('orders_settled_points', sql`settled_points BETWEEN 0 AND refunded_points`),
    uniqueIndex('orders_transaction').on(table.paidTransactionId),
    index('orders_to_expire')
      .on(table.expiresAtMs)
      .where(sql`state IN ${ordersIn.payable}`),
    index('orders_found_by_poll')
      .on(table.confirmedAtMs)
      .where(sql`confirmed_by = 'poll'`),
  ],
)

/** One row per payment created, or tried to be created, at the service. */
export const attempts = sqliteTable(
  'attempts',
  {
    reference: text('reference').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    method: text('method').$type<PaymentMethod>().notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    leaseUntilMs: integer('lease_until_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    serviceOrderId: text('service_order_id'),
    paymentUrl: text('payment_url'),
    qrCode: text('qr_code'),
    transactionId: text('transaction_id'),
    pollStep: integer('poll_step').notNull().default(0),
    pollFailures: integer('poll_failures').notNull().default(0),
    nextPollAtMs: integer('next_poll_at_ms'),
  },
  (table) => [
    check('attempts_state', sql.raw(`state IN ${stateList(allAttemptStates)}`)),
    index('attempts_of_order').on(table.orderId),
    uniqueIndex('attempts_service_order').on(table.serviceOrderId),
    index('attempts_to_poll')
      .on(table.nextPollAtMs)
      .where(sql`next_poll_at_ms IS NOT NULL`),
    index('attempts_unanswered')
      .on(table.expiresAtMs)
      .where(sql`state IN ${attemptsIn.unanswered}`),
  ],
)

/** One row per refund; its id is the order_reference_id of the refund at the service. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state').$type<RefundState>().notNull(),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    reason: text('reason'),
    staffId: text('staff_id'),
    refusalCode: integer('refusal_code'),
    refusalReason: text('refusal_reason'),
    refusalRemedy: text('refusal_remedy'),
    /** Calls that were sent, counted before each of them is made. */
    calls: integer('calls').notNull().default(0),
    nextCallAtMs: integer('next_call_at_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    check('refunds_state', sql.raw(`state IN ${stateList(allRefundStates)}`)),
    check('refunds_amounts', sql`vnd >= 0 AND points >= 0 AND vnd + points > 0`),
    index('refunds_of_order').on(table.orderId),
    index('refunds_to_call')
      .on(table.nextCallAtMs)
      .where(sql`next_call_at_ms IS NOT NULL`),
  ],
)

/** What happened, in order, for ever: triggers refuse change, removal and replacement. */
export const journal = sqliteTable(
  'journal',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    kind: text('kind').notNull(),
    orderId: text('order_id'),
    /** What makes the event the same event when it is reported again. */
    dedupe: text('dedupe').notNull(),
    /** How it is known: `callback signature of key ...`, `signed query`, `own record`, ... */
    known: text('known').notNull(),
    facts: text('facts', { mode: 'json' }).$type<Facts>().notNull(),
  },
  (table) => [
    check('journal_seq', sql`seq > 0`),
    uniqueIndex('journal_dedupe').on(table.dedupe),
    index('journal_of_order').on(table.orderId),
  ],
)

/** The hash chain over the journal, one row per journal row. */
export const journalSeals = sqliteTable('journal_seals', {
  seq: integer('seq').primaryKey(),
  hash: text('hash').notNull(),
})

/**
 * What remains to be done once and for sure: callbacks to confirm and events to deliver. A callback
 * without an order is an orphan. `next_at_ms` is also the end of a lease.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    key: text('key').primaryKey(),
    kind: text('kind').$type<'confirm' | 'event'>().notNull(),
    state: text('state').$type<'open' | 'done' | 'dead'>().notNull().default('open'),
    orderId: text('order_id'),
    version: integer('version'),
    payload: text('payload').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAtMs: integer('created_at_ms').notNull(),
    nextAtMs: integer('next_at_ms').notNull(),
  },
  (table) => [
    check('outbox_kind', sql`kind IN ('confirm', 'event')`),
    check('outbox_state', sql`state IN ('open', 'done', 'dead')`),
    index('outbox_due')
      .on(table.kind, table.nextAtMs)
      .where(sql`state = 'open'`),
    index('outbox_events_of_order')
      .on(table.orderId, table.version)
      .where(sql`state = 'open' AND kind = 'event'`),
  ],
)

/** Things a person should look at, each raised once per kind and subject. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    atMs: integer('at_ms').notNull(),
    facts: text('facts', { mode: 'json' }).$type<Facts>().notNull(),
  },
  (table) => [uniqueIndex('alerts_once').on(table.kind, table.subject)],
)
