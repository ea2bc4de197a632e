import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { ledgerAccounts } from '../ledger/tables.ts'
import { merchantAccounts } from './tables.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { openAccount, type AccountOwner } from '../ledger/ledger.ts'
import { ledgerAmount } from '../ledger/ledger-amount.ts'
import type { Sandbox } from '../sandbox.ts'

/**
 * Status of a wallet account. Only an `active` account pays. The others lead to three codes of the
 * transfer table: the wallet core has `suspended` its owner (4000505), the account is blocked or
 * closed and so `unavailable` (4000517), or what is registered about it is `incomplete` (4000518).
 */
const merchantAccountStatuses = ['active', 'suspended', 'unavailable', 'incomplete'] as const

const name = v.pipe(v.string('must be a string'), v.minLength(1), v.maxLength(100))

/** A wallet account to open for a merchant. */
export const newMerchantAccount = v.strictObject({
  /** Value of merchant_account_id. */
  id: v.pipe(
    v.string('must be a string'),
    v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 characters of A-Z a-z 0-9 _ -'),
  ),
  merchantCode: v.pipe(v.string('must be a string'), v.minLength(1)),
  name,
})
/** A change of a wallet account; what is left out stays. */
export const merchantAccountChange = v.strictObject({
  name: v.optional(name),
  status: v.optional(v.picklist(merchantAccountStatuses)),
  /** New balance in VND; the difference comes from or goes to the operator. */
  vnd: v.optional(ledgerAmount),
})

/** A wallet account to open for a merchant. */
export interface NewMerchantAccount extends v.InferOutput<typeof newMerchantAccount> {}
/** A change of a wallet account; what is left out stays. */
export interface MerchantAccountChange extends v.InferOutput<typeof merchantAccountChange> {}

/** A merchant's own wallet account, from which transfers are paid. */
export interface MerchantAccount {
  /** Value of merchant_account_id. */
  readonly id: string
  readonly merchantCode: string
  readonly name: string
  readonly status: (typeof merchantAccountStatuses)[number]
  /** Balance in whole VND; never below 0. */
  readonly vnd: number
}

/** The account as the ledger knows it. */
export function ledgerOwnerOf(accountId: string): AccountOwner {
  return `merchant-account:${accountId}`
}

async function read(database: Database, accountId?: string): Promise<readonly MerchantAccount[]> {
  const rows = await database
    .select({ account: merchantAccounts, vnd: ledgerAccounts.balance })
    .from(merchantAccounts)
    .leftJoin(
      ledgerAccounts,
      eq(ledgerAccounts.id, sql`'merchant-account:' || ${merchantAccounts.id} || ':VND'`),
    )
    .where(accountId === undefined ? undefined : eq(merchantAccounts.id, accountId))
    .orderBy(merchantAccounts.id)
  return rows.map(({ account, vnd }) => ({ ...account, vnd: vnd ?? 0 }))
}

/** All wallet accounts of merchants. */
export function listMerchantAccounts(database: Database): Promise<readonly MerchantAccount[]> {
  return read(database)
}

/** A merchant's wallet account by its id. */
export async function findMerchantAccount(
  database: Database,
  accountId: string,
): Promise<MerchantAccount | undefined> {
  const [account] = await read(database, accountId)
  return account
}

/** Opens an account with a balance of 0; `undefined` when its id is taken. */
export async function openMerchantAccount(
  database: Database,
  account: NewMerchantAccount,
): Promise<MerchantAccount | undefined> {
  const broken = await runAtomically(database, [
    database.insert(merchantAccounts).values({ ...account, status: 'active' }),
    openAccount(database, ledgerOwnerOf(account.id), 'VND'),
  ])
  return broken === undefined ? findMerchantAccount(database, account.id) : undefined
}

/** Changes an account or sets its balance; `undefined` when there is no such account. */
export async function changeMerchantAccount(
  sandbox: Sandbox,
  accountId: string,
  change: MerchantAccountChange,
): Promise<MerchantAccount | undefined> {
  const { database, clock } = sandbox
  const { vnd, ...states } = change
  const given = Object.entries(states).filter(([, value]) => value !== undefined)
  // When a guard rolled the batch back, money moved after the balance was read, so it is read
  // again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const account = await findMerchantAccount(database, accountId)
    if (account === undefined) return undefined
    const owner = ledgerOwnerOf(accountId)
    const { vnd: balance } = account
    const broken = await runAtomically(database, [
      ...(given.length === 0
        ? []
        : [
            database
              .update(merchantAccounts)
              .set(Object.fromEntries(given))
              .where(eq(merchantAccounts.id, accountId)),
          ]),
      ...(vnd === undefined
        ? []
        : adjustBalance(database, clock.nowSeconds(), {
            owner,
            unit: 'VND',
            reference: accountId,
            balance,
            wanted: vnd,
          })),
    ])
    if (broken === undefined) return findMerchantAccount(database, accountId)
  }
  throw new Error(`The account ${accountId} kept changing while it was being set.`)
}
