import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { merchants } from '../merchants/tables.ts'
import { wallets } from '../wallets/tables.ts'

/** A top-up of points, done or failed; its id is taken in both cases. */
export const topUps = sqliteTable(
  'top_up',
  {
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    /** txn_id of the REST form, invoice_no of the gateway form. */
    txnId: text('txn_id').notNull(),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    storeCode: text('store_code').notNull(),
    posCode: text('pos_code').notNull(),
    points: integer('points').notNull(),
    status: text('status', { enum: ['SUCCESS', 'ERROR'] }).notNull(),
    /** Why it failed; null when it did not. */
    failure: text('failure'),
    /** The merchant's invoice id of the REST form. */
    orderId: text('order_id'),
    receipt: text('receipt', { mode: 'json' }).$type<unknown>(),
    sendsSms: integer('sends_sms', { mode: 'boolean' }).notNull(),
    transactionId: text('transaction_id').notNull().unique(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantCode, table.txnId] }),
    index('top_up_wallet').on(table.walletId, table.createdAt),
    index('top_up_created_at').on(table.createdAt),
    check('top_up_positive', sql`${table.points} > 0`),
  ],
)
