import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { merchantAccounts } from '../merchant-accounts/tables.ts'
import { merchants } from '../merchants/tables.ts'
import { wallets } from '../wallets/tables.ts'

/** Transfers from merchants' wallet accounts to customers. */
export const transfers = sqliteTable(
  'transfer',
  {
    transactionId: text('transaction_id').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    merchantTransactionId: text('merchant_transaction_id').notNull(),
    merchantAccountId: text('merchant_account_id')
      .notNull()
      .references(() => merchantAccounts.id),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    amountVnd: integer('amount_vnd').notNull(),
    description: text('description').notNull(),
    /** Balance of the merchant's account just after this transfer. */
    postBalanceVnd: integer('post_balance_vnd').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('transfer_merchant_transaction').on(
      table.merchantCode,
      table.merchantTransactionId,
    ),
    index('transfer_created_at').on(table.createdAt),
    check('transfer_positive', sql`${table.amountVnd} > 0`),
  ],
)
