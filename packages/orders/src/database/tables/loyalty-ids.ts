import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * State of the idempotency key of a loyalty call: a call with it may have taken effect (`claimed`),
 * no call can have taken effect (`free`), or the service knows the id from a request of another
 * system (`foreign`).
 */
export type LoyaltyIdState = 'claimed' | 'free' | 'foreign'

/**
 * One row per id (idempotency key) under which the shop requested points, gift codes or the use of
 * a voucher. It is written before the service is called and stores a fingerprint of the request.
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
    /** Number and time of the first call that may have taken effect. */
    firstClaim: integer('first_claim').notNull(),
    firstAtMs: integer('first_at_ms').notNull(),
  },
  () => [
    check('loyalty_ids_state', sql`state IN ('claimed', 'free', 'foreign')`),
    check('loyalty_ids_fingerprint', sql`length(fingerprint) = 64`),
  ],
)
