import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { merchants, stores } from './merchants.ts'
import { wallets } from './orders.ts'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in `_at_ms`.

/** A loyalty program and the business that owns it. */
export const loyaltyPrograms = sqliteTable(
  'loyalty_program',
  {
    businessCode: text('business_code').notNull(),
    programCode: text('program_code').notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessCode, table.programCode] })],
)

/** A customer in a loyalty program; the points lie in the customer's wallet. */
export const members = sqliteTable(
  'member',
  {
    memberCode: text('member_code').primaryKey(),
    walletId: text('wallet_id')
      .notNull()
      .unique()
      .references(() => wallets.id),
    businessCode: text('business_code').notNull(),
    programCode: text('program_code').notNull(),
    cardNumber: text('card_number').notNull().unique(),
    tierCode: text('tier_code').notNull(),
    cardStatus: text('card_status', { enum: ['A', 'I'] }).notNull(),
    accountStatus: text('account_status', { enum: ['A', 'I', 'B'] }).notNull(),
    isAtRisk: integer('is_at_risk', { mode: 'boolean' }).notNull(),
    /** `yyyy-MM-dd`. */
    birthDate: text('birth_date').notNull(),
    gender: text('gender').notNull(),
  },
  (table) => [
    check('member_card_status', sql`${table.cardStatus} in ('A', 'I')`),
    check('member_account_status', sql`${table.accountStatus} in ('A', 'I', 'B')`),
  ],
)

/** A top-up of points, done or failed: its id is taken either way. */
export const topUps = sqliteTable(
  'top_up',
  {
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    /** txn_id of the REST form, invoice_no of the gateway form. */
    txnId: text('txn_id').notNull(),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    storeCode: text('store_code').notNull(),
    posCode: text('pos_code').notNull(),
    points: integer('points').notNull(),
    status: text('status', { enum: ['SUCCESS', 'ERROR'] }).notNull(),
    /** Why it failed; null when it did not. */
    failure: text('failure'),
    /** The merchant's invoice id of the REST form. */
    orderId: text('order_id'),
    receipt: text('receipt', { mode: 'json' }).$type<unknown>(),
    sendsSms: integer('sends_sms', { mode: 'boolean' }).notNull(),
    transactionId: text('transaction_id').notNull().unique(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantCode, table.txnId] }),
    index('top_up_wallet').on(table.walletId, table.createdAt),
    index('top_up_created_at').on(table.createdAt),
    check('top_up_positive', sql`${table.points} > 0`),
  ],
)

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

/** Public key for which the gift codes of a merchant are encrypted. */
export const giftCodeKeys = sqliteTable('gift_code_key', {
  merchantCode: text('merchant_code')
    .primaryKey()
    .references(() => merchants.code),
  publicKeyPem: text('public_key_pem').notNull(),
})
