import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PaymentSource } from '../../payments/payments-api.ts'
import type { ExtraData } from '../../rules/extra-data.ts'
import { allOrderStates, stateList, type OrderState } from '../../states/order-state.ts'
import { ordersIn } from '../states-in-sql.ts'

/**
 * One row per order. `refunded_*` is refunded or reserved for a refund that is not settled yet;
 * `settled_*` is refunded according to the service. Money is in whole VND, times are in
 * milliseconds since 1970.
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
    confirmedBy: text('confirmed_by').$type<PaymentSource>(),
    refundedVnd: integer('refunded_vnd').notNull().default(0),
    refundedPoints: integer('refunded_points').notNull().default(0),
    settledVnd: integer('settled_vnd').notNull().default(0),
    settledPoints: integer('settled_points').notNull().default(0),
    /** The shop's customer whose linked wallet may pay. */
    linkedCustomerId: text('linked_customer_id'),
    /** Whether the money of a linked wallet is held first and captured on fulfilment. */
    holdsPayment: integer('holds_payment', { mode: 'boolean' }).notNull().default(false),
    /**
     * Code of the store; null for orders from before stores were recorded, and when no stores are
     * configured.
     */
    storeCode: text('store_code'),
    posCode: text('pos_code'),
    /** Extra information for the service; null when the shop gave none, or when it was erased. */
    extraData: text('extra_data', { mode: 'json' }).$type<ExtraData>(),
  },
  (table) => [
    check('orders_state', sql.raw(`state IN ${stateList(allOrderStates)}`)),
    check('orders_amount', sql`amount_vnd > 0`),
    check('orders_vnd', sql`refunded_vnd BETWEEN 0 AND paid_vnd`),
    check('orders_points', sql`refunded_points BETWEEN 0 AND paid_points`),
    check('orders_settled_vnd', sql`settled_vnd BETWEEN 0 AND refunded_vnd`),
    check('orders_settled_points', sql`settled_points BETWEEN 0 AND refunded_points`),
    // A transaction pays one order, unless a person has confirmed that it paid two.
    uniqueIndex('orders_transaction').on(
      table.paidTransactionId,
      sql`iif(confirmed_by = 'person', id, '')`,
    ),
    // Search columns of operators, each indexed together with the time, so that a page reads only
    // its own rows.
    index('orders_by_time').on(table.createdAtMs, table.id),
    index('orders_by_state').on(table.state, table.createdAtMs, table.id),
    index('orders_by_amount').on(table.amountVnd, table.createdAtMs, table.id),
    index('orders_of_customer')
      .on(table.linkedCustomerId, table.createdAtMs, table.id)
      .where(sql`linked_customer_id IS NOT NULL`),
    index('orders_of_store')
      .on(table.storeCode, table.createdAtMs, table.id)
      .where(sql`store_code IS NOT NULL`),
    index('orders_to_expire')
      .on(table.expiresAtMs)
      .where(sql`state IN ${ordersIn.payable}`),
    index('orders_to_forget')
      .on(table.createdAtMs)
      .where(
        sql`(linked_customer_id IS NOT NULL OR description <> '' OR return_url IS NOT NULL OR extra_data IS NOT NULL)`,
      ),
    index('orders_found_by_poll')
      .on(table.confirmedAtMs)
      .where(sql`confirmed_by = 'poll'`),
  ],
)
