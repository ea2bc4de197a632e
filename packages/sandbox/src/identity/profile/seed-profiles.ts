import type { Database, Statement } from '../../database/database.ts'
import { saveProfileStatement, type CustomerProfile } from './customer-profile.ts'

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

/** Profiles of the wallets of a fresh sandbox; nobody of them lives. */
export const seedProfiles: Readonly<Record<string, CustomerProfile>> = {
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
