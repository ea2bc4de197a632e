import type { JournalKind } from '../journal/journal-api.ts'
import type { JournalData } from './tables/journal-data.ts'

/** Source of the evidence for what happened; shown next to every line of a timeline. */
export type EvidenceSource =
  | 'own record'
  | 'answer of the service'
  | 'no answer of the service'
  | 'duplicate answer of the service'
  | 'signed query'
  | 'answer of the shop'
  | 'word of a person'
  | 'daily file of the service'
  | 'callback without a signature'
  | `callback signature of key ${string}`

/** A line to append to the journal: what happened, when, and how that is known. */
export interface JournalEntry {
  /** When it happened, in milliseconds since 1970. */
  readonly atMs: number
  /** What happened. */
  readonly kind: JournalKind
  /** The order that it is about; `null` for links and transfers. */
  readonly orderId: string | null
  /** Deduplication key: a repeated report of the same event has the same key. */
  readonly dedupe: string
  readonly evidence: EvidenceSource
  readonly data: JournalData
}
