import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { ledgerAccounts, ledgerMoves } from './tables.ts'

/** Money in whole VND, or loyalty points. */
export type Unit = 'VND' | 'POINT'

/**
 * Owner of an account; the operator stands for everything outside wallets and merchants. Payments
 * of customers go to `merchant:`. Transfers of a merchant come from a `merchant-account:`, and
 * points that it gives away from `merchant-points:`. Money held for a merchant until the capture is
 * in `held:`.
 */
export type AccountOwner =
  | `wallet:${string}`
  | `merchant:${string}`
  | `merchant-account:${string}`
  | `merchant-points:${string}`
  | `held:${string}`
  | 'operator'

/** Id of an account: each owner has one per unit. */
export type AccountId = `${AccountOwner}:${Unit}`

/** A transfer of one amount from one account to another. */
export interface Move {
  readonly kind:
    | 'opening'
    | 'payment'
    | 'cashback'
    | 'refund'
    | 'adjustment'
    | 'transfer'
    | 'bank-top-up'
    | 'hold'
    | 'capture'
    | 'release'
    | 'point-top-up'
  /** What the move belongs to: a transaction id, or the id of a wallet. */
  readonly reference: string
  readonly from: AccountOwner
  readonly to: AccountOwner
  readonly unit: Unit
  /** Whole and greater than 0; a move of 0 is left out. */
  readonly amount: number
}

/** A balance of the ledger. */
export interface Balance {
  readonly account: string
  readonly unit: Unit
  readonly balance: number
}

/** Statement that opens an account with a balance of 0, unless it exists. */
export function openAccount(database: Database, owner: AccountOwner, unit: Unit): Statement {
  const isPrepaid = !owner.startsWith('merchant:') && owner !== 'operator'
  const floor = isPrepaid ? 0 : null
  return database
    .insert(ledgerAccounts)
    .values({ id: `${owner}:${unit}`, unit, balance: 0, floor })
    .onConflictDoNothing()
}

/**
 * Statements that make the moves. A prepaid account that would fall below 0 breaks the constraint
 * `balance_at_least_floor`, so they belong into one batch.
 */
export function moveAmounts(
  database: Database,
  at: number,
  moves: readonly Move[],
): readonly Statement[] {
  return moves
    .filter((move) => move.amount !== 0)
    .flatMap(({ from, to, ...move }) => {
      const fromAccount: AccountId = `${from}:${move.unit}`
      const toAccount: AccountId = `${to}:${move.unit}`
      return [
        database.insert(ledgerMoves).values({ ...move, at, fromAccount, toAccount }),
        database
          .update(ledgerAccounts)
          .set({ balance: sql`${ledgerAccounts.balance} - ${move.amount}` })
          .where(eq(ledgerAccounts.id, fromAccount)),
        database
          .update(ledgerAccounts)
          .set({ balance: sql`${ledgerAccounts.balance} + ${move.amount}` })
          .where(eq(ledgerAccounts.id, toAccount)),
      ]
    })
}

/** Every balance, in the order of the accounts' ids. */
export async function balances(database: Database): Promise<readonly Balance[]> {
  const rows = await database.select().from(ledgerAccounts).orderBy(ledgerAccounts.id)
  return rows.map(({ id, unit, balance }) => ({ account: id, unit, balance }))
}

/** Money and points of a wallet. */
export async function walletBalance(
  database: Database,
  walletId: string,
): Promise<{ readonly vnd: number; readonly points: number }> {
  const rows = await database
    .select()
    .from(ledgerAccounts)
    .where(
      sql`${ledgerAccounts.id} in (${`wallet:${walletId}:VND`}, ${`wallet:${walletId}:POINT`})`,
    )
  const of = (unit: Unit) => rows.find((row) => row.unit === unit)?.balance ?? 0
  return { vnd: of('VND'), points: of('POINT') }
}

/** Result of the check of the ledger. */
export interface LedgerCheck {
  readonly balances: readonly Balance[]
  /** Sum of all balances per unit; anything but 0 is a bug. */
  readonly sums: { readonly VND: number; readonly POINT: number }
  /** Accounts whose balance is not the sum of their moves; anything but an empty list is a bug. */
  readonly wrongAccounts: readonly string[]
}

/** Checks the ledger in two ways: the sum of the balances, and each balance against its moves. */
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
