import type { EvidenceSource } from '../database/journal-entry.ts'
import type { JournalData, PaymentSource } from '../database/schema.ts'

/** What a disputed transaction has moved, as far as the service has said it. */
export interface DisputedAmounts {
  readonly vnd: number
  readonly points: number
  readonly serviceOrderId: string | null
  readonly foundBy: PaymentSource
  /** When the service has booked it, in seconds since 1970, as far as it has said so. */
  readonly serviceTime?: number | null | undefined
  /** Number of the transaction in the daily files, when the service tells it. */
  readonly walletNumber?: string | null | undefined
  /** When the service's file says that it was booked, in milliseconds since 1970; it goes before `serviceTime`. */
  readonly fileTimeMs?: number | undefined
  /** Whether it stands in the partner file already, as a payment of unknown outcome. */
  readonly hasRow?: boolean
}

/** Why an order is disputed. */
export type DisputeReason =
  | 'amount_mismatch'
  | 'token_amount_mismatch'
  | 'possible_double_payment'
  | 'payment_of_disputed_order'
  | 'transaction_of_other_order'

/** A dispute of an order: the money that arrived, and why it does not simply pay the order. */
export interface Dispute {
  readonly orderId: string
  /** Attempt on which the money arrived. */
  readonly reference: string
  readonly transactionId: string
  readonly reason: DisputeReason
  readonly evidence: EvidenceSource
  readonly data: JournalData
  readonly paid: DisputedAmounts
}
