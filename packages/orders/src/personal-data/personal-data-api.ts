import type { LinkView } from '../links/links-api.ts'
import type { OrderSummary } from '../search/search-api.ts'

/** The person that a request is about; at least one of the two fields. */
export interface Person {
  /** The shop's own id of the customer: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly customerId?: string
  /** The phone to which money was transferred: 10 or 11 digits, the first a 0. */
  readonly phone?: string
}

/** A transfer to the person's phone, which is unmasked; the amount is in whole VND. */
export interface TransferToPerson {
  /** The shop's own id of the transfer. */
  readonly id: string
  /** Money transferred, in whole VND. */
  readonly amountVnd: number
  /** Phone number of the receiver, in full. */
  readonly receiverPhone: string
  /** What the receiver reads. */
  readonly description: string
  /**
   * `requested`: the service has not answered yet; `succeeded`: the money was transferred;
   * `refused`: it was not; `unknown`: the outcome is unknown until the daily file or an operator
   * settles it.
   */
  readonly state: string
  /** When it was asked for, in seconds since 1970. */
  readonly createdAt: number
}

/** A refund of an order of the person, or a proposal of one. */
export interface RefundToPerson {
  /** Id of the refund. */
  readonly id: string
  /** The merchant's own order id. */
  readonly orderId: string
  /** State of the refund, or of the proposal of one. */
  readonly state: string
  /** Money of the refund, in whole VND; 0 for none. */
  readonly vnd: number
  /** Points of the refund, a whole number; 0 for none. */
  readonly points: number
  /** Reason text; it may name the person. */
  readonly reason?: string
  /** When it was recorded, in seconds since 1970. */
  readonly createdAt: number
}

/** The stored data of a person, newest first; at most 1,000 of each kind. */
export interface PersonExport {
  /** Links between the customer and a wallet, newest first. */
  readonly links: readonly LinkView[]
  /** Orders of the customer, newest first. */
  readonly orders: readonly OrderSummary[]
  /** Refunds of these orders, newest first. */
  readonly refunds: readonly RefundToPerson[]
  /** Proposed refunds, whatever their outcome. */
  readonly proposals: readonly RefundToPerson[]
  /** Transfers to the person's phone, newest first. */
  readonly transfers: readonly TransferToPerson[]
  /** Whether some kind has more rows than exported. */
  readonly isCutOff: boolean
}

/**
 * Number of rows of each kind from which the person's data were erased; the rows themselves stay.
 */
export interface ErasedRows {
  /** Number of links whose personal data were erased. */
  readonly links: number
  /** Number of orders whose personal data were erased. */
  readonly orders: number
  /** Number of transfers whose personal data were erased. */
  readonly transfers: number
}

/** Outcome of a request to erase a person. */
export type ErasureOutcome =
  | ({ readonly outcome: 'erased' } & ErasedRows)
  /** The customer's wallet is still linked; unlink it first. */
  | { readonly outcome: 'linked' }
  /** Orders or transfers whose outcome is open, by their ids, at most 20; settle them first. */
  | {
      readonly outcome: 'open'
      readonly orders: readonly string[]
      readonly transfers: readonly string[]
    }

/** Retention periods of personal data. */
export interface Retention {
  /**
   * Days after which customers, phones and texts of the shop are erased from settled rows; kept for
   * ever when left out.
   */
  readonly personalDataDays?: number
  /**
   * Days after which finished events and confirmed callbacks are deleted, with the unsigned fields
   * of the callback and the delivery attempts, and calls to the service; kept for ever when left
   * out.
   */
  readonly eventDays?: number
}
