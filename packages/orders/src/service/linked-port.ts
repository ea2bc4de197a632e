import type { StoreAndTerminal } from '../stores/stores.ts'
import type { PortAnswer } from './port-answer.ts'

/** A request to link the wallet of a customer. */
export interface LinkToRequest {
  /** The shop's own id of the customer. */
  readonly customerId: string
  readonly callbackUrl: string
}

/** A link that waits for the customer's confirmation. */
export interface RequestedLink {
  /** Id of the link at the service. */
  readonly linkId: string
  readonly webUrl: string
  /** How long the customer may confirm; absent when the service does not say. */
  readonly expiresInMinutes?: number
}

/** The link to query; customer and address must be those of the request. */
export interface LinkToCheck extends LinkToRequest {
  readonly linkId: string
}

/** The state of a link in the service's answer. */
export interface CheckedLink {
  readonly linkId?: string
  /** Token of the wallet (secret); absent until the customer has confirmed. */
  readonly userToken?: string
  /** Phone number as the service masks it. */
  readonly phone?: string
}

/** A payment to make with a linked wallet. */
export interface LinkedPaymentToMake {
  /**
   * transaction_reference_number and invoice_no of the attempt, and what a refund names. Assumes
   * G-70.
   */
  readonly reference: string
  /** Price of the order in whole VND: money and the value of the points together. */
  readonly amountVnd: number
  /** Points to charge, 0 for none; the wallet's money pays the rest. */
  readonly points: number
  /** What the customer reads; may be empty. */
  readonly description: string
  /** When the order was opened, in seconds since 1970. */
  readonly openedAt: number
  /** Whether the money is held until {@link LinkedWalletPort.settleHold}. */
  readonly holds: boolean
  /** Store and terminal; the merchant's default ones when left out. */
  readonly store?: StoreAndTerminal
  readonly userToken: string
}

/** A payment to confirm with the customer's one-time code. */
export interface LinkedPaymentToConfirm {
  readonly reference: string
  readonly transactionId: string
  readonly userToken: string
  readonly otp: string
}

/** A payment with a linked wallet as the service answers it. Assumes G-38. */
export interface LinkedTransaction {
  readonly reference?: string
  readonly transactionId?: string
  readonly status?: string
  /** Number of the transaction in the daily files. */
  readonly walletNumber?: string
  /** 2 when the customer's one-time code is required. */
  readonly verification?: number
}

/** A transfer to request from the service. */
export interface TransferToMake {
  /** `merchant_transaction_id` of the transfer, at most 35 characters. */
  readonly reference: string
  readonly amountVnd: number
  readonly receiverPhone: string
  /** What the receiver reads; may be empty. */
  readonly description: string
}

/** A transfer as the service answers it. */
export interface MadeTransfer {
  readonly reference?: string
  readonly transactionId?: string
  /** Balance of the merchant's account after it, in VND. @see Specification 2.7 */
  readonly postBalanceVnd?: number
}

/** The calls to the service about linked wallets. @see Specification 4.11 */
export interface LinkedWalletPort {
  linkWallet(link: LinkToRequest): Promise<PortAnswer<RequestedLink>>
  checkLink(link: LinkToCheck): Promise<PortAnswer<CheckedLink>>
  unlinkWallet(userToken: string): Promise<PortAnswer<unknown>>
  payWithLink(payment: LinkedPaymentToMake): Promise<PortAnswer<LinkedTransaction>>
  confirmLinkedPayment(payment: LinkedPaymentToConfirm): Promise<PortAnswer<LinkedTransaction>>
  /** Captures or releases the money that a payment holds. Assumes G-39. */
  settleHold(hold: {
    readonly reference: string
    readonly result: 'capture' | 'release'
  }): Promise<PortAnswer<{ readonly status: string }>>
}

/** The call that transfers money. @see Specification 4.4 */
export interface TransferPort {
  /** Called only once for each reference. */
  transferMoney(transfer: TransferToMake): Promise<PortAnswer<MadeTransfer>>
}
