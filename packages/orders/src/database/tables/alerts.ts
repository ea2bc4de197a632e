import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Facts } from './facts.ts'

/** Things a person should look at, each raised once per kind and subject. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    atMs: integer('at_ms').notNull(),
    facts: text('facts', { mode: 'json' }).$type<Facts>().notNull(),
  },
  (table) => [uniqueIndex('alerts_once').on(table.kind, table.subject)],
)
