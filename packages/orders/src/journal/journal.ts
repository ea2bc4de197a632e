import { sql } from 'drizzle-orm'
import type { JournalEntry } from '../database/journal-entry.ts'
import { journal } from '../database/schema.ts'
import { insert, type Transition } from '../database/transition.ts'

/** A line by itself, for a batch: appended unless one with the same `dedupe` exists. */
export function entryOnce(entry: JournalEntry): Transition {
  // Asked for here, because a repeat with other data would be refused by the table's trigger.
  const where = sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${entry.dedupe})`
  return { decide: insert(journal, { values: entry, where }) }
}
