import {
  findMerchantAccount,
  type MerchantAccount,
} from '../merchant-accounts/merchant-accounts.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWalletByPhone, type Wallet } from '../wallets/wallets.ts'

/**
 * The account to debit. An account of somebody else and one that nobody has are not told apart.
 *
 * @throws RefusalError 4000505, 4000517 or 4000518. Assumes G-58.
 */
export async function usableAccount(
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
export function checkTransferLimits(sandbox: Sandbox, amountVnd: number): void {
  const { transferMinVnd, transferMaxVnd } = sandbox.settings.rules
  if (amountVnd < transferMinVnd) {
    throw new RefusalError(4000515, `amount: must be at least ${transferMinVnd} VND`)
  }
  if (amountVnd > transferMaxVnd) {
    throw new RefusalError(4000516, `amount: must be at most ${transferMaxVnd} VND`)
  }
}

/**
 * The wallet that has a phone number and may receive money. Assumes G-59.
 *
 * @throws RefusalError 4000506, 4000507 or 4000508
 */
export async function receivingWallet(sandbox: Sandbox, phone: string): Promise<Wallet> {
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
