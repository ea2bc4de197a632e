import type { Database, Statement } from '../database/database.ts'
import { loyaltyPrograms, members } from '../members/tables.ts'
import { stockStatements } from '../gift-codes/gift-code-stock.ts'
import { moveAmounts, openAccount } from '../ledger/ledger.ts'
import type { Member } from '../members/members.ts'
import { seedMerchant, seedOtherMerchant } from '../seed-data.ts'

/** The loyalty programs of a fresh sandbox: one has the members, the other has none. */
const seedPrograms = [
  { businessCode: 'EDGE-LOYALTY', programCode: 'EDGE-POINTS', name: 'Edge points' },
  { businessCode: 'OTHER-LOYALTY', programCode: 'OTHER-POINTS', name: 'Other points' },
] as const

/** A member of a fresh sandbox; name, phone number and points are those of the wallet. */
export type SeedMember = Omit<Member, 'phone' | 'fullName' | 'points'>

const { businessCode, programCode } = seedPrograms[0]
const active = {
  businessCode,
  programCode,
  cardStatus: 'A',
  accountStatus: 'A',
  isAtRisk: false,
} as const

/** Members of a fresh sandbox: four tiers, and one for each state in which a top-up is refused. */
const seedMembers: readonly SeedMember[] = [
  {
    ...active,
    memberCode: 'M-0001',
    walletId: 'U-AN',
    cardNumber: '9704000000000001',
    tierCode: 'GOLD',
    birthDate: '1990-01-31',
    gender: 'MALE',
  },
  {
    ...active,
    memberCode: 'M-0002',
    walletId: 'U-BINH',
    cardNumber: '9704000000000002',
    tierCode: 'SILVER',
    birthDate: '1985-06-15',
    gender: 'FEMALE',
  },
  {
    ...active,
    memberCode: 'M-0003',
    walletId: 'U-CHI',
    cardNumber: '9704000000000003',
    tierCode: 'MEMBER',
    birthDate: '2001-12-01',
    gender: 'FEMALE',
  },
  {
    ...active,
    memberCode: 'M-0004',
    walletId: 'U-DUNG',
    cardNumber: '9704000000000004',
    tierCode: 'DIAMOND',
    accountStatus: 'B',
    birthDate: '1978-03-08',
    gender: 'MALE',
  },
  {
    ...active,
    memberCode: 'M-0005',
    walletId: 'U-GIANG',
    cardNumber: '9704000000000005',
    tierCode: 'MEMBER',
    cardStatus: 'I',
    birthDate: '1995-09-02',
    gender: 'FEMALE',
  },
  {
    ...active,
    memberCode: 'M-0006',
    walletId: 'U-HUNG',
    cardNumber: '9704000000000006',
    tierCode: 'MEMBER',
    accountStatus: 'I',
    birthDate: '1999-04-30',
    gender: 'MALE',
  },
  {
    ...active,
    memberCode: 'M-0007',
    walletId: 'U-KHANH',
    cardNumber: '9704000000000007',
    tierCode: 'SILVER',
    isAtRisk: true,
    birthDate: '1988-11-20',
    gender: 'MALE',
  },
]

/** Gift codes of a fresh sandbox by face value in thousand VND; the last one is nearly sold out. */
const seedStock = [
  { cardType: '50', quantity: 60 },
  { cardType: '100', quantity: 60 },
  { cardType: '200', quantity: 30 },
  { cardType: '500', quantity: 2 },
] as const

/** Points of merchants in a fresh sandbox, which they may give to members. */
const seedMerchantPoints = [
  { merchantCode: seedMerchant.code, points: 50_000_000 },
  { merchantCode: seedOtherMerchant.code, points: 1_000_000 },
] as const

/**
 * Statements that put programs, members, gift codes and the merchants' points into empty tables.
 */
export function loyaltyStatements(database: Database, at: number): readonly Statement[] {
  return [
    database.insert(loyaltyPrograms).values([...seedPrograms]),
    ...seedMembers.map((member) => database.insert(members).values(member)),
    ...seedStock.flatMap((stock) => stockStatements(database, at, stock)),
    ...seedMerchantPoints.flatMap(({ merchantCode, points }) => {
      const owner = `merchant-points:${merchantCode}` as const
      return [
        openAccount(database, owner, 'POINT'),
        ...moveAmounts(database, at, [
          {
            kind: 'opening',
            reference: merchantCode,
            from: 'operator',
            to: owner,
            unit: 'POINT',
            amount: points,
          },
        ]),
      ]
    }),
  ]
}
