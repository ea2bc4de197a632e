import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Jobs that must be done at least once: callbacks to confirm and events to deliver. A callback
 * without an order is an orphan; an event is about an order, a transfer or an alert. An event has
 * one row for each endpoint. `next_at_ms` is also the end of a lease, and `tries` counts the
 * leases.
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
    alertId: integer('alert_id'),
    /**
     * The endpoint that an event is for; `null` for a callback, and for an event to which no
     * endpoint subscribes.
     */
    endpoint: text('endpoint'),
    /** The webhook-id, when it differs from the key. */
    webhookId: text('webhook_id'),
    /** The body as first sent: retries send the same bytes. */
    body: text('body'),
    /** Failed deliveries since the event was written or last resent. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    check('outbox_kind', sql`kind IN ('confirm', 'event')`),
    check('outbox_state', sql`state IN ('open', 'done', 'dead')`),
    index('outbox_orphans')
      .on(table.createdAtMs, table.key)
      .where(sql`kind = 'confirm' AND order_id IS NULL`),
    index('outbox_dead_confirmations')
      .on(table.createdAtMs, table.key)
      .where(sql`kind = 'confirm' AND state = 'dead'`),
    index('outbox_due')
      .on(table.kind, table.endpoint, table.nextAtMs)
      .where(sql`state = 'open'`),
    index('outbox_events_of_order')
      .on(table.orderId, table.version)
      .where(sql`kind = 'event'`),
    index('outbox_events_of_transfer')
      .on(table.transferId, table.version)
      .where(sql`transfer_id IS NOT NULL`),
    index('outbox_events_of_alert')
      .on(table.alertId, table.version)
      .where(sql`alert_id IS NOT NULL`),
    index('outbox_failing')
      .on(table.endpoint)
      .where(sql`state = 'open' AND failures > 3`),
    index('outbox_dead')
      .on(table.kind)
      .where(sql`state = 'dead'`),
  ],
)
