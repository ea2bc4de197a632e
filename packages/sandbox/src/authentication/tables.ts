import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Nonces that were used, by API key; each is kept for two hours. */
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
