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
import { merchants, stores } from '../merchants/tables.ts'
import { wallets } from '../wallets/tables.ts'

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

/**
 * The calls that create orders, and the payments that are orders without one, in the order in which
 * the merchant site offers them.
 */
export const orderKinds = [
  'transaction-qr',
  'web-payment',
  'app-to-app',
  'merchant-qr',
  'linked-account',
] as const

/** Orders with their payment: one row from creation to refund. */
export const orders = sqliteTable(
  'payment_order',
  {
    orderId: text('order_id').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    /** Null for an order that was created without one. */
    orderReferenceId: text('order_reference_id'),
    kind: text('kind', { enum: orderKinds }).notNull(),
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
