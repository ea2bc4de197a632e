import type { LinkView } from '../links/links-api.ts'
import type { OrderSummary } from '../search/search-api.ts'

/** Whom a request is about; one of the two at least. */
export interface Person {
  /** The shop's own id of the customer: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly customerId?: string
  /** The phone to which money was transferred: 10 or 11 digits, the first a 0. */
  readonly phone?: string
}

/** A transfer to the person who asks. */
export interface TransferToPerson {
  readonly id: string
  readonly amountVnd: number
  readonly receiverPhone: string
  readonly description: string
  readonly state: string
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** A refund of an order of the person who asks, or a proposal of one. */
export interface RefundToPerson {
  readonly id: string
  readonly orderId: string
  readonly state: string
  readonly vnd: number
  readonly points: number
  /** What was written about it; it may name the person. */
  readonly reason?: string
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** What the order store keeps of a person, newest first; at most 1,000 of each kind. */
export interface PersonExport {
  readonly links: readonly LinkView[]
  readonly orders: readonly OrderSummary[]
  readonly refunds: readonly RefundToPerson[]
  /** Refunds that were proposed to a second person, whatever became of them. */
  readonly proposals: readonly RefundToPerson[]
  readonly transfers: readonly TransferToPerson[]
  /** Whether there is more of a kind than this holds. */
  readonly isCutOff: boolean
}

/** How much of a person was erased. */
export interface ErasedRows {
  readonly links: number
  readonly orders: number
  readonly transfers: number
}

/** What became of a request to erase a person. */
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

/** For how long what names a person is kept. */
export interface Retention {
  /** Days after which customers, phones and texts of the shop go from what is settled; for ever when left out. */
  readonly personalDataDays?: number
  /**
   * Days after which events and confirmed callbacks that are done go, with the unsigned fields of the callback and
   * the attempts to deliver, and calls to the service; for ever when left out.
   */
  readonly eventDays?: number
}
