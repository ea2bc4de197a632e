import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { allLinkStates, linkStatesWithToken, type LinkState } from '../../states/link-state.ts'
import { stateList } from '../../states/order-state.ts'

/**
 * One row per request to link a wallet. Its id is part of the callback address. The token of the
 * wallet is stored sealed (encrypted), and only while the wallet is linked.
 */
export const links = sqliteTable(
  'links',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    state: text('state').$type<LinkState>().notNull(),
    /**
     * Of no use any more. It stays until no Worker that may still run names it: those of an earlier
     * version count it, and those of this one read it with the whole row.
     */
    version: integer('version').notNull().default(1),
    /** `link_id` of the link at the service. */
    serviceLinkId: text('service_link_id'),
    webUrl: text('web_url'),
    sealedToken: text('sealed_token'),
    /** Only the last three digits are readable. */
    maskedPhone: text('masked_phone'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    leaseUntilMs: integer('lease_until_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    /** Calls made for the current step, and when the next one is due; null when none is. */
    calls: integer('calls').notNull().default(0),
    nextCallAtMs: integer('next_call_at_ms'),
  },
  (table) => [
    check('links_state', sql.raw(`state IN ${stateList(allLinkStates)}`)),
    check(
      'links_token',
      sql.raw(`(sealed_token IS NOT NULL) = (state IN ${stateList(linkStatesWithToken)})`),
    ),
    uniqueIndex('links_active')
      .on(table.customerId)
      // A second link that the customer has confirmed is unlinked while the first one pays.
      .where(sql`state IN ('requested', 'linked')`),
    uniqueIndex('links_service_link').on(table.serviceLinkId),
    index('links_of_customer').on(table.customerId, table.createdAtMs),
    index('links_by_creation')
      .on(table.createdAtMs)
      .where(sql`customer_id <> ''`),
    index('links_to_forget')
      .on(table.updatedAtMs)
      .where(sql`customer_id <> ''`),
    index('links_to_call')
      .on(table.nextCallAtMs)
      .where(sql`next_call_at_ms IS NOT NULL`),
  ],
)
