import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CallFailure } from '../../service/port-answer.ts'
import type {
  CallOutcome,
  CalledAbout,
  CalledEndpoint,
} from '../../service-calls/service-calls-api.ts'

/** The newest calls to the service about each order, transfer and link: no journal, for each has a fixed number of places. */
export const serviceCalls = sqliteTable(
  'service_calls',
  {
    /** What it was about and the place, which the newest call takes from the oldest. */
    key: text('key').primaryKey(),
    about: text('about').$type<CalledAbout>().notNull(),
    /** Id of the order, the shop's own id of the transfer, or our id of the link. */
    subjectId: text('subject_id').notNull(),
    /** From 1, in the order in which the calls of one subject ended. */
    number: integer('number').notNull(),
    /** When the call began. */
    atMs: integer('at_ms').notNull(),
    durationMs: integer('duration_ms').notNull(),
    endpoint: text('endpoint').$type<CalledEndpoint>().notNull(),
    /** What the call was about: reference of an attempt or of a transfer, id of a refund or of a link. */
    reference: text('reference').notNull(),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    /** Code of the answer; null without one. */
    code: integer('code'),
    /** Name of the refusal, or the state of the payment or of the link that the answer tells. */
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
    check('service_calls_about', sql`about IN ('order', 'transfer', 'link')`),
    check('service_calls_duration', sql`duration_ms >= 0`),
    uniqueIndex('service_calls_of_subject').on(table.about, table.subjectId, table.number),
    index('service_calls_by_time').on(table.atMs),
  ],
)
