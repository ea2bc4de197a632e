import { endpoints } from '@merchant-edge/contract'
import type { OnlineTransaction } from '@merchant-edge/contract/linked-account'
import { RefusalError } from '../requests/refusal-error.ts'
import { bodySignedHandler } from '../serving/body-signed-handler.ts'
import { accept } from '../serving/handler.ts'
import { confirmPurchase } from './confirm-purchase.ts'
import { makePurchase, purchaseAmounts } from './make-purchase.ts'
import type { LinkedPurchase } from './purchases.ts'
import { settlePurchase } from './settle-purchase.ts'

/** `verification_methods`: nothing more is needed, or the customer's one-time code. */
const verification = { none: 0, oneTimeCode: 2 } as const

/** A purchase as both calls that make one answer it. */
function onlineTransactionFields(purchase: LinkedPurchase): OnlineTransaction {
  return {
    transaction_id: purchase.transactionId,
    transaction_ref_number: purchase.transactionReferenceNumber,
    transaction_status: purchase.status,
    transaction_wallet_number: purchase.walletTransactionId,
  }
}

/**
 * The wallet money of a payment that has none beside its list: the amount of the item that is not
 * paid with points, or 0.
 */
function listedAmount(items: readonly ReadonlyMap<string, unknown>[]): unknown {
  const money = items.find((item) => item.get('method') !== 'POINT')
  return money === undefined ? '0' : money.get('amount')
}

/**
 * Fields that may be in the items of the list instead of next to the list. The amount of an item is
 * its own: in an item of points it is points. Assumes G-134.
 */
function listedFields({
  payment_request_list: list,
  ...beside
}: Readonly<Record<string, unknown>>) {
  const items = (Array.isArray(list) ? list : []).map(
    (item: unknown) => new Map<string, unknown>(Object.entries(Object(item))),
  )
  const [first] = items
  if (first === undefined) return {}
  const own = new Set(['method', 'amount', ...Object.keys(beside)])
  return {
    amount: listedAmount(items),
    ...Object.fromEntries([...first].filter(([name]) => !own.has(name))),
  }
}

/**
 * What becomes of money that is held. Assumes G-39.
 *
 * @throws RefusalError 4000001 for any other word
 */
function outcomeOf(status: string): 'SUCCESS' | 'FAIL' {
  if (status === 'SUCCESS' || status === 'FAIL') return status
  throw new RefusalError(4000001, 'order_status: must be SUCCESS or FAIL')
}

/** Handlers of payments from linked wallets (4.11). */
export const onlineTransactionHandlers = {
  /** Buys from a linked wallet; above the threshold of the rules with a one-time code. */
  createOnlineTransaction: bodySignedHandler(endpoints.createOnlineTransaction, {
    elsewhere: ({ fields }) => listedFields(fields),
    async answer({ sandbox, caller, request }) {
      const merchantCode = caller.merchant.code
      if (request.merchant_code !== merchantCode) {
        throw new RefusalError(4040201, `merchant_code: yours is ${merchantCode}`)
      }
      const purchase = await makePurchase(sandbox, {
        ...purchaseAmounts(request, sandbox.settings.rules.pointValueVnd),
        merchantCode,
        userToken: request.user_token,
        invoiceNo: request.invoice_no,
        transactionReferenceNumber: request.transaction_reference_number,
        storeCode: request.merchant_id,
        posCode: request.terminal_id,
        description: request.description ?? '',
        isHoldingEnabled: request.holding_enabled ?? false,
      })
      const { none, oneTimeCode } = verification
      return accept(200, {
        ...onlineTransactionFields(purchase),
        verification_methods: purchase.status === 'PROCESSING' ? oneTimeCode : none,
      })
    },
  }),
  /** Confirms a purchase with the customer's one-time code. */
  confirmOnlineTransaction: bodySignedHandler(endpoints.confirmOnlineTransaction, {
    async answer({ sandbox, caller, request }) {
      const purchase = await confirmPurchase(sandbox, {
        merchantCode: caller.merchant.code,
        userToken: request.user_token,
        transactionId: request.transaction_id,
        transactionReferenceNumber: request.transaction_reference_number,
        otp: request.otp,
      })
      return accept(200, onlineTransactionFields(purchase))
    },
  }),
  /** Takes the money that a purchase holds, or gives it back. */
  confirmOrder: bodySignedHandler(endpoints.confirmOrder, {
    async answer({ sandbox, caller, request }) {
      const purchase = await settlePurchase(sandbox, {
        merchantCode: caller.merchant.code,
        invoiceNo: request.invoice_no,
        wanted: outcomeOf(request.order_status),
      })
      return accept(200, { transaction_status: purchase.status })
    },
  }),
}
