import type { OnlineTransaction } from '@merchant-edge/contract'
import type { LinkedPurchase } from '../online-transactions/purchases.ts'

/** A purchase as both calls that make one answer it. */
export function onlineTransactionFields(purchase: LinkedPurchase): OnlineTransaction {
  return {
    transaction_id: purchase.transactionId,
    transaction_ref_number: purchase.transactionReferenceNumber,
    transaction_status: purchase.status,
    transaction_wallet_number: purchase.walletTransactionId,
  }
}
