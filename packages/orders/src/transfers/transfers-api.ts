import type { RefusalView } from '../orders/orders-api.ts'
import type { TransferState } from '../states/transfer-state.ts'

/** A transfer as requested by the shop's backend. */
export interface NewTransfer {
  /** The shop's own id: 1 to 64 characters of `A-Z a-z 0-9 _ -`, used once. */
  readonly id: string
  /** Whole VND, 1 to 999,999,999,999,999. */
  readonly amountVnd: number
  /** Phone number of the receiver: 10 or 11 digits, the first a 0. */
  readonly receiverPhone: string
  /** What the receiver reads, at most 255 characters. */
  readonly description?: string
}

/** Why a transfer was not made. */
export interface TransferRefusal extends RefusalView {
  /**
   * `true`: nothing was processed, because of the key, the time or a setting; request the same
   * transfer again under the same id once the cause is repaired, and it is sent. `false`: the
   * refusal is final. A refusal reported by `transfer.failed` is always final.
   */
  readonly idReusable: boolean
}

/** A transfer as the shop sees it. */
export interface TransferView {
  /** The shop's own id: 1 to 64 characters of `A-Z a-z 0-9 _ -`, used once. */
  readonly id: string
  /** `merchant_transaction_id` at the service and in the daily file. */
  readonly reference: string
  /**
   * `requested`: the service has not answered yet; `succeeded`: the money was transferred;
   * `refused`: it was not; `unknown`: the outcome is unknown until the daily file or an operator
   * settles it.
   */
  readonly state: TransferState
  /** Grows with every change of the transfer. */
  readonly version: number
  /** Money transferred, in whole VND. */
  readonly amountVnd: number
  /** Phone number of the receiver; only the last three digits are readable. */
  readonly receiverPhone: string
  /**
   * What the receiver reads; empty when the shop gave nothing, or once personal data were erased.
   */
  readonly description: string
  /** Transaction id of the service, once known. */
  readonly transactionId?: string
  /** Balance of the merchant's account after it, in whole VND, if the service named it. */
  readonly postBalanceVnd?: number
  /** Why it was refused, when it was. */
  readonly refusal?: TransferRefusal
  /** When it was asked for, in seconds since 1970. */
  readonly createdAt: number
  /** When it changed last, in seconds since 1970. */
  readonly updatedAt: number
}

/** Limits above which a transfer is refused before the service is called. */
export interface TransferLimits {
  /** Maximum for one transfer, in whole VND. */
  readonly perTransferVnd: number
  /**
   * Maximum for all transfers of a day (Vietnam time) together, in whole VND. Transfers of unknown
   * outcome count; transfers that were certainly not made do not.
   */
  readonly perDayVnd: number
}

/** The limit that a transfer would exceed. */
export type MetTransferLimit =
  | { readonly of: 'transfer'; readonly vnd: number }
  | {
      readonly of: 'day'
      readonly vnd: number
      /** The day in Vietnam, `YYYY-MM-DD`. */
      readonly day: string
    }

/** What became of a request to transfer money. */
export type TransferOutcome =
  /** The transfer is recorded; its state is the result. */
  | { readonly outcome: 'known'; readonly transfer: TransferView }
  /** The id belongs to another transfer; nothing was sent. Erased fields count as equal. */
  | {
      readonly outcome: 'conflict'
      readonly transfer: TransferView
      /** The fields that differ. */
      readonly differs: readonly Exclude<keyof NewTransfer, 'id'>[]
    }
  /** It would exceed a limit: nothing was stored or sent, and the same id may be used again. */
  | { readonly outcome: 'over_limit'; readonly limit: MetTransferLimit }

/** Verdict of an operator on a transfer of unknown outcome. */
export interface TransferVerdict {
  readonly result: 'succeeded' | 'refused'
  /** Transaction id of the service; required for `succeeded`. */
  readonly transactionId?: string
  /** Reason, and where the operator looked it up, 1 to 255 characters. */
  readonly reason: string
  /** Name of the operator, 1 to 64 characters. */
  readonly staffId: string
}

/** Methods of the orders Worker for transfers. Every method is idempotent. */
export interface TransfersApi {
  /**
   * Transfers money to a wallet. The transfer is stored first and sent once. A repeated request
   * with the same id returns the result, and a call that may have been processed is never sent
   * again.
   */
  transfer(transfer: NewTransfer): Promise<TransferOutcome>
  /** Reads a transfer by the shop's own id. */
  findTransfer(id: string): Promise<TransferView | null>
}
