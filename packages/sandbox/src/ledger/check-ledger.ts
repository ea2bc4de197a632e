import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { balances, type Balance } from './ledger.ts'

/** Whether the books are right. */
export interface LedgerCheck {
  readonly balances: readonly Balance[]
  /** Sum of all balances per unit; anything but 0 is a bug. */
  readonly sums: { readonly VND: number; readonly POINT: number }
  /** Accounts whose balance is not the sum of their moves; anything but an empty list is a bug. */
  readonly wrongAccounts: readonly string[]
}

/** Adds the ledger up in two ways: over the balances, and over the moves. */
export async function checkLedger(database: Database): Promise<LedgerCheck> {
  const all = await balances(database)
  const wrong = await database.all<{ id: string }>(sql`
    select a.id from ledger_account a
    where a.balance <> coalesce((select sum(m.amount) from ledger_move m where m.to_account = a.id), 0)
      - coalesce((select sum(m.amount) from ledger_move m where m.from_account = a.id), 0)`)
  const sumOf = (unit: string) =>
    all.filter((row) => row.unit === unit).reduce((sum, row) => sum + row.balance, 0)
  return {
    balances: all,
    sums: { VND: sumOf('VND'), POINT: sumOf('POINT') },
    wrongAccounts: wrong.map((row) => row.id),
  }
}
