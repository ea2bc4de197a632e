import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { wallets } from './tables.ts'
import { balances, moveAmounts, walletBalance, type Move } from '../ledger/ledger.ts'
import type { Sandbox } from '../sandbox.ts'

/** A customer's wallet. */
export interface Wallet {
  /** Id of the user, as callbacks name it. */
  readonly id: string
  /** Phone number, `0` and nine digits more. */
  readonly phone: string
  readonly fullName: string
  readonly status: 'active' | 'blocked'
  /** An unverified wallet pays, but receives no transfers. */
  readonly tier: 'verified' | 'unverified'
  /** Wallet money in whole VND. */
  readonly vnd: number
  /** Loyalty points. */
  readonly points: number
}

/** A wallet with the sign-in code that the sandbox's own pages show. */
export interface WalletWithPin extends Wallet {
  readonly pin: string
}

const amount = v.pipe(v.number('must be a number'), v.safeInteger('must be whole'), v.minValue(0))

/** A change of a wallet; what is left out stays. */
export const walletChange = v.strictObject({
  status: v.optional(v.picklist(['active', 'blocked'])),
  tier: v.optional(v.picklist(['verified', 'unverified'])),
  /** New balance in VND; the difference comes from or goes to the operator. */
  vnd: v.optional(amount),
  /** New balance of points. */
  points: v.optional(amount),
})

/** A change of a wallet; what is left out stays. */
export interface WalletChange extends v.InferOutput<typeof walletChange> {}

/** All wallets with balances and sign-in codes. */
export async function listWallets(database: Database): Promise<readonly WalletWithPin[]> {
  const rows = await database.select().from(wallets).orderBy(wallets.phone)
  const all = await balances(database)
  const balanceOf = (account: string) => all.find((row) => row.account === account)?.balance ?? 0
  return rows.map((row) => ({
    ...row,
    vnd: balanceOf(`wallet:${row.id}:VND`),
    points: balanceOf(`wallet:${row.id}:POINT`),
  }))
}

/** A wallet by its id. */
export async function findWallet(
  database: Database,
  walletId: string,
): Promise<WalletWithPin | undefined> {
  const [row] = await database.select().from(wallets).where(eq(wallets.id, walletId))
  return row && { ...row, ...(await walletBalance(database, walletId)) }
}

/** A wallet by the customer's phone number. */
export async function findWalletByPhone(
  database: Database,
  phone: string,
): Promise<WalletWithPin | undefined> {
  const [row] = await database.select().from(wallets).where(eq(wallets.phone, phone))
  return row && { ...row, ...(await walletBalance(database, row.id)) }
}

function adjustment(wallet: Wallet, unit: Move['unit'], target: number | undefined): Move {
  const difference = (target ?? balanceIn(wallet, unit)) - balanceIn(wallet, unit)
  const owner = `wallet:${wallet.id}` as const
  return {
    kind: 'adjustment',
    reference: wallet.id,
    from: difference > 0 ? 'operator' : owner,
    to: difference > 0 ? owner : 'operator',
    unit,
    amount: Math.abs(difference),
  }
}

function balanceIn(wallet: Wallet, unit: Move['unit']): number {
  return unit === 'VND' ? wallet.vnd : wallet.points
}

/**
 * Blocks a wallet, unblocks it, or sets its tier or balances; `undefined` when there is no such wallet.
 */
export async function changeWallet(
  sandbox: Sandbox,
  walletId: string,
  change: WalletChange,
): Promise<WalletWithPin | undefined> {
  const { database, clock } = sandbox
  const wallet = await findWallet(database, walletId)
  if (wallet === undefined) return undefined
  await runAtomically(database, [
    database
      .update(wallets)
      .set({ status: change.status ?? wallet.status, tier: change.tier ?? wallet.tier })
      .where(eq(wallets.id, walletId)),
    ...moveAmounts(database, clock.nowSeconds(), [
      adjustment(wallet, 'VND', change.vnd),
      adjustment(wallet, 'POINT', change.points),
    ]),
  ])
  return findWallet(database, walletId)
}
