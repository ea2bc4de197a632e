import type { SQL } from 'drizzle-orm'
import type { EvidenceSource } from '../../database/journal-entry.ts'
import type { JournalData } from '../../database/schema.ts'
import type { DisputeReason, PaymentSource } from '../payments-api.ts'

/** The amounts of a disputed transaction, as far as the service has named them. */
export interface DisputedAmounts {
  readonly vnd: number
  readonly points: number
  readonly serviceOrderId: string | null
  readonly foundBy: PaymentSource
  /** When the service booked it, in seconds since 1970, if it named a time. */
  readonly serviceTime?: number | null | undefined
  /** Number of the transaction in the daily files, when the service tells it. */
  readonly walletNumber?: string | null | undefined
  /**
   * Booking time in the service's file, in milliseconds since 1970; it takes precedence over
   * `serviceTime`.
   */
  readonly fileTimeMs?: number | undefined
  /** Whether the partner file already lists it, as a payment of unknown outcome. */
  readonly hasRow?: boolean
}

/** A dispute of an order: the payment that arrived, and why it is disputed. */
export interface Dispute {
  readonly orderId: string
  /** Attempt on which the money arrived. */
  readonly reference: string
  readonly transactionId: string
  readonly reason: DisputeReason
  readonly evidence: EvidenceSource
  readonly data: JournalData
  /** The amounts of the payment that arrived. */
  readonly paid: DisputedAmounts
  /** When the service is asked to capture the money, which may be held; not asked when left out. */
  readonly askAtMs?: number | null | undefined
  /** A further condition, without which nothing is stored. */
  readonly where?: SQL | undefined
}
