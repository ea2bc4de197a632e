import { and, eq, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { members } from './tables.ts'
import { wallets } from '../wallets/tables.ts'
import { balances, walletBalance } from '../ledger/ledger.ts'

/** A tier that a member can have. */
export interface Tier {
  readonly name: string
  /** What the tier is about. */
  readonly description: string
}

/** The tiers of the loyalty programs by their codes, lowest first. */
export const tiers = {
  MEMBER: { name: 'Member', description: 'Everybody who has joined' },
  SILVER: { name: 'Silver', description: 'From 1,000 points in a year' },
  GOLD: { name: 'Gold', description: 'From 5,000 points in a year' },
  DIAMOND: { name: 'Diamond', description: 'From 20,000 points in a year' },
} as const satisfies Readonly<Record<string, Tier>>

/** Code of a tier, `tier_code` in answers. */
export type TierCode = keyof typeof tiers

/** Codes of all tiers, lowest first. */
const tierCodes = ['MEMBER', 'SILVER', 'GOLD', 'DIAMOND'] as const satisfies readonly TierCode[]

/** A customer in a loyalty program. @see Specification 2.8, 2.9 */
export interface Member {
  /** Code of the member in the program. */
  readonly memberCode: string
  /** Id of the user, whose wallet holds the points. */
  readonly walletId: string
  readonly phone: string
  readonly fullName: string
  /** Code of the owner of the loyalty program. */
  readonly businessCode: string
  readonly programCode: string
  readonly cardNumber: string
  readonly tierCode: TierCode
  /** `A` active, `I` inactive; only the control API changes it. Assumes G-138. */
  readonly cardStatus: 'A' | 'I'
  /** `A` active, `I` inactive, `B` blocked; a blocked wallet makes it `B`. Assumes G-47. */
  readonly accountStatus: 'A' | 'I' | 'B'
  /** Whether the service holds the account for a potential risk. */
  readonly isAtRisk: boolean
  /** `yyyy-MM-dd`. */
  readonly birthDate: string
  readonly gender: string
  /** Points in the wallet. */
  readonly points: number
}

/** A change of a member; what is left out stays. */
export const memberChange = v.strictObject({
  tierCode: v.optional(v.picklist(tierCodes)),
  cardStatus: v.optional(v.picklist(['A', 'I'])),
  accountStatus: v.optional(v.picklist(['A', 'I', 'B'])),
  isAtRisk: v.optional(v.boolean()),
})

/** A change of a member; what is left out stays. */
export interface MemberChange extends v.InferOutput<typeof memberChange> {}

/** Identifiers of a member; all that are given must match. */
export interface MemberIds {
  readonly memberCode?: string | undefined
  /** Id of the user. */
  readonly walletId?: string | undefined
  readonly phone?: string | undefined
  readonly cardNumber?: string | undefined
}

const storedTier = v.picklist(tierCodes)

interface Row {
  readonly member: typeof members.$inferSelect
  readonly wallet: typeof wallets.$inferSelect
}

function memberOf({ member, wallet }: Row, points: number): Member {
  return {
    ...member,
    tierCode: v.parse(storedTier, member.tierCode),
    accountStatus: wallet.status === 'blocked' ? 'B' : member.accountStatus,
    phone: wallet.phone,
    fullName: wallet.fullName,
    points,
  }
}

/** All members with their points, in the order of their codes. */
export async function listMembers(database: Database): Promise<readonly Member[]> {
  const rows = await database
    .select()
    .from(members)
    .innerJoin(wallets, eq(wallets.id, members.walletId))
    .orderBy(members.memberCode)
  const all = await balances(database)
  return rows.map((row) => {
    const account = all.find((one) => one.account === `wallet:${row.wallet.id}:POINT`)
    return memberOf(row, account?.balance ?? 0)
  })
}

function conditionsOf(ids: MemberIds): readonly SQL[] {
  const { memberCode, walletId, phone, cardNumber } = ids
  return [
    ...(memberCode === undefined ? [] : [eq(members.memberCode, memberCode)]),
    ...(walletId === undefined ? [] : [eq(members.walletId, walletId)]),
    ...(phone === undefined ? [] : [eq(wallets.phone, phone)]),
    ...(cardNumber === undefined ? [] : [eq(members.cardNumber, cardNumber)]),
  ]
}

/**
 * The member whom all the given ids name; `undefined` when there is none, or when none is given.
 */
export async function findMember(database: Database, ids: MemberIds): Promise<Member | undefined> {
  const conditions = conditionsOf(ids)
  if (conditions.length === 0) return undefined
  const [row] = await database
    .select()
    .from(members)
    .innerJoin(wallets, eq(wallets.id, members.walletId))
    .where(and(...conditions))
  if (row === undefined) return undefined
  const { points } = await walletBalance(database, row.wallet.id)
  return memberOf(row, points)
}

/** Changes a member; `undefined` when there is none with this code. */
export async function changeMember(
  database: Database,
  memberCode: string,
  change: MemberChange,
): Promise<Member | undefined> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    await database
      .update(members)
      .set(Object.fromEntries(given))
      .where(eq(members.memberCode, memberCode))
  }
  return findMember(database, { memberCode })
}
