import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Index of the differences of the daily files by the code that names a payment, a refund or a
 * transfer: the invoice code or the service's transaction id. Rows of runs that are no longer
 * current stay in the table and are ignored.
 */
export const differenceCodes = sqliteTable(
  'difference_codes',
  {
    /** Invoice code or transaction id of the service, as in the rows. */
    code: text('code').notNull(),
    runId: text('run_id').notNull(),
    /** Position of the difference, as in the list. */
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.runId, table.position] })],
)
