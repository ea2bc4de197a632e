import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orders } from '../orders/tables.ts'
import { wallets } from '../wallets/tables.ts'

/** One-time codes for orders that are being paid. */
export const oneTimeCodes = sqliteTable(
  'one_time_code',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    code: text('code').notNull(),
    expiresAt: integer('expires_at').notNull(),
    triesLeft: integer('tries_left').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.walletId] })],
)
