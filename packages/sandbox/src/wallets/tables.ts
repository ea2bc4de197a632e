import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Wallets of customers; the balances are in the ledger. */
export const wallets = sqliteTable('wallet', {
  id: text('id').primaryKey(),
  phone: text('phone').notNull().unique(),
  fullName: text('full_name').notNull(),
  pin: text('pin').notNull(),
  status: text('status', { enum: ['active', 'blocked'] }).notNull(),
  /** Whether the customer is identified: others cannot receive transfers. */
  tier: text('tier', { enum: ['verified', 'unverified'] })
    .notNull()
    .default('verified'),
})
