import { type OrderRow, orderOf } from '../orders/orders.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Wallet } from '../wallets/wallets.ts'

/** A payment of an order from a wallet. */
export interface PaymentRequest {
  readonly orderId: string
  readonly walletId: string
  /** Points to pay with; the rest is wallet money. 0 when left out. */
  readonly points?: number | undefined
  /** One-time code of the customer, where the rules ask for one. */
  readonly otp?: string | undefined
  /** Pays without asking for a one-time code, whatever the rules say. */
  readonly skipOtp?: true | undefined
  /** Promotion that the operator pays, in VND. 0 when left out. */
  readonly discountVnd?: number | undefined
  /** Money that the operator gives back to the customer, in VND. 0 when left out. */
  readonly cashbackVnd?: number | undefined
  /** Pays although the order has expired: a payment that arrives late. */
  readonly late?: true | undefined
}

/** Why a payment was refused. */
export type PaymentRefusal =
  | 'order_not_found'
  | 'order_paid'
  | 'order_failed'
  | 'order_expired'
  | 'wallet_not_found'
  | 'wallet_blocked'
  | 'amounts_invalid'
  | 'balance_insufficient'
  | 'points_insufficient'
  | 'otp_required'
  | 'otp_expired'
  | 'otp_wrong'

/** A payment that was refused; nothing has moved. */
export interface PaymentRefused {
  readonly outcome: 'refused'
  readonly reason: PaymentRefusal
  /** What happened, for the customer. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
}

const words: Readonly<Record<PaymentRefusal, readonly [message: string, remedy: string]>> = {
  order_not_found: ['There is no such order.', 'Check the order id.'],
  order_paid: ['The order is paid already.', 'Nothing is left to do.'],
  order_failed: ['The order has failed.', 'Create a new order.'],
  order_expired: ['The order has expired.', 'Create a new order, or pay it late on purpose.'],
  wallet_not_found: ['There is no such wallet.', 'Choose one of the wallets of the sandbox.'],
  wallet_blocked: ['The wallet is blocked.', 'Choose another wallet or unblock this one.'],
  amounts_invalid: [
    'Points and promotion do not fit the price.',
    'Pay with whole numbers whose value is at most the price.',
  ],
  balance_insufficient: ['There is not enough money in the wallet.', 'Top the wallet up.'],
  points_insufficient: ['There are not enough points.', 'Pay with fewer points.'],
  otp_required: ['A one-time code is needed.', 'Ask for a code and pay with it.'],
  otp_expired: ['The one-time code has expired.', 'Ask for a new code.'],
  otp_wrong: ['The one-time code is wrong.', 'Try again, or ask for a new code.'],
}

/** A refusal in the words that the pages show. */
export function refused(reason: PaymentRefusal): PaymentRefused {
  const [message, remedy] = words[reason]
  return { outcome: 'refused', reason, message, remedy }
}

function isWholeAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Why an order cannot be paid in this way; `undefined` when it can. */
export function refusePayment(
  sandbox: Sandbox,
  row: OrderRow | undefined,
  payment: PaymentRequest,
): PaymentRefused | undefined {
  if (row === undefined) return refused('order_not_found')
  const { stage } = orderOf(sandbox, row)
  if (stage === 'paid') return refused('order_paid')
  if (stage === 'failed') return refused('order_failed')
  if (stage === 'expired' && payment.late !== true) return refused('order_expired')
  const { points = 0, discountVnd = 0, cashbackVnd = 0 } = payment
  const covered = discountVnd + points * sandbox.settings.rules.pointValueVnd
  const isWhole = [points, discountVnd, cashbackVnd].every(isWholeAmount)
  return isWhole && covered <= row.amountVnd ? undefined : refused('amounts_invalid')
}

/** Why a wallet cannot pay these amounts; `undefined` when it can. */
export function refuseWallet(
  wallet: Wallet | undefined,
  amounts: { readonly vnd: number; readonly points: number },
): PaymentRefused | undefined {
  if (wallet === undefined) return refused('wallet_not_found')
  if (wallet.status === 'blocked') return refused('wallet_blocked')
  if (wallet.vnd < amounts.vnd) return refused('balance_insufficient')
  if (wallet.points < amounts.points) return refused('points_insufficient')
  return undefined
}
