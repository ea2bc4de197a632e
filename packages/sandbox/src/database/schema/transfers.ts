import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { merchants } from './merchants.ts'
import { wallets } from './orders.ts'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in `_at_ms`.

/** A wallet account of a merchant; its balance stands in the ledger. */
export const merchantAccounts = sqliteTable('merchant_account', {
  id: text('id').primaryKey(),
  merchantCode: text('merchant_code')
    .notNull()
    .references(() => merchants.code),
  name: text('name').notNull(),
  status: text('status', {
    enum: ['active', 'suspended', 'unavailable', 'incomplete'],
  }).notNull(),
})

/** A bank transfer of a merchant to its own wallet account. */
export const bankTopUps = sqliteTable(
  'bank_top_up',
  {
    id: text('id').primaryKey(),
    merchantAccountId: text('merchant_account_id')
      .notNull()
      .references(() => merchantAccounts.id),
    amountVnd: integer('amount_vnd').notNull(),
    state: text('state', { enum: ['pending', 'credited'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the bank is due to deliver the money. */
    dueAt: integer('due_at').notNull(),
    creditedAt: integer('credited_at'),
    /** Whether somebody has read on the merchant site that the money is there. */
    isNoticed: integer('is_noticed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('bank_top_up_account').on(table.merchantAccountId),
    index('bank_top_up_due').on(table.state, table.dueAt),
    check('bank_top_up_positive', sql`${table.amountVnd} > 0`),
  ],
)

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
