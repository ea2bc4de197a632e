// All tables, for drizzle-kit and for the code that empties the whole database.
//
// In all of them instants are unix seconds in columns that end in `_at`, milliseconds in those that
// end in `_at_ms`. Every text that is marked as JSON and typed `unknown` is validated where it is
// read.

export * from '../authentication/tables.ts'
export * from '../callbacks/tables.ts'
export * from './tables.ts'
export * from '../day-close/tables.ts'
export * from '../fault-injection/tables.ts'
export * from '../gift-codes/tables.ts'
export * from '../identity/tables.ts'
export * from '../ledger/tables.ts'
export * from '../linked-accounts/tables.ts'
export * from '../members/tables.ts'
export * from '../merchant-accounts/tables.ts'
export * from '../merchant-staff/tables.ts'
export * from '../merchants/tables.ts'
export * from '../online-transactions/tables.ts'
export * from '../orders/tables.ts'
export * from '../payments/tables.ts'
export * from '../refunds/tables.ts'
export * from '../requests/tables.ts'
export * from '../settings/tables.ts'
export * from '../top-ups/tables.ts'
export * from '../transfers/tables.ts'
export * from '../vouchers/tables.ts'
export * from '../wallets/tables.ts'
