import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * How the merchant's own id of a loyalty call stands: a call with it may have landed (`claimed`), none can have landed
 * (`free`), or the service knows it from something that was not asked for here (`foreign`).
 */
export type LoyaltyIdState = 'claimed' | 'free' | 'foreign'

/**
 * One row per id under which the shop has asked for points, gift codes or the use of a voucher, written before the service
 * is called: what it was asked for is kept as a fingerprint.
 */
export const loyaltyIds = sqliteTable(
  'loyalty_ids',
  {
    /** Name of the call, a colon, and the merchant's own id. */
    key: text('key').primaryKey(),
    /** SHA-256 of the request in its canonical form, in hex. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state').$type<LoyaltyIdState>().notNull(),
    /** Calls that were made, or were about to be. */
    claims: integer('claims').notNull(),
    /** Number of the first of them that may have landed, and when it was made. */
    firstClaim: integer('first_claim').notNull(),
    firstAtMs: integer('first_at_ms').notNull(),
  },
  () => [
    check('loyalty_ids_state', sql`state IN ('claimed', 'free', 'foreign')`),
    check('loyalty_ids_fingerprint', sql`length(fingerprint) = 64`),
  ],
)
