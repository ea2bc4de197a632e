import type { MerchantSection } from '../page-frame/merchant-sections.ts'

/**
 * Rights of a staff account; each opens a part of the merchant site. `refunds` allows refunds,
 * `transactions` shows payments. Only the master account manages staff accounts.
 */
export const staffRights = [
  'keys',
  'stores',
  'transactions',
  'refunds',
  'wallet',
  'vouchers',
  'loyalty',
  'sign-on',
  'daily-files',
] as const

/** A right of a staff account. */
export type StaffRight = (typeof staffRights)[number]

/** What a path of the merchant site requires: a right, a master account, or only a log-in. */
export type Admission = StaffRight | 'master' | 'log-in'

const admissions: ReadonlyMap<string, Admission> = new Map([
  ['', 'log-in'],
  ['log-out', 'log-in'],
  ['keys', 'keys'],
  ['stores', 'stores'],
  ['terminals', 'stores'],
  ['transactions', 'transactions'],
  ['refunds', 'refunds'],
  ['wallet', 'wallet'],
  ['vouchers', 'vouchers'],
  ['loyalty', 'loyalty'],
  ['sign-on', 'sign-on'],
  ['daily-files', 'daily-files'],
])

/** What a path of the merchant site requires; an unknown path requires the master account. */
export function admissionOf(path: string): Admission {
  const [, , part = ''] = path.split('/')
  return admissions.get(part) ?? 'master'
}

/** Whether an account has the required right. */
export function mayOpen(
  staff: { readonly role: 'master' | 'staff'; readonly rights: readonly StaffRight[] },
  admission: Admission,
): boolean {
  if (staff.role === 'master' || admission === 'log-in') return true
  return admission !== 'master' && staff.rights.includes(admission)
}

/** The parts of the merchant site that an account may open. */
export function sectionsFor(
  staff: Parameters<typeof mayOpen>[0],
  sections: readonly MerchantSection[],
): readonly MerchantSection[] {
  return sections.filter((path) => mayOpen(staff, admissionOf(path)))
}
