import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orders } from './orders.ts'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in `_at_ms`.

/** One planned delivery of a callback; it is stored before it is sent. */
export const callbacks = sqliteTable(
  'callback',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    storeCode: text('store_code').notNull(),
    /** What this delivery is: `callback`, `repeat`, `forged`, `resent`. */
    kind: text('kind', { enum: ['callback', 'repeat', 'forged', 'resent'] }).notNull(),
    url: text('url').notNull(),
    state: text('state', {
      enum: ['due', 'sending', 'delivered', 'failed', 'lost', 'blocked'],
    }).notNull(),
    createdAt: integer('created_at').notNull(),
    dueAtMs: integer('due_at_ms').notNull(),
    /** Until when one sender holds the row, so that no other sends it at the same time. */
    leasedUntilMs: integer('leased_until_ms'),
    /** Waits until a later callback of the same store has gone out. */
    isHeld: integer('is_held', { mode: 'boolean' }).notNull().default(false),
    /** Seconds between tries that are still to come. */
    retrySeconds: text('retry_seconds', { mode: 'json' }).$type<readonly number[]>().notNull(),
  },
  (table) => [
    index('callback_due').on(table.state, table.dueAtMs),
    index('callback_order').on(table.orderId),
  ],
)

/** What went over the wire each time a callback was sent. */
export const callbackTries = sqliteTable(
  'callback_try',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    callbackId: integer('callback_id')
      .notNull()
      .references(() => callbacks.id),
    at: integer('at').notNull(),
    url: text('url').notNull(),
    /** HTTP status of the answer; null when there was none. */
    httpStatus: integer('http_status'),
    /** First characters of the answer, or why there was none. */
    outcome: text('outcome').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [index('callback_try_callback').on(table.callbackId)],
)
