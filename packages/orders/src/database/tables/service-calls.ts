import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CallFailure } from '../../service/port-answer.ts'
import type { CallOutcome, CalledEndpoint } from '../../service-calls/service-calls-api.ts'

/** The newest calls to the service about each order: no journal, for each order has a fixed number of places. */
export const serviceCalls = sqliteTable(
  'service_calls',
  {
    /** Order and place, which the newest call takes from the oldest. */
    key: text('key').primaryKey(),
    orderId: text('order_id').notNull(),
    /** From 1, in the order in which the calls of an order ended. */
    number: integer('number').notNull(),
    /** When the call began. */
    atMs: integer('at_ms').notNull(),
    durationMs: integer('duration_ms').notNull(),
    endpoint: text('endpoint').$type<CalledEndpoint>().notNull(),
    /** What the call was about: reference of an attempt, or id of a refund. */
    reference: text('reference').notNull(),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    /** Code of the answer; null without one. */
    code: integer('code'),
    /** Name of the refusal, or the state of the payment that the answer tells. */
    said: text('said'),
    /** What kept an answer from coming, where the client knows it. */
    failure: text('failure').$type<CallFailure>(),
    /** HTTP status of a response that was no answer of the service. */
    httpStatus: integer('http_status'),
    /** `meta.request_id` of the answer. */
    requestId: text('request_id'),
    /** Requests that went out in this call; null where that is not known. */
    requests: integer('requests'),
  },
  (table) => [
    check(
      'service_calls_outcome',
      sql`outcome IN ('accepted', 'refused', 'unlisted', 'unknown', 'not_sent')`,
    ),
    check('service_calls_duration', sql`duration_ms >= 0`),
    uniqueIndex('service_calls_of_order').on(table.orderId, table.number),
    index('service_calls_by_time').on(table.atMs),
  ],
)
