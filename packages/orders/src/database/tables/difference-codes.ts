import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Where the differences of the daily files name a payment, a refund or a transfer: by its invoice code, or by the
 * transaction id of the service. Rows of runs that do not stand for their day any more stay, and nobody looks at them.
 */
export const differenceCodes = sqliteTable(
  'difference_codes',
  {
    /** Invoice code or transaction id of the service, as the rows have it. */
    code: text('code').notNull(),
    runId: text('run_id').notNull(),
    /** Position of the difference, as the list names it. */
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.runId, table.position] })],
)
