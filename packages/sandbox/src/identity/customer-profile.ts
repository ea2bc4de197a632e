import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { walletProfiles } from './tables.ts'

const text = v.pipe(v.string('must be a string'), v.maxLength(200))
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be yyyy-MM-dd'))

/** An identity document, with the field names of the specification. */
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
  /** 1: registered residence; 2: where the customer lives now. Assumes G-81. */
  type: v.pipe(v.number(), v.integer()),
})

/** Profile of a customer besides name and phone number. */
const customerProfile = v.strictObject({
  email: text,
  /** Day of birth. Assumes G-81. */
  dob: day,
  /** 0: not known; 1: male; 2: female. Assumes G-81. */
  gender: v.pipe(v.number(), v.integer()),
  /** Country code of two letters. Assumes G-81. */
  nationality: text,
  identityDocuments: v.array(identityDocument),
  addresses: v.array(address),
})

/** What the identity server knows of a customer. @see Specification 2.15 */
export interface CustomerProfile extends v.InferOutput<typeof customerProfile> {}

/** A change of a customer's profile; what is left out stays. */
export const customerProfileChange = v.partial(customerProfile)

/** New values of a customer's profile; what is left out stays. */
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
function saveProfileStatement(
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

const male = 1
const female = 2

function citizen(number: string, issueDate: string): CustomerProfile['identityDocuments'][number] {
  return {
    identity_number: number,
    identity_type: 'CCCD',
    issue_place: 'Cục Cảnh sát QLHC về TTXH',
    issue_date: issueDate,
  }
}

const hanoi = {
  city: 'Hà Nội',
  district: 'Hoàn Kiếm',
  commune: 'Hàng Bạc',
  address: '12 Hàng Bạc',
  type: 1,
} as const

const saigon = {
  city: 'Hồ Chí Minh',
  district: 'Thủ Đức',
  commune: 'Linh Trung',
  address: '34 Võ Văn Ngân',
  type: 2,
} as const

/** Profiles of the wallets of a fresh sandbox; all data are invented. */
const seedProfiles: Readonly<Record<string, CustomerProfile>> = {
  'U-AN': {
    email: 'an@customers.example',
    dob: '1990-01-31',
    gender: male,
    nationality: 'VN',
    identityDocuments: [
      citizen('001090000001', '2021-04-25'),
      {
        identity_number: 'C0000001',
        identity_type: 'HC',
        issue_place: 'Cục Quản lý xuất nhập cảnh',
        issue_date: '2019-08-01',
      },
    ],
    addresses: [hanoi, saigon],
  },
  'U-BINH': {
    email: 'binh@customers.example',
    dob: '1985-06-15',
    gender: female,
    nationality: 'VN',
    identityDocuments: [citizen('001185000002', '2022-02-14')],
    addresses: [saigon],
  },
  'U-CHI': {
    email: 'chi@customers.example',
    dob: '2001-12-01',
    gender: female,
    nationality: 'VN',
    identityDocuments: [
      {
        identity_number: '025000003',
        identity_type: 'CMT',
        issue_place: 'Công an TP. Hồ Chí Minh',
        issue_date: '2016-12-20',
      },
    ],
    addresses: [],
  },
  'U-DUNG': {
    email: 'dung@customers.example',
    dob: '1978-03-08',
    gender: male,
    nationality: 'VN',
    identityDocuments: [citizen('001078000004', '2021-07-01')],
    addresses: [hanoi],
  },
  'U-GIANG': {
    email: 'giang@customers.example',
    dob: '1995-09-02',
    gender: female,
    nationality: 'VN',
    identityDocuments: [],
    addresses: [hanoi],
  },
  'U-HUNG': {
    email: 'hung@customers.example',
    dob: '1999-04-30',
    gender: male,
    nationality: 'VN',
    identityDocuments: [citizen('001099000006', '2023-05-05')],
    addresses: [],
  },
  'U-KHANH': {
    email: 'khanh@customers.example',
    dob: '1988-11-20',
    gender: male,
    nationality: 'VN',
    identityDocuments: [],
    addresses: [],
  },
}

/** Statements that store the profiles of a fresh sandbox. */
export function profileStatements(database: Database): readonly Statement[] {
  return Object.entries(seedProfiles).map(([walletId, profile]) =>
    saveProfileStatement(database, walletId, profile),
  )
}
