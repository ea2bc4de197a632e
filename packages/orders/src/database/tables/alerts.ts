import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JournalData } from './journal-data.ts'

/** Things a person should look at, each raised once per kind and subject. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    atMs: integer('at_ms').notNull(),
    data: text('facts', { mode: 'json' }).$type<JournalData>().notNull(),
  },
  (table) => [uniqueIndex('alerts_once').on(table.kind, table.subject)],
)
