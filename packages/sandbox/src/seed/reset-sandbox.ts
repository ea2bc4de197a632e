import {
  giftCodeKeys,
  giftCodeOrders,
  giftCodes,
  loyaltyPrograms,
  members,
  topUps,
  apiKeys,
  bankTopUps,
  callbacks,
  callbackTries,
  faults,
  guards,
  journal,
  ledgerAccounts,
  ledgerMoves,
  linkCallbacks,
  linkCallbackTries,
  linkedPurchases,
  merchantAccounts,
  merchants,
  nonces,
  oneTimeCodes,
  orders,
  references,
  refunds,
  settings,
  stores,
  terminals,
  transfers,
  usedProvocations,
  vouchers,
  walletLinks,
  wallets,
} from '../database/schema.ts'
import { openDatabase } from '../database/database.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { seed } from './seed.ts'

/**
 * Puts the sandbox back to its first data: orders, refunds, balances, settings and the clock. The
 * callback key stays, and so do the API keys of SEED_KEYS, since merchants hold their other halves.
 */
export async function resetSandbox(env: SandboxEnv): Promise<void> {
  const database = openDatabase(env.DB)
  // Rows that refer to others go first: D1 checks foreign keys at once.
  await database.batch([
    database.delete(linkCallbackTries),
    database.delete(linkCallbacks),
    database.delete(linkedPurchases),
    database.delete(walletLinks),
    database.delete(transfers),
    database.delete(bankTopUps),
    database.delete(merchantAccounts),
    database.delete(vouchers),
    database.delete(topUps),
    database.delete(giftCodes),
    database.delete(giftCodeOrders),
    database.delete(giftCodeKeys),
    database.delete(members),
    database.delete(loyaltyPrograms),
    database.delete(callbackTries),
    database.delete(callbacks),
    database.delete(oneTimeCodes),
    database.delete(refunds),
    database.delete(orders),
    database.delete(references),
    database.delete(ledgerMoves),
    database.delete(ledgerAccounts),
    database.delete(wallets),
    database.delete(apiKeys),
    database.delete(terminals),
    database.delete(stores),
    database.delete(merchants),
    database.delete(nonces),
    database.delete(journal),
    database.delete(faults),
    database.delete(usedProvocations),
    database.delete(guards),
    database.delete(settings),
  ])
  await seed(database, env)
}
