import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Why a delivery was not answered with 2xx. */
export type DeliveryFailure =
  /** No answer in time. */
  | 'timeout'
  /** The connection failed before an answer came. */
  | 'connection'
  /** The endpoint answered with another status than 2xx. */
  | 'status'
  /** The subject of the event is gone, or the body is too large to be stored. */
  | 'no_body'
  /** A key of the endpoint cannot sign. */
  | 'not_signed'

/** Deliveries of events, the newest 20 of each outbox row; a trigger deletes older ones. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    outboxKey: text('outbox_key').notNull(),
    atMs: integer('at_ms').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** HTTP status of the answer; `null` without one. */
    status: integer('status'),
    failure: text('failure').$type<DeliveryFailure>(),
  },
  (table) => [index('deliveries_of_row').on(table.outboxKey, table.id)],
)
