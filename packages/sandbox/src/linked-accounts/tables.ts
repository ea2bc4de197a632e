import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { deliveryColumns, tryColumns } from '../delivery/delivery-columns.ts'
import { merchants } from '../merchants/tables.ts'
import { wallets } from '../wallets/tables.ts'

/** A partner's request to link a customer's wallet, and the resulting link. */
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

/** HTTP requests that tried to deliver the callback of a link. */
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
