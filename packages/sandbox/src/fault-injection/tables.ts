import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A fault that waits for the next requests of an endpoint. */
export const faults = sqliteTable('fault', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Name of the endpoint, or `*` for any. */
  endpoint: text('endpoint').notNull(),
  fault: text('provocation').notNull(),
  remaining: integer('remaining').notNull(),
})

/** Magic values with `-once` that have already been used. */
export const usedFaults = sqliteTable(
  'used_provocation',
  {
    merchantCode: text('merchant_code').notNull(),
    subject: text('subject').notNull(),
    fault: text('provocation').notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantCode, table.subject, table.fault] })],
)
