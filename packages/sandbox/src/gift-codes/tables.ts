import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { merchants, stores } from '../merchants/tables.ts'

/** A merchant's order of gift codes. */
export const giftCodeOrders = sqliteTable(
  'gift_code_order',
  {
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    merchantOrderId: text('merchant_order_id').notNull(),
    storeCode: text('store_code')
      .notNull()
      .references(() => stores.code),
    posCode: text('pos_code').notNull(),
    extraData: text('extra_data').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantCode, table.merchantOrderId] })],
)

/** A gift code: in stock while no order has it. */
export const giftCodes = sqliteTable(
  'gift_code',
  {
    serial: text('serial').primaryKey(),
    code: text('code').notNull().unique(),
    /** Face value in thousand VND. */
    cardType: text('card_type').notNull(),
    /** Last day on which it works, `yyyy-MM-dd` in Vietnam. */
    expireDate: text('expire_date').notNull(),
    status: text('status', { enum: ['ACTIVE', 'USED'] }).notNull(),
    /** Merchant whose order has it; null while it is in stock. */
    merchantCode: text('merchant_code'),
    merchantOrderId: text('merchant_order_id'),
  },
  (table) => [
    index('gift_code_stock').on(table.cardType, table.merchantOrderId, table.expireDate),
    index('gift_code_of_order').on(table.merchantCode, table.merchantOrderId),
    check('gift_code_status', sql`${table.status} in ('ACTIVE', 'USED')`),
  ],
)

/** Public key with which the gift codes of a merchant are encrypted. */
export const giftCodeKeys = sqliteTable('gift_code_key', {
  merchantCode: text('merchant_code')
    .primaryKey()
    .references(() => merchants.code),
  publicKeyPem: text('public_key_pem').notNull(),
})
