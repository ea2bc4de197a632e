import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Database, Statement } from '../database/database.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { bankTopUps, merchantAccounts } from './tables.ts'
import { moveAmounts } from '../ledger/ledger.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { findMerchantAccount, ledgerOwnerOf } from './merchant-accounts.ts'

/** A bank transfer to make to a merchant's wallet account. */
export const newBankTopUp = v.strictObject({
  /** Money to send, in whole VND, 1 to 1,000,000,000,000. */
  amountVnd: v.pipe(
    v.number('must be a whole number, greater than 0'),
    v.safeInteger('must be whole'),
    v.minValue(1, 'must be greater than 0'),
    v.maxValue(1_000_000_000_000, 'must be at most 1,000,000,000,000'),
  ),
})

/** A bank transfer to make to a merchant's wallet account. */
export interface NewBankTopUp extends v.InferOutput<typeof newBankTopUp> {}

/**
 * A bank transfer by which a merchant tops up its own wallet account. Instants are unix seconds.
 */
export interface BankTopUp {
  /** Reference text of the bank transfer. */
  readonly id: string
  readonly merchantAccountId: string
  /** In whole VND. */
  readonly amountVnd: number
  readonly state: 'pending' | 'credited'
  /** Unix seconds. */
  readonly createdAt: number
  /** When the bank is due to deliver the money, in unix seconds. */
  readonly dueAt: number
  /** When the balance was credited, in unix seconds; null while the money is on its way. */
  readonly creditedAt: number | null
  /** Whether the notice of the credit was read on the merchant site. Assumes G-57. */
  readonly isNoticed: boolean
}

/** Bank top-ups of a merchant, or of all of them, newest first, at most 200. */
export async function listBankTopUps(
  database: Database,
  merchantCode?: string,
): Promise<readonly BankTopUp[]> {
  const accountsOf = (merchant: string) =>
    database
      .select({ id: merchantAccounts.id })
      .from(merchantAccounts)
      .where(eq(merchantAccounts.merchantCode, merchant))
  return database
    .select()
    .from(bankTopUps)
    .where(
      merchantCode === undefined
        ? undefined
        : inArray(bankTopUps.merchantAccountId, accountsOf(merchantCode)),
    )
    .orderBy(desc(bankTopUps.createdAt), sql`rowid desc`)
    .limit(200)
}

/** A bank top-up by its id. */
export async function findBankTopUp(
  database: Database,
  id: string,
): Promise<BankTopUp | undefined> {
  const [row] = await database.select().from(bankTopUps).where(eq(bankTopUps.id, id))
  return row
}

/**
 * Starts a bank transfer of the merchant; the money arrives after `bankTransferSeconds`.
 *
 * @param topUp what to send; the statements in `together` run in the same transaction
 * @returns the top-up, or `undefined` when there is no such account
 * @see Specification 1, item 3
 */
export async function startBankTopUp(
  sandbox: Sandbox,
  merchantAccountId: string,
  topUp: NewBankTopUp & { readonly together?: readonly Statement[] },
): Promise<BankTopUp | undefined> {
  const { database, clock, settings } = sandbox
  const { amountVnd, together = [] } = topUp
  if ((await findMerchantAccount(database, merchantAccountId)) === undefined) return undefined
  const createdAt = clock.nowSeconds()
  const dueAt = createdAt + settings.rules.bankTransferSeconds
  const id = `B${vietnamDate(createdAt)}${randomDigits(12)}`
  await database.batch([
    database
      .insert(bankTopUps)
      .values({ id, merchantAccountId, amountVnd, state: 'pending', createdAt, dueAt }),
    ...together,
  ])
  return findBankTopUp(database, id)
}

async function credit(sandbox: Sandbox, topUp: BankTopUp): Promise<boolean> {
  const { database, clock } = sandbox
  const now = clock.nowSeconds()
  const broken = await runAtomically(database, [
    database
      .update(bankTopUps)
      .set({ state: 'credited', creditedAt: now })
      .where(and(eq(bankTopUps.id, topUp.id), eq(bankTopUps.state, 'pending'))),
    mustHaveChangedOne(database),
    ...moveAmounts(database, now, [
      {
        kind: 'bank-top-up',
        reference: topUp.id,
        from: 'operator',
        to: ledgerOwnerOf(topUp.merchantAccountId),
        unit: 'VND',
        amount: topUp.amountVnd,
      },
    ]),
  ])
  return broken === undefined
}

/**
 * Credits a top-up now, whether it is due or not; a credited top-up does not change.
 *
 * @returns the top-up, or `undefined` when there is none with this id
 */
export async function creditBankTopUp(
  sandbox: Sandbox,
  id: string,
): Promise<BankTopUp | undefined> {
  const topUp = await findBankTopUp(sandbox.database, id)
  if (topUp === undefined) return undefined
  if (topUp.state === 'pending') await credit(sandbox, topUp)
  return findBankTopUp(sandbox.database, id)
}

/**
 * Credits every top-up whose money is due.
 *
 * @returns how many were credited
 */
export async function creditDueBankTopUps(sandbox: Sandbox): Promise<number> {
  const { database, clock } = sandbox
  const due = await database
    .select()
    .from(bankTopUps)
    .where(and(eq(bankTopUps.state, 'pending'), lte(bankTopUps.dueAt, clock.nowSeconds())))
  let credited = 0
  for (const topUp of due) {
    if (await credit(sandbox, topUp)) credited += 1
  }
  return credited
}

/** Marks the notice of a credited top-up as read. */
export async function markBankTopUpNoticed(database: Database, id: string): Promise<void> {
  await database
    .update(bankTopUps)
    .set({ isNoticed: true })
    .where(and(eq(bankTopUps.id, id), eq(bankTopUps.state, 'credited')))
}
