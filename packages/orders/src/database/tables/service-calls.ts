import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CallFailure } from '../../service/port-answer.ts'
import type {
  CallOutcome,
  CalledAbout,
  CalledEndpoint,
} from '../../service-calls/service-calls-api.ts'

/**
 * The newest calls to the service about each order, transfer and link. It is a ring buffer and no
 * journal: each subject has a fixed number of slots.
 */
export const serviceCalls = sqliteTable(
  'service_calls',
  {
    /** Subject and slot; the newest call overwrites the slot of the oldest. */
    key: text('key').primaryKey(),
    about: text('about').$type<CalledAbout>().notNull(),
    /** Id of the order, the shop's own id of the transfer, or our id of the link. */
    subjectId: text('subject_id').notNull(),
    /** From 1, in the order in which the calls of one subject ended. */
    number: integer('number').notNull(),
    /** When the call began, in milliseconds since 1970. */
    atMs: integer('at_ms').notNull(),
    durationMs: integer('duration_ms').notNull(),
    endpoint: text('endpoint').$type<CalledEndpoint>().notNull(),
    /**
     * What the call was about: reference of an attempt or of a transfer, id of a refund or of a
     * link.
     */
    reference: text('reference').notNull(),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    /** Code of the answer; null without one. */
    code: integer('code'),
    /** Name of the refusal, or the state of the payment or link in the answer. */
    said: text('said'),
    /** Why there was no answer, if the client knows it. */
    failure: text('failure').$type<CallFailure>(),
    /** HTTP status of a response that was no answer of the service. */
    httpStatus: integer('http_status'),
    /** `meta.request_id` of the answer. */
    requestId: text('request_id'),
    /** HTTP requests sent in this call; null when unknown. */
    requests: integer('requests'),
  },
  (table) => [
    check(
      'service_calls_outcome',
      sql`outcome IN ('accepted', 'refused', 'unlisted', 'unknown', 'not_sent')`,
    ),
    check('service_calls_about', sql`about IN ('order', 'transfer', 'link')`),
    check('service_calls_duration', sql`duration_ms >= 0`),
    uniqueIndex('service_calls_of_subject').on(table.about, table.subjectId, table.number),
    index('service_calls_by_time').on(table.atMs),
  ],
)
