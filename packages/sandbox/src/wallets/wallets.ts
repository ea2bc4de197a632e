import { and, eq, exists, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { mustHold, runAtomically } from '../database/run-atomically.ts'
import { wallets } from './tables.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { balances, walletBalance } from '../ledger/ledger.ts'
import { ledgerAmount } from '../ledger/ledger-amount.ts'
import type { Sandbox } from '../sandbox.ts'

/** A customer's wallet. */
export interface Wallet {
  /** Id of the user, as callbacks name it. */
  readonly id: string
  /** Phone number: `0` and nine more digits. */
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

/** A change of a wallet; what is left out stays. */
export const walletChange = v.strictObject({
  status: v.optional(v.picklist(['active', 'blocked'])),
  tier: v.optional(v.picklist(['verified', 'unverified'])),
  /** New balance in VND; the difference comes from or goes to the operator. */
  vnd: v.optional(ledgerAmount),
  /** New balance of points. */
  points: v.optional(ledgerAmount),
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

/** Statement that rolls the batch back when the wallet was blocked after it was read. */
export function mustBeActive(database: Database, walletId: string): Statement {
  const active = database
    .select({ active: sql`1` })
    .from(wallets)
    .where(and(eq(wallets.id, walletId), eq(wallets.status, 'active')))
  return mustHold(database, exists(active))
}

function walletStatements(
  sandbox: Sandbox,
  wallet: Wallet,
  { vnd, points, ...states }: WalletChange,
): readonly Statement[] {
  const { database, clock } = sandbox
  const now = clock.nowSeconds()
  const given = Object.entries(states).filter(([, value]) => value !== undefined)
  const common = { owner: `wallet:${wallet.id}`, reference: wallet.id } as const
  const money = { ...common, unit: 'VND', balance: wallet.vnd } as const
  const loyalty = { ...common, unit: 'POINT', balance: wallet.points } as const
  return [
    ...(given.length === 0
      ? []
      : [database.update(wallets).set(Object.fromEntries(given)).where(eq(wallets.id, wallet.id))]),
    ...(vnd === undefined ? [] : adjustBalance(database, now, { ...money, wanted: vnd })),
    ...(points === undefined ? [] : adjustBalance(database, now, { ...loyalty, wanted: points })),
  ]
}

/**
 * Blocks a wallet, unblocks it, or sets its tier or balances; `undefined` when there is no such
 * wallet.
 */
export async function changeWallet(
  sandbox: Sandbox,
  walletId: string,
  change: WalletChange,
): Promise<WalletWithPin | undefined> {
  const { database } = sandbox
  // When a guard rolled the batch back, money moved after the balance was read, so it is read
  // again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const wallet = await findWallet(database, walletId)
    if (wallet === undefined) return undefined
    const broken = await runAtomically(database, walletStatements(sandbox, wallet, change))
    if (broken === undefined) return findWallet(database, walletId)
  }
  throw new Error(`The wallet ${walletId} kept changing while it was being set.`)
}
