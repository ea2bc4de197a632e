import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in `_at_ms`.

/** One row per stored setting; each value is validated where it is read. */
export const settings = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
})

/** Key pairs of the service: `callback` signs callbacks, `stranger` plays a key nobody was given. */
export const serviceKeys = sqliteTable('service_key', {
  purpose: text('purpose', { enum: ['callback', 'stranger'] }).primaryKey(),
  privateKeyPem: text('private_key_pem').notNull(),
  publicKeyPem: text('public_key_pem').notNull(),
})

export const nonces = sqliteTable(
  'nonce',
  {
    keyCode: text('key_code').notNull(),
    nonce: text('nonce').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyCode, table.nonce] }),
    index('nonce_received_at').on(table.receivedAt),
  ],
)

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
  provoked: text('provoked'),
  explanation: text('explanation', { mode: 'json' }).$type<unknown>(),
})

/** A provocation that waits for the next requests of an endpoint. */
export const faults = sqliteTable('fault', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Name of the endpoint, or `*` for any. */
  endpoint: text('endpoint').notNull(),
  provocation: text('provocation').notNull(),
  remaining: integer('remaining').notNull(),
})

/** Magic values with `-once` that have already been used. */
export const usedProvocations = sqliteTable(
  'used_provocation',
  {
    merchantCode: text('merchant_code').notNull(),
    subject: text('subject').notNull(),
    provocation: text('provocation').notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantCode, table.subject, table.provocation] })],
)

/** Stops a batch: a row that does not hold breaks the constraint and rolls everything back. */
export const guards = sqliteTable('guard', { held: integer('held').notNull() }, (table) => [
  check('guard_held', sql`${table.held} = 1`),
])
