import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Endpoints that are or were paused. Addresses, filters and keys are in the configuration. The
 * events of a paused endpoint wait.
 */
export const endpoints = sqliteTable(
  'endpoints',
  {
    id: text('id').primaryKey(),
    /** Since when it is paused; `null` when it is not. */
    pausedAtMs: integer('paused_at_ms'),
    /** Why it is paused: `gone` after 410, or the reason given by an operator. */
    reason: text('reason'),
    /** Operator who paused it; `null` when an answer 410 paused it. */
    pausedBy: text('paused_by'),
    /** When an operator resumed it last; `null` when nobody has. */
    resumedAtMs: integer('resumed_at_ms'),
  },
  (table) => [
    index('endpoints_paused')
      .on(table.id)
      .where(sql`paused_at_ms IS NOT NULL`),
  ],
)
