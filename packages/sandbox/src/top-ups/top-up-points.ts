import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { vietnamTimeAfter, vietnamDate } from '../clock/vietnam-time.ts'
import { mustHold, runAtomically } from '../database/run-atomically.ts'
import { ledgerAccounts } from '../ledger/tables.ts'
import { topUps } from './tables.ts'
import { members } from '../members/tables.ts'
import { wallets } from '../wallets/tables.ts'
import { moveAmounts } from '../ledger/ledger.ts'
import { findMember, type Member, type MemberIds } from '../members/members.ts'
import { requireStore, type Place } from '../merchants/stores.ts'
import { randomDigits } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { type TopUpFailure, findTopUp, type ReceiptInfo, type TopUp } from './top-ups.ts'

/** The fields of a top-up that its limits depend on. */
export interface LimitedTopUp {
  readonly merchantCode: string
  /** Wallet of the member. */
  readonly walletId: string
  readonly points: number
}

/** Why the loyalty system rejects a top-up, with a text for the answer. */
export interface LimitReached {
  readonly failure: TopUpFailure
  readonly message: string
}

function startOfDay(sandbox: Sandbox): number {
  return vietnamTimeAfter(sandbox.clock.nowSeconds(), 0, '00:00:00')
}

function sumWhere(condition: SQL | undefined): SQL<number> {
  const done = and(eq(topUps.status, 'SUCCESS'), condition)
  return sql<number>`(select coalesce(sum(${topUps.points}), 0) from ${topUps} where ${done})`
}

/** SQL for the points that the merchant has given away. */
function givenBy(topUp: LimitedTopUp): SQL<number> {
  return sumWhere(eq(topUps.merchantCode, topUp.merchantCode))
}

/** SQL for the points that the member has received today. */
function pointsOfToday(sandbox: Sandbox, topUp: LimitedTopUp): SQL<number> {
  return sumWhere(
    and(eq(topUps.walletId, topUp.walletId), gte(topUps.createdAt, startOfDay(sandbox))),
  )
}

/** SQL condition: the limits hold with this top-up included. */
function withinLimits(sandbox: Sandbox, topUp: LimitedTopUp): SQL {
  const { campaignPoints, memberDayPoints } = sandbox.settings.rules.topUp
  return sql`${givenBy(topUp)} <= ${campaignPoints} and ${pointsOfToday(sandbox, topUp)} <= ${memberDayPoints}`
}

/** The limit that a top-up would exceed now, if any. */
async function limitReached(
  sandbox: Sandbox,
  topUp: LimitedTopUp,
): Promise<LimitReached | undefined> {
  const { rules } = sandbox.settings
  const { isCampaignOpen, campaignPoints, memberDayPoints, transactionPoints } = rules.topUp
  const { merchantCode, points } = topUp
  if (points > transactionPoints) {
    const message = `At most ${transactionPoints} points may be given in one transaction`
    return { failure: 'transaction_invalid', message }
  }
  const [now] = await sandbox.database
    .select({
      given: givenBy(topUp),
      today: pointsOfToday(sandbox, topUp),
      left: sql<number>`coalesce(sum(${ledgerAccounts.balance}), 0)`,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, `merchant-points:${merchantCode}:POINT`))
  const { given = 0, today = 0, left = 0 } = now ?? {}
  if (!isCampaignOpen || given + points > campaignPoints) {
    const message = isCampaignOpen
      ? `The campaign has ${Math.max(0, campaignPoints - given)} points left`
      : 'No campaign is open'
    return { failure: 'campaign_unavailable', message }
  }
  if (today + points > memberDayPoints) {
    const message = `The member may get ${Math.max(0, memberDayPoints - today)} points more today`
    return { failure: 'value_over_limit', message }
  }
  if (points > left) {
    const message = `The merchant ${merchantCode} has ${left} points left to give`
    return { failure: 'points_insufficient', message }
  }
  return undefined
}

/** A merchant's request for a top-up. */
export interface NewTopUp extends Place {
  /** The merchant's own id of the top-up. */
  readonly txnId: string
  /** Receiver of the points; all given ids must belong to one member. */
  readonly memberIds: MemberIds
  readonly points: number
  /** The merchant's invoice id, when the form has one besides the id of the top-up. */
  readonly orderId: string | null
  /** The receiver of the receipt; null when no receipt is requested. */
  readonly receipt: ReceiptInfo | null
  readonly sendsSms: boolean
}

