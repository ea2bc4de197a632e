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

/** Code of a tier. */
export type TierCode = keyof typeof tiers

/** Codes of all tiers, lowest first. */
export const tierCodes = [
  'MEMBER',
  'SILVER',
  'GOLD',
  'DIAMOND',
] as const satisfies readonly TierCode[]
