import { eq } from 'drizzle-orm'
import { loyaltyPrograms } from './tables.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { findMember, type Member, type MemberIds } from './members.ts'

/** Identifier and program of a membership look-up. */
export interface MembershipLookUp {
  readonly idType: 'USER_ID' | 'MOBILE' | 'CARD' | 'MEMBER_ID'
  /** Value of the kind that the type says. */
  readonly identity: string
  /** Owner of the loyalty program. */
  readonly businessCode: string
  readonly programCode: string
}

function idsOf({ idType, identity }: MembershipLookUp): MemberIds {
  switch (idType) {
    case 'USER_ID':
      return { walletId: identity }
    case 'MOBILE':
      return { phone: identity }
    case 'CARD':
      return { cardNumber: identity }
    case 'MEMBER_ID':
    default:
      return { memberCode: identity }
  }
}

/**
 * Looks up a member of a program. A customer who is a member of another program is not found.
 *
 * @throws RefusalError 401006, 401007 or 401008
 * @see Specification 4.6, 7
 */
export async function lookUpMembership(
  sandbox: Sandbox,
  lookUp: MembershipLookUp,
): Promise<Member> {
  const { database } = sandbox
  const { businessCode, programCode } = lookUp
  const programs = await database
    .select()
    .from(loyaltyPrograms)
    .where(eq(loyaltyPrograms.businessCode, businessCode))
  if (programs.length === 0) {
    throw new RefusalError(401007, `business_code: no loyalty business has this code`)
  }
  if (!programs.some((program) => program.programCode === programCode)) {
    throw new RefusalError(401008, `program_code: ${businessCode} has no such program`)
  }
  const member = await findMember(database, idsOf(lookUp))
  const isInProgram = member?.businessCode === businessCode && member.programCode === programCode
  if (member === undefined || !isInProgram) {
    throw new RefusalError(401006, `identity: no member of the program has this ${lookUp.idType}`)
  }
  return member
}
