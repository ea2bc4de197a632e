import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { vietnamTimeAfter } from '../clock/vietnam-time.ts'
import { ledgerAccounts, topUps } from '../database/schema.ts'
import type { Sandbox } from '../sandbox.ts'
import type { TopUpFailure } from './top-ups.ts'

/** What of a top-up its limits look at. */
export interface LimitedTopUp {
  readonly merchantCode: string
  /** Wallet of the member. */
  readonly walletId: string
  readonly points: number
}

/** Why the loyalty system does not take a top-up, with what to tell about it. */
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

/** SQL for the points that the member has got today. */
function gotToday(sandbox: Sandbox, topUp: LimitedTopUp): SQL<number> {
  return sumWhere(
    and(eq(topUps.walletId, topUp.walletId), gte(topUps.createdAt, startOfDay(sandbox))),
  )
}

/** Condition that holds when the limits are kept with this top-up among those that are done. */
export function withinLimits(sandbox: Sandbox, topUp: LimitedTopUp): SQL {
  const { campaignPoints, memberDayPoints } = sandbox.settings.rules.topUp
  return sql`${givenBy(topUp)} <= ${campaignPoints} and ${gotToday(sandbox, topUp)} <= ${memberDayPoints}`
}

/** The limit that a top-up would break, if any, as things stand now. */
export async function limitReached(
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
      today: gotToday(sandbox, topUp),
      left: sql<number>`coalesce(sum(${ledgerAccounts.balance}), 0)`,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, `merchant-points:${merchantCode}:POINT`))
  const { given = 0, today = 0, left = 0 } = now ?? {}
  if (!isCampaignOpen || given + points > campaignPoints) {
    const message = isCampaignOpen
      ? `The campaign has ${campaignPoints - given} points left`
      : 'No campaign is open'
    return { failure: 'campaign_unavailable', message }
  }
  if (today + points > memberDayPoints) {
    const message = `The member may get ${memberDayPoints - today} points more today`
    return { failure: 'value_over_limit', message }
  }
  if (points > left) {
    const message = `The merchant ${merchantCode} has ${left} points left to give`
    return { failure: 'points_insufficient', message }
  }
  return undefined
}
