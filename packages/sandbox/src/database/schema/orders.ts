import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { merchants, stores } from './merchants.ts'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in `_at_ms`.

export const wallets = sqliteTable('wallet', {
  id: text('id').primaryKey(),
  phone: text('phone').notNull().unique(),
  fullName: text('full_name').notNull(),
  pin: text('pin').notNull(),
  status: text('status', { enum: ['active', 'blocked'] }).notNull(),
  /** Whether the customer is identified: others cannot receive transfers. */
  tier: text('tier', { enum: ['verified', 'unverified'] })
    .notNull()
    .default('verified'),
})

/** Claims an order_reference_id: payments and refunds of a merchant share one set of ids. */
export const references = sqliteTable(
  'reference',
  {
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    orderReferenceId: text('order_reference_id').notNull(),
    kind: text('kind', { enum: ['payment', 'refund'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantCode, table.orderReferenceId] }),
    index('reference_order_reference_id').on(table.orderReferenceId),
  ],
)

export const orders = sqliteTable(
  'payment_order',
  {
    orderId: text('order_id').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    /** Null for an order of gen-transaction-qr that was created without one. */
    orderReferenceId: text('order_reference_id'),
    kind: text('kind', {
      enum: ['transaction-qr', 'web-payment', 'app-to-app', 'merchant-qr', 'linked-account'],
    }).notNull(),
    storeCode: text('store_code').notNull(),
    posCode: text('pos_code'),
    amountVnd: integer('amount_vnd').notNull(),
    description: text('description').notNull(),
    /** Text that comes back in the callback. */
    extraData: text('extra_data').notNull(),
    callbackUrl: text('callback_url').notNull(),
    redirectUrl: text('redirect_url'),
    merchantUserId: text('merchant_user_id'),
    status: text('status', { enum: ['INIT', 'PROCESSING', 'SUCCESS', 'FAIL'] }).notNull(),
    failure: text('failure'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    payToken: text('pay_token').notNull().unique(),
    qrToken: text('qr_token').notNull().unique(),
    callbackSwitches: text('callback_switches', { mode: 'json' }).$type<unknown>(),
    walletId: text('wallet_id').references(() => wallets.id),
    transactionId: text('transaction_id').unique(),
    walletTransactionId: text('wallet_transaction_id'),
    loyaltyTransactionId: text('loyalty_transaction_id'),
    paidAt: integer('paid_at'),
    paidVnd: integer('paid_vnd').notNull().default(0),
    paidPoints: integer('paid_points').notNull().default(0),
    pointValueVnd: integer('point_value_vnd').notNull().default(0),
    discountVnd: integer('discount_vnd').notNull().default(0),
    cashbackVnd: integer('cashback_vnd').notNull().default(0),
    absentInCore: integer('absent_in_core', { mode: 'boolean' }).notNull().default(false),
    refundedVnd: integer('refunded_vnd').notNull().default(0),
    refundedPoints: integer('refunded_points').notNull().default(0),
  },
  (table) => [
    foreignKey({ columns: [table.storeCode], foreignColumns: [stores.code] }),
    uniqueIndex('payment_order_reference').on(table.merchantCode, table.orderReferenceId),
    index('payment_order_created_at').on(table.createdAt),
    check('amount_vnd_positive', sql`${table.amountVnd} > 0`),
    check('refund_within_vnd', sql`${table.refundedVnd} between 0 and ${table.paidVnd}`),
    check('refund_within_points', sql`${table.refundedPoints} between 0 and ${table.paidPoints}`),
  ],
)

export const oneTimeCodes = sqliteTable(
  'one_time_code',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    code: text('code').notNull(),
    expiresAt: integer('expires_at').notNull(),
    triesLeft: integer('tries_left').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.walletId] })],
)

export const refunds = sqliteTable(
  'refund',
  {
    refundTransactionId: text('refund_transaction_id').primaryKey(),
    merchantCode: text('merchant_code').notNull(),
    orderReferenceId: text('order_reference_id').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    /** Which half is still to come. */
    state: text('state', { enum: ['done', 'points-pending', 'money-pending'] }).notNull(),
    walletTransactionId: text('wallet_transaction_id').notNull(),
    loyaltyTransactionId: text('loyalty_transaction_id'),
    description: text('description').notNull(),
    merchantUserId: text('merchant_user_id'),
    merchantUserName: text('merchant_user_name'),
    createdAt: integer('created_at').notNull(),
    /** When the pending half is due; null when nothing is pending. */
    settlesAt: integer('settles_at'),
  },
  (table) => [
    uniqueIndex('refund_reference').on(table.merchantCode, table.orderReferenceId),
    index('refund_order').on(table.orderId),
    check('vnd_not_negative', sql`${table.vnd} >= 0`),
    check('points_not_negative', sql`${table.points} >= 0`),
    check('refunds_something', sql`${table.vnd} + ${table.points} > 0`),
  ],
)
