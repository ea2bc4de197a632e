import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JournalData } from './journal-data.ts'

/**
 * Kinds of lines that the partner file of a day is made from, as a list in SQL. A partial index serves
 * only a query that repeats its condition.
 */
export const kindsOfFiles =
  "('payment.confirmed', 'payment.arrived', 'payment.unknown', 'payment.refused', 'hold.released', 'refund.settled', 'transaction.known')"

/** What happened, in order, for ever: triggers refuse change, removal and replacement. */
export const journal = sqliteTable(
  'journal',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    kind: text('kind').notNull(),
    orderId: text('order_id'),
    /** What makes the event the same event when it is reported again. */
    dedupe: text('dedupe').notNull(),
    /** How it is known: `callback signature of key ...`, `signed query`, `own record`, ... */
    evidence: text('known').notNull(),
    data: text('facts', { mode: 'json' }).$type<JournalData>().notNull(),
  },
  (table) => [
    check('journal_seq', sql`seq > 0`),
    uniqueIndex('journal_dedupe').on(table.dedupe),
    index('journal_of_order').on(table.orderId),
    index('journal_of_files')
      .on(table.atMs)
      .where(sql.raw(`kind IN ${kindsOfFiles}`)),
  ],
)

/** The hash chain over the journal, one row per journal row. */
export const journalSeals = sqliteTable('journal_seals', {
  seq: integer('seq').primaryKey(),
  hash: text('hash').notNull(),
})