/** Outcome of a top-up that was not refused. */
export type TopUpOutcome =
  | { readonly outcome: 'done'; readonly topUp: TopUp }
  /**
   * The loyalty system rejected the top-up: it is stored as ERROR, and its id is taken.
   * Assumes G-42.
   */
  | ({ readonly outcome: 'failed'; readonly topUp: TopUp } & LimitReached)

async function requireMember(sandbox: Sandbox, ids: MemberIds): Promise<Member> {
  const member = await findMember(sandbox.database, ids)
  if (member === undefined) throw new RefusalError(4000315, 'There is no such member')
  if (member.accountStatus !== 'A') {
    const state = member.accountStatus === 'I' ? 'not activated' : 'blocked'
    throw new RefusalError(4000326, `The account of the member is ${state}`)
  }
  if (member.cardStatus !== 'A') {
    throw new RefusalError(4000306, 'The card of the member is not activated')
  }
  if (member.isAtRisk) throw new RefusalError(4000318, 'The account is at potential risk')
  return member
}

/** Condition that holds while a member may be given points. */
function mayGetPoints(member: Member): SQL {
  const isActive = and(
    eq(members.memberCode, member.memberCode),
    eq(members.cardStatus, 'A'),
    eq(members.accountStatus, 'A'),
    eq(members.isAtRisk, false),
    eq(wallets.status, 'active'),
  )
  return sql`exists (select 1 from ${members} join ${wallets} on ${wallets.id} = ${members.walletId} where ${isActive})`
}

function topUpOf(
  sandbox: Sandbox,
  request: NewTopUp,
  use: { readonly member: Member; readonly reached: LimitReached | undefined },
): TopUp {
  const now = sandbox.clock.nowSeconds()
  const { memberIds: _, fieldNames: __, ...fields } = request
  return {
    ...fields,
    walletId: use.member.walletId,
    status: use.reached === undefined ? 'SUCCESS' : 'ERROR',
    failure: use.reached?.failure ?? null,
    transactionId: `L${vietnamDate(now)}${randomDigits(12)}`,
    createdAt: now,
  }
}

/** Runs one batch: claims the id, checks member and limits again, moves the points. */
async function record(sandbox: Sandbox, topUp: TopUp, member: Member): Promise<string | undefined> {
  const { database, clock } = sandbox
  const claim = database.insert(topUps).values(topUp)
  if (topUp.status === 'ERROR') return runAtomically(database, [claim])
  return runAtomically(database, [
    claim,
    mustHold(database, mayGetPoints(member)),
    mustHold(database, withinLimits(sandbox, topUp)),
    ...moveAmounts(database, clock.nowSeconds(), [
      {
        kind: 'point-top-up',
        reference: topUp.transactionId,
        from: `merchant-points:${topUp.merchantCode}`,
        to: `wallet:${topUp.walletId}`,
        unit: 'POINT',
        amount: topUp.points,
      },
    ]),
  ])
}

/**
 * Gives points of the merchant to a member. The checks are, in this order: the id, the store, the
 * member, the limits of the loyalty system. A repeated id is refused first, so that a caller who
 * lost the answer learns that the first attempt succeeded.
 *
 * @throws RefusalError 4000306, 4000307, 4000315, 4000318, 4000326 or 4030302; the id stays free
 * @see Specification 4.8, 7
 */
export async function topUpPoints(sandbox: Sandbox, request: NewTopUp): Promise<TopUpOutcome> {
  const { merchantCode, txnId, points } = request
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    if ((await findTopUp(sandbox.database, merchantCode, txnId)) !== undefined) {
      throw new RefusalError(4000307, `The id ${txnId} is taken already`)
    }
    await requireStore(sandbox, request, 4030302)
    const member = await requireMember(sandbox, request.memberIds)
    const { walletId } = member
    const reached = await limitReached(sandbox, { merchantCode, walletId, points })
    const topUp = topUpOf(sandbox, request, { member, reached })
    if ((await record(sandbox, topUp, member)) !== undefined) continue
    return reached === undefined
      ? { outcome: 'done', topUp }
      : { outcome: 'failed', topUp, ...reached }
  }
  throw new Error(`The member kept changing while ${txnId} was being topped up.`)
}
