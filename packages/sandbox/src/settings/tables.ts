import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row per stored setting; each value is validated where it is read. */
export const settings = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
})

/**
 * Key pairs that do not belong to the service: `stranger` makes signatures that must not verify.
 */
export const serviceKeys = sqliteTable('service_key', {
  purpose: text('purpose', { enum: ['stranger'] }).primaryKey(),
  privateKeyPem: text('private_key_pem').notNull(),
  publicKeyPem: text('public_key_pem').notNull(),
})

/** Key pairs that sign callbacks, one after the other. */
export const callbackKeys = sqliteTable('callback_key', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  privateKeyPem: text('private_key_pem').notNull(),
  publicKeyPem: text('public_key_pem').notNull(),
  /** From when on callbacks are signed with it, in unix seconds, until a later key signs. */
  signsAt: integer('signs_at').notNull(),
  /** Until when its callbacks may arrive, in unix seconds; null while no later key is known. */
  endsAt: integer('ends_at'),
})
