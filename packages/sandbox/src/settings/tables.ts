import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row per stored setting; each value is validated where it is read. */
export const settings = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
})

/** Key pairs of the service: `callback` signs callbacks, `stranger` signs what must not verify. */
export const serviceKeys = sqliteTable('service_key', {
  purpose: text('purpose', { enum: ['callback', 'stranger'] }).primaryKey(),
  privateKeyPem: text('private_key_pem').notNull(),
  publicKeyPem: text('public_key_pem').notNull(),
})
