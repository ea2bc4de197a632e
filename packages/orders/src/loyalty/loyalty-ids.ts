import { and, eq, sql, type SQL } from 'drizzle-orm'
import { loyaltyIds, type LoyaltyIdState } from '../database/schema.ts'
import { transact, transactAll } from '../database/transact.ts'
import { insert, update, type Read, type Transition } from '../database/transition.ts'
import type { LoyaltyIdConflict } from '../loyalty-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { fingerprintOf } from './fingerprint.ts'

/** What the ids of loyalty calls need from outside. */
export type LoyaltyIdsContext = Pick<OrdersContext, 'database' | 'endpoints' | 'now'>

/** A loyalty call that has an effect, as the shop asks for it. */
export interface LoyaltyWrite {
  /** Name of the endpoint of the contract. */
  readonly call: string
  /** The merchant's own id in it. */
  readonly id: string
  /** Its fields as the shop gave them. */
  readonly request: Readonly<Record<string, unknown>>
}

/** The right to make a call under an id. */
export interface LoyaltyClaim {
  readonly outcome: 'claimed'
  readonly key: string
  /** Which call under the id this is, from 1. */
  readonly number: number
  /** When the first call was made that may have landed, in milliseconds since 1970. */
  readonly firstAtMs: number
}

/** Whether a call may be made under an id. */
export type LoyaltyClaimOutcome =
  | LoyaltyClaim
  | { readonly outcome: 'conflict'; readonly because: LoyaltyIdConflict }

/**
 * Puts on disk what is about to be asked for under an id, before the service hears of it. The same request again is let
 * through; another one is not, once a call under the id may have landed.
 */
export async function claimLoyaltyId(
  context: LoyaltyIdsContext,
  { call, id, request }: LoyaltyWrite,
): Promise<LoyaltyClaimOutcome> {
  const key = `${call}:${id}`
  const fingerprint = await fingerprintOf(request)
  const atMs = context.now()
  const isFree = sql`${loyaltyIds.state} = 'free'`
  const known: Transition = {
    decide: insert(loyaltyIds, {
      values: { key, fingerprint, state: 'free', claims: 0, firstClaim: 0, firstAtMs: atMs },
    }),
  }
  const claimed: Transition = {
    decide: update(loyaltyIds, {
      set: {
        fingerprint,
        state: 'claimed',
        claims: sql`${loyaltyIds.claims} + 1`,
        firstClaim: sql`CASE WHEN ${isFree} THEN ${loyaltyIds.claims} + 1 ELSE ${loyaltyIds.firstClaim} END`,
        firstAtMs: sql`CASE WHEN ${isFree} THEN ${atMs} ELSE ${loyaltyIds.firstAtMs} END`,
      },
      where: and(
        eq(loyaltyIds.key, key),
        sql`(${isFree} OR ${loyaltyIds.state} = 'claimed' AND ${loyaltyIds.fingerprint} = ${fingerprint})`,
      ),
    }),
  }
  const read: Read<typeof loyaltyIds> = { table: loyaltyIds, where: eq(loyaltyIds.key, key) }
  const done = await transactAll(context, { transitions: [known, claimed], reads: [read] })
  const [row] = done.rows(read)
  if (row === undefined) throw new Error('The id of a loyalty call vanished while it was claimed.')
  if (done.happened(claimed)) {
    return { outcome: 'claimed', key, number: row.claims, firstAtMs: row.firstAtMs }
  }
  const because = row.state === 'foreign' ? 'used_elsewhere' : 'other_content'
  return { outcome: 'conflict', because }
}

/** Holds while no other call under the id than this one may have landed. */
function isOnlyCall({ number }: LoyaltyClaim): SQL {
  return sql`${loyaltyIds.claims} = ${number} AND ${loyaltyIds.firstClaim} = ${number}`
}

async function leaveAs(
  context: LoyaltyIdsContext,
  claim: LoyaltyClaim,
  { state, where }: { readonly state: LoyaltyIdState; readonly where?: SQL },
): Promise<boolean> {
  return transact(context, {
    decide: update(loyaltyIds, {
      set: { state },
      where: and(eq(loyaltyIds.key, claim.key), sql`${loyaltyIds.state} = 'claimed'`, where),
    }),
  })
}

/**
 * Gives an id back under which nothing has taken effect: it may be used for another request.
 *
 * @returns whether it is free; not while an earlier call, or one that is under way, may have landed
 */
export function releaseLoyaltyId(
  context: LoyaltyIdsContext,
  claim: LoyaltyClaim,
): Promise<boolean> {
  return leaveAs(context, claim, { state: 'free', where: isOnlyCall(claim) })
}

/**
 * Marks an id as used by something else, since the service knows it though only one call was made under it, and that one
 * was refused. Nothing is asked for under it any more.
 *
 * @returns whether it is marked; not while an earlier call, or one that is under way, may be what the service knows
 */
export function disownLoyaltyId(context: LoyaltyIdsContext, claim: LoyaltyClaim): Promise<boolean> {
  return leaveAs(context, claim, { state: 'foreign', where: isOnlyCall(claim) })
}

/** Marks an id as used by something else, since what the service keeps under it is not what was asked for here. */
export async function disownOtherContent(
  context: LoyaltyIdsContext,
  claim: LoyaltyClaim,
): Promise<void> {
  await leaveAs(context, claim, { state: 'foreign' })
}
