import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../../database/database.ts'
import { walletProfiles } from '../../database/schema.ts'

const text = v.pipe(v.string('must be a string'), v.maxLength(200))
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be yyyy-MM-dd'))

/** A document that proves who somebody is, in the words of the specification. */
const identityDocument = v.strictObject({
  identity_number: text,
  /** CMT: old identity card; CCCD: citizen card; HC: passport. */
  identity_type: v.picklist(['CMT', 'HC', 'CCCD']),
  issue_place: text,
  issue_date: day,
})

const address = v.strictObject({
  city: text,
  commune: text,
  district: text,
  address: text,
  /** 1: registered residence; 2: where the customer lives now. Assumes G-81 */
  type: v.pipe(v.number(), v.integer()),
})

/** What the identity server knows of a customer besides name and phone number. */
export const customerProfile = v.strictObject({
  email: text,
  /** Day of birth. Assumes G-81 */
  dob: day,
  /** 0: not known; 1: male; 2: female. Assumes G-81 */
  gender: v.pipe(v.number(), v.integer()),
  /** Country code of two letters. Assumes G-81 */
  nationality: text,
  identityDocuments: v.array(identityDocument),
  addresses: v.array(address),
})

/** What the identity server knows of a customer. @see Specification 2.15 */
export interface CustomerProfile extends v.InferOutput<typeof customerProfile> {}

/** A change of a customer's profile; what is left out stays. */
export const customerProfileChange = v.partial(customerProfile)

/** A change of a customer's profile. */
export interface CustomerProfileChange extends v.InferOutput<typeof customerProfileChange> {}

/** The profile of a wallet; `undefined` when it has none. */
export async function findProfile(
  database: Database,
  walletId: string,
): Promise<CustomerProfile | undefined> {
  const [row] = await database
    .select()
    .from(walletProfiles)
    .where(eq(walletProfiles.walletId, walletId))
  if (row === undefined) return undefined
  const { walletId: _, ...profile } = row
  return v.parse(customerProfile, profile)
}

/** Statement that stores the profile of a wallet. */
export function saveProfileStatement(
  database: Database,
  walletId: string,
  profile: CustomerProfile,
): Statement {
  return database
    .insert(walletProfiles)
    .values({ walletId, ...profile })
    .onConflictDoUpdate({ target: walletProfiles.walletId, set: profile })
}

/** Changes the profile of a wallet; `undefined` when it has none. */
export async function changeProfile(
  database: Database,
  walletId: string,
  change: CustomerProfileChange,
): Promise<CustomerProfile | undefined> {
  const before = await findProfile(database, walletId)
  if (before === undefined) return undefined
  const profile = v.parse(customerProfile, { ...before, ...change })
  await database.batch([saveProfileStatement(database, walletId, profile)])
  return profile
}
