import type { NewStore, NewTerminal } from './merchants/stores.ts'
import { features, type Merchant } from './merchants/merchant-rights.ts'
import type { Wallet } from './wallets/wallets.ts'

/** The merchant that every sandbox starts with. */
export const seedMerchant: Merchant = {
  code: 'EDGE',
  name: 'Edge Books',
  status: 'active',
  rights: features,
}

/** A second merchant, so that "belongs to another merchant" differs from "does not exist". */
export const seedOtherMerchant: Merchant = {
  code: 'OTHER',
  name: 'Other Goods',
  status: 'active',
  rights: features,
}

/** An account of a fresh sandbox for the merchant site; its log-in page offers it. */
export interface SeedStaff {
  readonly userName: string
  readonly password: string
  readonly merchantCode: string
  readonly fullName: string
  readonly role: 'master' | 'staff'
  readonly rights: readonly string[]
}

/**
 * Accounts of a fresh sandbox: a master account for each merchant, and two people with some rights.
 */
export const seedStaff: readonly SeedStaff[] = [
  {
    userName: 'edge-master',
    password: 'edge-master-password',
    merchantCode: 'EDGE',
    fullName: 'Hoang Thu Ha',
    role: 'master',
    rights: [],
  },
  {
    userName: 'edge-accounts',
    password: 'edge-accounts-password',
    merchantCode: 'EDGE',
    fullName: 'Phan Minh Duc',
    role: 'staff',
    rights: ['transactions', 'refunds', 'wallet', 'daily-files'],
  },
  {
    userName: 'edge-cashier',
    password: 'edge-cashier-password',
    merchantCode: 'EDGE',
    fullName: 'Ngo Thi Lan',
    role: 'staff',
    rights: ['transactions'],
  },
  {
    userName: 'other-master',
    password: 'other-master-password',
    merchantCode: 'OTHER',
    fullName: 'Vo Van Tam',
    role: 'master',
    rights: [],
  },
]

/** Stores of a fresh sandbox, with their terminals. */
export const seedStores: readonly (NewStore & { readonly terminals: readonly NewTerminal[] })[] = [
  {
    code: 'EDGE-STORE-1',
    merchantCode: 'EDGE',
    name: 'Edge Books, Hoan Kiem',
    terminals: [
      { posCode: 'EDGE-POS-1', name: 'Web shop', status: 'active' },
      { posCode: 'EDGE-POS-2', name: 'Counter', status: 'active' },
    ],
  },
  {
    code: 'EDGE-STORE-2',
    merchantCode: 'EDGE',
    name: 'Edge Books, Thu Duc',
    terminals: [
      { posCode: 'EDGE-POS-1', name: 'Counter', status: 'active' },
      { posCode: 'EDGE-POS-2', name: 'Café', status: 'active' },
    ],
  },
  {
    code: 'OTHER-STORE-1',
    merchantCode: 'OTHER',
    name: 'Other Goods',
    terminals: [{ posCode: 'OTHER-POS-1', name: 'Counter', status: 'active' }],
  },
]

/** A wallet of a fresh sandbox with its balances. */
export interface SeedWallet extends Omit<Wallet, 'vnd' | 'points' | 'tier'> {
  /** Sign-in code of the customer; the sandbox shows it on its pages. */
  readonly pin: string
  readonly vnd: number
  readonly points: number
}

/**
 * Customers of a fresh sandbox: two who can pay, one with little money, one who is blocked, and
 * three whose loyalty card or account does not work.
 */
export const seedWallets: readonly SeedWallet[] = [
  {
    id: 'U-AN',
    phone: '0900000001',
    fullName: 'Nguyen Van An',
    pin: '111111',
    status: 'active',
    vnd: 50_000_000,
    points: 5_000,
  },
  {
    id: 'U-BINH',
    phone: '0900000002',
    fullName: 'Tran Thi Binh',
    pin: '222222',
    status: 'active',
    vnd: 2_000_000,
    points: 100,
  },
  {
    id: 'U-CHI',
    phone: '0900000003',
    fullName: 'Le Thi Chi',
    pin: '333333',
    status: 'active',
    vnd: 5_000,
    points: 0,
  },
  {
    id: 'U-DUNG',
    phone: '0900000004',
    fullName: 'Pham Van Dung',
    pin: '444444',
    status: 'blocked',
    vnd: 10_000_000,
    points: 1_000,
  },
  {
    id: 'U-GIANG',
    phone: '0900000005',
    fullName: 'Do Thi Giang',
    pin: '555555',
    status: 'active',
    vnd: 500_000,
    points: 20,
  },
  {
    id: 'U-HUNG',
    phone: '0900000006',
    fullName: 'Vu Van Hung',
    pin: '666666',
    status: 'active',
    vnd: 500_000,
    points: 20,
  },
  {
    id: 'U-KHANH',
    phone: '0900000007',
    fullName: 'Bui Van Khanh',
    pin: '777777',
    status: 'active',
    vnd: 500_000,
    points: 20,
  },
]
