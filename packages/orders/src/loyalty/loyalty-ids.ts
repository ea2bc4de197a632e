import { and, eq, sql, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { loyaltyIds, type LoyaltyIdState } from '../database/schema.ts'
import { transact, transactAll } from '../database/transact.ts'
import { insert, update, type Read, type Transition } from '../database/transition.ts'
import type { LoyaltyIdConflict } from '../loyalty-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { fingerprintOf } from './fingerprint.ts'

/** The context that the idempotency keys of loyalty calls need. */
export type LoyaltyIdsContext = Pick<OrdersContext, 'database' | 'endpoints' | 'now'>

/** A loyalty call with an effect (a write), as requested by the shop. */
export interface LoyaltyWrite {
  /** Name of the endpoint of the contract. */
  readonly call: string
  /** The merchant's own id in it. */
  readonly id: string
  /** Its fields as the shop gave them. */
  readonly request: Readonly<Record<string, unknown>>
}

/** Permission to make a call under an id. */
export interface LoyaltyClaim {
  readonly outcome: 'claimed'
  readonly key: string
  /** Number of this call under the id, from 1. */
  readonly number: number
  /** When the first call that may have taken effect was made, in milliseconds since 1970. */
  readonly firstAtMs: number
}

/** Whether a call may be made under an id. */
export type LoyaltyClaimOutcome =
  | LoyaltyClaim
  | { readonly outcome: 'conflict'; readonly because: LoyaltyIdConflict }

/**
 * Stores the request under its id before the service is called. The same request is allowed again;
 * a different request is rejected once a call under the id may have taken effect.
 */
export async function claimLoyaltyId(
  context: LoyaltyIdsContext,
  write: LoyaltyWrite,
): Promise<LoyaltyClaimOutcome> {
  checkContext('claimLoyaltyId', context, ['database', 'endpoints', 'now'])
  checkArguments('claimLoyaltyId', { write })
  const { call, id, request } = write
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

/** Condition: no other call under the id may have taken effect. */
function isOnlyCall({ number }: LoyaltyClaim): SQL {
  return sql`${loyaltyIds.claims} = ${number} AND ${loyaltyIds.firstClaim} = ${number}`
}

async function endClaimAs(
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
 * Frees an id under which nothing has taken effect, so that it may be used for another request.
 *
 * @returns whether the id is free; not while an earlier or a running call may have taken effect
 */
export function releaseLoyaltyId(
  context: LoyaltyIdsContext,
  claim: LoyaltyClaim,
): Promise<boolean> {
  checkContext('releaseLoyaltyId', context, ['database', 'endpoints', 'now'])
  checkArguments('releaseLoyaltyId', { claim })
  return endClaimAs(context, claim, { state: 'free', where: isOnlyCall(claim) })
}

/**
 * Marks an id as used by another system: the service knows it although only one call was made under
 * it and that call was refused. No further call is made under it.
 *
 * @returns whether the id was marked; not while the service may know it from an earlier or a
 *   running call of ours
 */
export function markForeignId(context: LoyaltyIdsContext, claim: LoyaltyClaim): Promise<boolean> {
  checkContext('markForeignId', context, ['database', 'endpoints', 'now'])
  checkArguments('markForeignId', { claim })
  return endClaimAs(context, claim, { state: 'foreign', where: isOnlyCall(claim) })
}

/**
 * Marks an id as used by another system, because the service stores a different request under it.
 */
export async function markForeignContent(
  context: LoyaltyIdsContext,
  claim: LoyaltyClaim,
): Promise<void> {
  checkContext('markForeignContent', context, ['database', 'endpoints', 'now'])
  checkArguments('markForeignContent', { claim })
  await endClaimAs(context, claim, { state: 'foreign' })
}
