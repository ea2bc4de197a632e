import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** An account of the ledger; `floor` is the balance below which it may not fall. */
export const ledgerAccounts = sqliteTable(
  'ledger_account',
  {
    id: text('id').primaryKey(),
    unit: text('unit', { enum: ['VND', 'POINT'] }).notNull(),
    balance: integer('balance').notNull(),
    floor: integer('floor'),
  },
  (table) => [
    check(
      'balance_at_least_floor',
      sql`${table.floor} is null or ${table.balance} >= ${table.floor}`,
    ),
  ],
)

/** A move of one amount from one account to another: both sides are one row, so the sum stays 0. */
export const ledgerMoves = sqliteTable(
  'ledger_move',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    reference: text('reference').notNull(),
    fromAccount: text('from_account')
      .notNull()
      .references(() => ledgerAccounts.id),
    toAccount: text('to_account')
      .notNull()
      .references(() => ledgerAccounts.id),
    unit: text('unit', { enum: ['VND', 'POINT'] }).notNull(),
    amount: integer('amount').notNull(),
  },
  (table) => [
    index('ledger_move_reference').on(table.reference),
    check('move_positive', sql`${table.amount} > 0`),
  ],
)
