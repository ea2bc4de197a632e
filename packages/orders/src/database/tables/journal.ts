import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JournalData } from './journal-data.ts'

/**
 * Kinds of journal lines from which the partner file is made, as a list in SQL. It is shared,
 * because a partial index serves only a query that repeats its condition.
 */
export const kindsOfFiles =
  "('payment.confirmed', 'payment.arrived', 'payment.unknown', 'payment.refused', 'hold.released', 'refund.settled', 'transaction.known')"

/**
 * The append-only journal of everything that happened: triggers refuse update, delete and replace.
 */
export const journal = sqliteTable(
  'journal',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    kind: text('kind').notNull(),
    orderId: text('order_id'),
    /** Deduplication key: a repeated report of the same event has the same key. */
    dedupe: text('dedupe').notNull(),
    /**
     * Source of the evidence: `callback signature of key ...`, `signed query`, `own record`, ...
     */
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
    index('journal_of_service_files')
      .on(sql`facts ->> '$.file_sha256'`)
      .where(sql`known = 'daily file of the service'`),
    index('journal_of_people')
      .on(table.atMs)
      .where(sql`known = 'word of a person'`),
  ],
)

/** The hash chain over the journal, one row per journal row. */
export const journalSeals = sqliteTable('journal_seals', {
  seq: integer('seq').primaryKey(),
  hash: text('hash').notNull(),
})
