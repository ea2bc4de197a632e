import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { wallets } from '../wallets/tables.ts'

/** A loyalty program and the business that owns it. */
export const loyaltyPrograms = sqliteTable(
  'loyalty_program',
  {
    businessCode: text('business_code').notNull(),
    programCode: text('program_code').notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessCode, table.programCode] })],
)

/** A customer in a loyalty program; the points lie in the customer's wallet. */
export const members = sqliteTable(
  'member',
  {
    memberCode: text('member_code').primaryKey(),
    walletId: text('wallet_id')
      .notNull()
      .unique()
      .references(() => wallets.id),
    businessCode: text('business_code').notNull(),
    programCode: text('program_code').notNull(),
    cardNumber: text('card_number').notNull().unique(),
    tierCode: text('tier_code').notNull(),
    cardStatus: text('card_status', { enum: ['A', 'I'] }).notNull(),
    accountStatus: text('account_status', { enum: ['A', 'I', 'B'] }).notNull(),
    isAtRisk: integer('is_at_risk', { mode: 'boolean' }).notNull(),
    /** `yyyy-MM-dd`. */
    birthDate: text('birth_date').notNull(),
    gender: text('gender').notNull(),
  },
  (table) => [
    check('member_card_status', sql`${table.cardStatus} in ('A', 'I')`),
    check('member_account_status', sql`${table.accountStatus} in ('A', 'I', 'B')`),
  ],
)
