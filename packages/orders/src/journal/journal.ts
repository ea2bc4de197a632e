import { sql } from 'drizzle-orm'
import { afterChange, insertWhere } from '../database/insert-where.ts'
import type { OrderDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'

/** How a fact is known; it stands beside every line of a timeline. */
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

/** A line for the journal. */
export interface JournalEntry {
  readonly atMs: number
  readonly kind: string
  /** The order that it is about; `null` for links and transfers. */
  readonly orderId: string | null
  /** What makes the event the same event when it happens to be reported again. */
  readonly dedupe: string
  readonly evidence: EvidenceSource
  readonly data: JournalData
}

/**
 * Appends a line unless one with the same `dedupe` exists.
 *
 * With `afterChange` it is appended only when the statement just before it in the batch changed a
 * row: the line then stands for that change, and both are in one transaction.
 */
export function journalEntry(
  db: OrderDatabase,
  entry: JournalEntry,
  options: { afterChange: boolean },
) {
  // Asked for here, because a repeat with other facts would be refused by the table's trigger.
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${entry.dedupe})`
  const where = options.afterChange ? sql`${afterChange} AND ${isNew}` : isNew
  return insertWhere(db, journal, { values: entry, where })
}
