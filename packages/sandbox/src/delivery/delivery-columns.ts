import { integer, text } from 'drizzle-orm/sqlite-core'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in
// `_at_ms`.

/** Columns of every delivery table: state, due time, lease and retries. */
export const deliveryColumns = {
  state: text('state', {
    enum: ['due', 'sending', 'delivered', 'failed', 'lost', 'blocked'],
  }).notNull(),
  createdAt: integer('created_at').notNull(),
  dueAtMs: integer('due_at_ms').notNull(),
  /** End of the lease of one sender, so that no other sender sends the row at the same time. */
  leasedUntilMs: integer('leased_until_ms'),
  /** Seconds between the remaining attempts. */
  retrySeconds: text('retry_seconds', { mode: 'json' }).$type<readonly number[]>().notNull(),
}

/** Columns for the result of one attempt to deliver. */
export const tryColumns = {
  at: integer('at').notNull(),
  /** HTTP status of the answer; null when there was no answer. */
  httpStatus: integer('http_status'),
  /** First characters of the answer, or the reason why there was no answer. */
  outcome: text('outcome').notNull(),
  durationMs: integer('duration_ms').notNull(),
}
