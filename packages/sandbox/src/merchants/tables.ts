import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Merchants with their rights. */
export const merchants = sqliteTable('merchant', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  status: text('status', { enum: ['active', 'closed'] }).notNull(),
  rights: text('rights', { mode: 'json' }).$type<readonly string[]>().notNull(),
})

/** Stores of merchants. */
export const stores = sqliteTable('store', {
  code: text('code').primaryKey(),
  merchantCode: text('merchant_code')
    .notNull()
    .references(() => merchants.code),
  name: text('name').notNull(),
  status: text('status', { enum: ['active', 'closed'] }).notNull(),
  /** Switches of callbacks for this store; null takes the defaults. */
  callbackSwitches: text('callback_switches', { mode: 'json' }).$type<unknown>(),
})

/** Terminals of stores. */
export const terminals = sqliteTable(
  'terminal',
  {
    storeCode: text('store_code')
      .notNull()
      .references(() => stores.code),
    posCode: text('pos_code').notNull(),
    name: text('name').notNull(),
    status: text('status', { enum: ['active', 'closed'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeCode, table.posCode] })],
)

/** API keys of merchants: the public halves. */
export const apiKeys = sqliteTable('api_key', {
  keyCode: text('key_code').primaryKey(),
  merchantCode: text('merchant_code')
    .notNull()
    .references(() => merchants.code),
  name: text('name').notNull(),
  publicKeyPem: text('public_key_pem').notNull(),
  fingerprint: text('fingerprint').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  revokedAt: integer('revoked_at'),
})
