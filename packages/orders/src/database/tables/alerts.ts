import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AlertKind } from '../../alerts/alert-kinds.ts'
import type { AlertState } from '../../alerts/alerts-api.ts'
import type { JournalData } from './journal-data.ts'

/**
 * Alerts for a person, one row per kind and subject. Raising an alert again increments its counter
 * and reopens it if it was closed. The journal keeps for ever who acknowledged or closed which
 * alert, and why; the row describes only the current opening.
 */
export const alerts = sqliteTable(
  'alerts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<AlertKind>().notNull(),
    subject: text('subject').notNull(),
    /** When it was raised first, in milliseconds since 1970. */
    atMs: integer('at_ms').notNull(),
    data: text('facts', { mode: 'json' }).$type<JournalData>().notNull(),
    state: text('state').$type<AlertState>().notNull().default('open'),
    timesRaised: integer('times_raised').notNull().default(1),
    lastRaisedAtMs: integer('last_raised_at_ms').notNull().default(0),
    /**
     * How often the alert was opened: once, plus once for each time it was raised after being
     * closed.
     */
    openings: integer('openings').notNull().default(1),
    /** Number of openings that were logged. */
    loggedOpenings: integer('logged_openings').notNull().default(0),
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedAtMs: integer('acknowledged_at_ms'),
    closedBy: text('closed_by'),
    closedAtMs: integer('closed_at_ms'),
  },
  (table) => [
    check('alerts_state', sql`state IN ('open', 'acknowledged', 'closed')`),
    uniqueIndex('alerts_once').on(table.kind, table.subject),
    index('alerts_of_state').on(table.state, table.id),
    index('alerts_to_log')
      .on(table.id)
      .where(sql`logged_openings < openings`),
  ],
)
