import type { TransferState } from '../states/transfer-state.ts'

/** A transfer as the shop's backend asks for it. */
export interface NewTransfer {
  /** The shop's own id: 1 to 64 characters of `A-Z a-z 0-9 _ -`, used once. */
  readonly id: string
  /** Whole VND, greater than 0. */
  readonly amountVnd: number
  /** Phone number of the receiver: 10 or 11 digits, the first a 0. */
  readonly receiverPhone: string
  /** What the receiver reads, at most 255 characters. */
  readonly description?: string
}

/** Why a transfer was not made. */
export interface TransferRefusal {
  readonly code: number
  readonly reason: string
  readonly remedy: string
  /**
   * Whether nothing was processed, for the key, the time or a setting: the same transfer, asked for again under the
   * same id once that is repaired, is sent. Otherwise the refusal is final, as it is whenever `transfer.failed` tells
   * of it.
   */
  readonly sameIdGoes: boolean
}

/** A transfer as the shop sees it. */
export interface TransferView {
  readonly id: string
  /** merchant_transaction_id at the service and in the daily file. */
  readonly reference: string
  readonly state: TransferState
  /** Counts the changes of the transfer, from 1. */
  readonly version: number
  readonly amountVnd: number
  /** Only the last three digits are readable. */
  readonly receiverPhone: string
  readonly description: string
  /** Transaction id of the service, once known. */
  readonly transactionId?: string
  /** Balance of the merchant's account after it, in whole VND, when the service has said it. */
  readonly postBalanceVnd?: number
  /** Why it was refused, when it was. */
  readonly refusal?: TransferRefusal
  /** When it was asked for, in seconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** How much may leave by transfers. */
export interface TransferLimits {
  /** Most for one transfer, in whole VND. */
  readonly perTransferVnd: number
  /**
   * Most for the transfers of a day in Vietnam together, in whole VND. What is unknown counts; what was certainly not made
   * does not.
   */
  readonly perDayVnd: number
}

/** The limit that a transfer would pass. */
export type MetTransferLimit =
  | { readonly of: 'transfer'; readonly vnd: number }
  | {
      readonly of: 'day'
      readonly vnd: number
      /** The day in Vietnam, `YYYY-MM-DD`. */
      readonly day: string
    }

/** What became of a transfer that was asked for. */
export type TransferOutcome =
  /** The transfer is known; its state says what it came to. */
  | { readonly outcome: 'known'; readonly transfer: TransferView }
  /** The id belongs to another transfer; nothing was sent. What was erased of it counts as the same. */
  | {
      readonly outcome: 'conflict'
      readonly transfer: TransferView
      /** In what they differ. */
      readonly differs: readonly Exclude<keyof NewTransfer, 'id'>[]
    }
  /** It would pass a limit: nothing was written down or sent, and the same id may be used again. */
  | { readonly outcome: 'over_limit'; readonly limit: MetTransferLimit }

/** A person's word on a transfer that nothing else settles. */
export interface TransferVerdict {
  readonly result: 'succeeded' | 'refused'
  /** Transaction id of the service; needed for `succeeded`. */
  readonly transactionId?: string
  /** Where it is known from, 1 to 255 characters. */
  readonly reason: string
  /** Who says so, 1 to 64 characters. */
  readonly staffId: string
}

/** What the orders Worker offers about transfers. Every method is safe to repeat. */
export interface TransfersApi {
  /**
   * Transfers money to a wallet: written down first, called once. The same id again returns what became
   * of it, and never sends a second time what may have been processed.
   */
  transfer(transfer: NewTransfer): Promise<TransferOutcome>
  /** Reads a transfer by the shop's own id. */
  findTransfer(id: string): Promise<TransferView | null>
}
