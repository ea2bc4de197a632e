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
  readonly id: string
  readonly amountVnd: number
  readonly receiverPhone: string
  readonly description: string
  readonly state: string
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** A refund of an order of the person, or a proposal of one. */
export interface RefundToPerson {
  readonly id: string
  readonly orderId: string
  readonly state: string
  readonly vnd: number
  readonly points: number
  /** Reason text; it may name the person. */
  readonly reason?: string
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** The stored data of a person, newest first; at most 1,000 of each kind. */
export interface PersonExport {
  readonly links: readonly LinkView[]
  readonly orders: readonly OrderSummary[]
  readonly refunds: readonly RefundToPerson[]
  /** Proposed refunds, whatever their outcome. */
  readonly proposals: readonly RefundToPerson[]
  readonly transfers: readonly TransferToPerson[]
  /** Whether some kind has more rows than exported. */
  readonly isCutOff: boolean
}

/**
 * Number of rows of each kind from which the person's data were erased; the rows themselves stay.
 */
export interface ErasedRows {
  readonly links: number
  readonly orders: number
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
