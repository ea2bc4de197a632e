import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { mustHold } from '../database/must-hold.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { ledgerAccounts } from '../database/schema.ts'
import { moveAmounts, openAccount } from '../ledger/ledger.ts'
import type { Sandbox } from '../sandbox.ts'

/** A new balance of the points that a merchant may give away. */
export const merchantPointsChange = v.strictObject({
  /** Whole, 0 or more; the difference comes from or goes to the operator. */
  points: v.pipe(v.number('must be a number'), v.safeInteger('must be whole'), v.minValue(0)),
})

/** Points that a merchant has left to give away. */
export interface MerchantPoints {
  readonly merchantCode: string
  readonly points: number
}

/** Points that a merchant has left to give away; 0 when it never had any. */
export async function merchantPoints(
  database: Database,
  merchantCode: string,
): Promise<MerchantPoints> {
  const [row] = await database
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, `merchant-points:${merchantCode}:POINT`))
  return { merchantCode, points: row?.balance ?? 0 }
}

/** Sets how many points a merchant has left to give away. */
export async function setMerchantPoints(
  sandbox: Sandbox,
  { merchantCode, points }: MerchantPoints,
): Promise<MerchantPoints> {
  const { database, clock } = sandbox
  const owner = `merchant-points:${merchantCode}` as const
  const isTarget = sql`(select balance from ${ledgerAccounts} where ${ledgerAccounts.id} = ${`${owner}:POINT`}) = ${points}`
  for (let attempt = 0; attempt < 5; attempt++) {
    const difference = points - (await merchantPoints(database, merchantCode)).points
    const broken = await runAtomically(database, [
      openAccount(database, owner, 'POINT'),
      ...moveAmounts(database, clock.nowSeconds(), [
        {
          kind: 'adjustment',
          reference: merchantCode,
          from: difference > 0 ? 'operator' : owner,
          to: difference > 0 ? owner : 'operator',
          unit: 'POINT',
          amount: Math.abs(difference),
        },
      ]),
      mustHold(database, isTarget),
    ])
    if (broken === undefined) return { merchantCode, points }
  }
  throw new Error(`The points of ${merchantCode} kept changing while they were being set.`)
}
