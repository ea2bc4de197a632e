import { and, eq, sql } from 'drizzle-orm'
import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Statement } from '../database/database.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { ledgerAccounts } from '../ledger/tables.ts'
import { merchantAccounts } from '../merchant-accounts/tables.ts'
import { transfers } from './tables.ts'
import { wallets } from '../wallets/tables.ts'
import { moveAmounts } from '../ledger/ledger.ts'
import {
  findMerchantAccount,
  type MerchantAccount,
  ledgerOwnerOf,
} from '../merchant-accounts/merchant-accounts.ts'
import { randomDigits } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWalletByPhone, type Wallet } from '../wallets/wallets.ts'
import { findTransfer, type Transfer } from './transfers.ts'

/**
 * The account to debit. The account of another merchant is refused like an unknown one.
 *
 * @throws RefusalError 4000505, 4000517 or 4000518. Assumes G-58.
 */
async function usableAccount(
  sandbox: Sandbox,
  merchantCode: string,
  accountId: string,
): Promise<MerchantAccount> {
  const account = await findMerchantAccount(sandbox.database, accountId)
  const field = 'merchant_account_id'
  if (account === undefined || account.merchantCode !== merchantCode) {
    throw new RefusalError(4000518, `${field}: the merchant has no account ${accountId}`)
  }
  switch (account.status) {
    case 'suspended':
      throw new RefusalError(4000505, `The wallet core has suspended the merchant ${merchantCode}`)
    case 'unavailable':
      throw new RefusalError(4000517, `${field}: the account ${accountId} is blocked or closed`)
    case 'incomplete':
      throw new RefusalError(4000518, `${field}: the data of ${accountId} are not complete`)
    case 'active':
    default:
      return account
  }
}

/**
 * Refuses amounts outside the limits of the sandbox's rules. Assumes G-27.
 *
 * @throws RefusalError 4000515 or 4000516
 */
function checkTransferLimits(sandbox: Sandbox, amountVnd: number): void {
  const { minTransferVnd, maxTransferVnd } = sandbox.settings.rules
  if (amountVnd < minTransferVnd) {
    throw new RefusalError(4000515, `amount: must be at least ${minTransferVnd} VND`)
  }
  if (amountVnd > maxTransferVnd) {
    throw new RefusalError(4000516, `amount: must be at most ${maxTransferVnd} VND`)
  }
}

/**
 * The wallet that has a phone number and may receive money. Assumes G-59.
 *
 * @throws RefusalError 4000506, 4000507 or 4000508
 */
async function receivingWallet(sandbox: Sandbox, phone: string): Promise<Wallet> {
  const wallet = await findWalletByPhone(sandbox.database, phone)
  const field = 'receiver_phone_number'
  if (wallet === undefined) throw new RefusalError(4000506, `${field}: nobody has this number`)
  if (wallet.status !== 'active') {
    throw new RefusalError(4000507, `${field}: the wallet of this number is blocked`)
  }
  if (wallet.tier !== 'verified') {
    throw new RefusalError(4000508, `${field}: the customer of this number is not identified`)
  }
  return wallet
}

/** A merchant's request for a transfer. */
export interface NewTransfer {
  /** The merchant's own id of the transfer. */
  readonly merchantTransactionId: string
  readonly merchantAccountId: string
  readonly receiverPhone: string
  /** In whole VND. */
  readonly amountVnd: number
  readonly description: string
}

interface Checked extends NewTransfer {
  readonly merchantCode: string
  readonly walletId: string
}

function statements(sandbox: Sandbox, transfer: Checked): readonly Statement[] {
  const { database, clock } = sandbox
  const { merchantAccountId, walletId, amountVnd } = transfer
  const now = clock.nowSeconds()
  const transactionId = `${vietnamDate(now)}${randomDigits(12)}`
  const owner = ledgerOwnerOf(merchantAccountId)
  const { receiverPhone: _, ...columns } = transfer
  return [
    // Account and receiver were read earlier; a change since then rolls everything back.
    database
      .update(merchantAccounts)
      .set({ status: 'active' })
      .where(
        and(eq(merchantAccounts.id, merchantAccountId), eq(merchantAccounts.status, 'active')),
      ),
    mustHaveChangedOne(database),
    database
      .update(wallets)
      .set({ status: 'active' })
      .where(
        and(eq(wallets.id, walletId), eq(wallets.status, 'active'), eq(wallets.tier, 'verified')),
      ),
    mustHaveChangedOne(database),
    ...moveAmounts(database, now, [
      {
        kind: 'transfer',
        reference: transactionId,
        from: owner,
        to: `wallet:${walletId}`,
        unit: 'VND',
        amount: amountVnd,
      },
    ]),
    database.insert(transfers).values({
      ...columns,
      transactionId,
      postBalanceVnd: sql`(select ${ledgerAccounts.balance} from ${ledgerAccounts}
        where ${ledgerAccounts.id} = ${`${owner}:VND`})`,
      createdAt: now,
    }),
  ]
}

async function refuseRepeat(
  sandbox: Sandbox,
  merchantCode: string,
  merchantTransactionId: string,
): Promise<void> {
  const made = await findTransfer(sandbox.database, merchantCode, merchantTransactionId)
  if (made === undefined) return
  throw new RefusalError(
    4000502,
    `merchant_transaction_id: the transfer ${merchantTransactionId} has been made already`,
  )
}

/**
 * Moves money from a merchant's account to a customer's wallet. The checks are, in this order: the
 * id, the account, the amount, the receiver, the balance. A repeated id is refused first, so that a
 * caller who lost the answer learns that the first attempt succeeded (G-29). A refused transfer
 * leaves its id free.
 *
 * @throws RefusalError with a code of the transfer table
 * @see Specification 4.4, 7
 */
export async function transferMoney(
  sandbox: Sandbox,
  merchantCode: string,
  request: NewTransfer,
): Promise<Transfer> {
  const { merchantTransactionId, amountVnd } = request
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    await refuseRepeat(sandbox, merchantCode, merchantTransactionId)
    const account = await usableAccount(sandbox, merchantCode, request.merchantAccountId)
    checkTransferLimits(sandbox, amountVnd)
    const { id: walletId } = await receivingWallet(sandbox, request.receiverPhone)
    if (amountVnd > account.vnd) {
      throw new RefusalError(4000514, `amount: the account ${account.id} does not hold this much`)
    }
    const broken = await runAtomically(
      sandbox.database,
      statements(sandbox, { ...request, merchantCode, walletId }),
    )
    if (broken !== undefined) continue
    const made = await findTransfer(sandbox.database, merchantCode, merchantTransactionId)
    if (made !== undefined) return made
  }
  throw new RefusalError(5000001, 'The account kept changing while money was being transferred')
}
