import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { deliveryColumns, tryColumns } from './delivery-columns.ts'
import { merchants } from './merchants.ts'
import { wallets } from './orders.ts'

// Instants are unix seconds in columns that end in `_at`, milliseconds in those that end in `_at_ms`.

/** A partner's request to link a customer's wallet, and the link that came of it. */
export const walletLinks = sqliteTable(
  'wallet_link',
  {
    linkId: text('link_id').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    partnerType: text('partner_type').notNull(),
    /** The partner's own id of its user. */
    partnerUserId: text('partner_user_id').notNull(),
    callbackUrl: text('callback_url').notNull(),
    /** Makes the address of the confirmation page unguessable. */
    webToken: text('web_token').notNull().unique(),
    state: text('state', { enum: ['INIT', 'LINKED', 'CANCELLED', 'UNLINKED'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    walletId: text('wallet_id').references(() => wallets.id),
    userToken: text('user_token').unique(),
    linkedAt: integer('linked_at'),
    unlinkedAt: integer('unlinked_at'),
  },
  (table) => [
    // A user of a partner has one linked wallet at most.
    uniqueIndex('wallet_link_partner_user')
      .on(table.merchantCode, table.partnerUserId)
      .where(sql`state = 'LINKED'`),
    index('wallet_link_created_at').on(table.createdAt),
    index('wallet_link_wallet').on(table.walletId),
  ],
)

/** One planned delivery of a link's callback; it is stored before it is sent. */
export const linkCallbacks = sqliteTable(
  'link_callback',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    linkId: text('link_id')
      .notNull()
      .references(() => walletLinks.linkId),
    kind: text('kind', { enum: ['callback', 'repeat', 'forged'] }).notNull(),
    ...deliveryColumns,
  },
  (table) => [
    index('link_callback_due').on(table.state, table.dueAtMs),
    index('link_callback_link').on(table.linkId),
  ],
)

/** What came back each time a link's callback was sent. */
export const linkCallbackTries = sqliteTable(
  'link_callback_try',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    callbackId: integer('callback_id')
      .notNull()
      .references(() => linkCallbacks.id),
    ...tryColumns,
  },
  (table) => [index('link_callback_try_callback').on(table.callbackId)],
)

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
    status: text('status', { enum: ['PROCESSING', 'HOLDING', 'SUCCESS', 'FAIL'] }).notNull(),
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
