import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { orders } from '../orders/tables.ts'

/** Refunds of orders. */
export const refunds = sqliteTable(
  'refund',
  {
    refundTransactionId: text('refund_transaction_id').primaryKey(),
    merchantCode: text('merchant_code').notNull(),
    orderReferenceId: text('order_reference_id').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    /** The half that is still pending. */
    state: text('state', { enum: ['done', 'points-pending', 'money-pending'] }).notNull(),
    walletTransactionId: text('wallet_transaction_id').notNull(),
    loyaltyTransactionId: text('loyalty_transaction_id'),
    description: text('description').notNull(),
    /** Who asked for it: a call of the API, or a person on the merchant site. */
    origin: text('origin', { enum: ['api', 'site'] })
      .notNull()
      .default('api'),
    merchantUserId: text('merchant_user_id'),
    merchantUserName: text('merchant_user_name'),
    createdAt: integer('created_at').notNull(),
    /** When the pending half is due, in unix seconds; null when nothing is pending. */
    settlesAt: integer('settles_at'),
  },
  (table) => [
    uniqueIndex('refund_reference').on(table.merchantCode, table.orderReferenceId),
    index('refund_order').on(table.orderId),
    check('vnd_not_negative', sql`${table.vnd} >= 0`),
    check('points_not_negative', sql`${table.points} >= 0`),
    check('refunds_something', sql`${table.vnd} + ${table.points} > 0`),
  ],
)
