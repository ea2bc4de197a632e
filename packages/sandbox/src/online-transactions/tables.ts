import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { walletLinks } from '../linked-accounts/tables.ts'
import { merchants } from '../merchants/tables.ts'
import { wallets } from '../wallets/tables.ts'

/** The states of a purchase. */
export const purchaseStatuses = ['PROCESSING', 'HOLDING', 'SUCCESS', 'FAIL'] as const

/** A purchase from a linked wallet. A captured one has a row in `payment_order` as well. */
export const linkedPurchases = sqliteTable(
  'linked_purchase',
  {
    transactionId: text('transaction_id').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    linkId: text('link_id')
      .notNull()
      .references(() => walletLinks.linkId),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    invoiceNo: text('invoice_no').notNull(),
    transactionReferenceNumber: text('transaction_reference_number').notNull(),
    storeCode: text('store_code').notNull(),
    posCode: text('pos_code'),
    description: text('description').notNull(),
    billVnd: integer('bill_vnd').notNull(),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    pointValueVnd: integer('point_value_vnd').notNull(),
    isHoldingEnabled: integer('is_holding_enabled', { mode: 'boolean' }).notNull(),
    status: text('status', { enum: purchaseStatuses }).notNull(),
    /** Why it failed; null unless it did. */
    failure: text('failure'),
    walletTransactionId: text('wallet_transaction_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** One-time code that the purchase waits for; null where none is asked for. */
    code: text('code'),
    codeExpiresAt: integer('code_expires_at'),
    codeTriesLeft: integer('code_tries_left'),
    /** Order under which the captured purchase is refunded; null until then. */
    orderId: text('order_id'),
  },
  (table) => [
    uniqueIndex('linked_purchase_invoice').on(table.merchantCode, table.invoiceNo),
    uniqueIndex('linked_purchase_reference').on(
      table.merchantCode,
      table.transactionReferenceNumber,
    ),
    index('linked_purchase_created_at').on(table.createdAt),
    check('purchase_vnd_not_negative', sql`${table.vnd} >= 0`),
    check('purchase_points_not_negative', sql`${table.points} >= 0`),
    check('purchase_of_something', sql`${table.vnd} + ${table.points} > 0`),
  ],
)
