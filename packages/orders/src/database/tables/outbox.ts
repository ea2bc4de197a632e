import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What remains to be done once and for sure: callbacks to confirm and events to deliver. A callback
 * without an order is an orphan; an event is about an order or about a transfer. `next_at_ms` is also
 * the end of a lease.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    key: text('key').primaryKey(),
    kind: text('kind').$type<'confirm' | 'event'>().notNull(),
    state: text('state').$type<'open' | 'done' | 'dead'>().notNull().default('open'),
    orderId: text('order_id'),
    version: integer('version'),
    payload: text('payload').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAtMs: integer('created_at_ms').notNull(),
    nextAtMs: integer('next_at_ms').notNull(),
    transferId: text('transfer_id'),
  },
  (table) => [
    check('outbox_kind', sql`kind IN ('confirm', 'event')`),
    check('outbox_state', sql`state IN ('open', 'done', 'dead')`),
    index('outbox_due')
      .on(table.kind, table.nextAtMs)
      .where(sql`state = 'open'`),
    index('outbox_events_of_order')
      .on(table.orderId, table.version)
      .where(sql`state = 'open' AND kind = 'event'`),
    index('outbox_events_of_transfer')
      .on(table.transferId, table.version)
      .where(sql`state = 'open' AND transfer_id IS NOT NULL`),
  ],
)
