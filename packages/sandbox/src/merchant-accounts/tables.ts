import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { merchants } from '../merchants/tables.ts'

/** A wallet account of a merchant; its balance is in the ledger. */
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
    /** When the bank is due to deliver the money, in unix seconds. */
    dueAt: integer('due_at').notNull(),
    creditedAt: integer('credited_at'),
    /** Whether the notice of the credit was dismissed on the merchant site. */
    isNoticed: integer('is_noticed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('bank_top_up_account').on(table.merchantAccountId),
    index('bank_top_up_due').on(table.state, table.dueAt),
    check('bank_top_up_positive', sql`${table.amountVnd} > 0`),
  ],
)
