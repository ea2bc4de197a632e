import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The request journal: one row per request to the API, redacted. */
export const journal = sqliteTable('journal', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  query: text('query').notNull(),
  headers: text('headers', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  body: text('body').notNull(),
  keyCode: text('key_code'),
  endpoint: text('endpoint'),
  code: integer('code').notNull(),
  httpStatus: integer('http_status').notNull(),
  message: text('message').notNull(),
  answer: text('answer').notNull(),
  fault: text('provoked'),
  explanation: text('explanation', { mode: 'json' }).$type<unknown>(),
})
