import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { mustHold } from '../database/run-atomically.ts'
import { moveAmounts, type AccountId, type AccountOwner, type Unit } from './ledger.ts'
import { ledgerAccounts } from './tables.ts'

/** A balance that is set by hand. */
export interface Adjustment {
  readonly owner: AccountOwner
  readonly unit: Unit
  /** What the move belongs to. */
  readonly reference: string
  /** Balance that was read. */
  readonly balance: number
  /** Balance that is wanted; the difference comes from or goes to the operator. */
  readonly wanted: number
}

/**
 * Statements that set a balance. They roll their batch back when the result is not the wanted
 * balance, because money moved after the balance was read; the caller then reads it again.
 */
export function adjustBalance(
  database: Database,
  at: number,
  { owner, unit, reference, balance, wanted }: Adjustment,
): readonly Statement[] {
  const account: AccountId = `${owner}:${unit}`
  const found = database
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, account))
  return [
    ...moveAmounts(database, at, [
      {
        kind: 'adjustment',
        reference,
        from: wanted > balance ? 'operator' : owner,
        to: wanted > balance ? owner : 'operator',
        unit,
        amount: Math.abs(wanted - balance),
      },
    ]),
    mustHold(database, sql`${found} = ${wanted}`),
  ]
}
