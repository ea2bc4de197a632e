import { sql, type SQL } from 'drizzle-orm'
import type { JournalEntry } from '../database/journal-entry.ts'
import { journal } from '../database/schema.ts'
import { insert, type Transition } from '../database/transition.ts'

/**
 * A line by itself, for a batch: appended unless one with the same `dedupe` exists.
 *
 * @param when what must hold besides
 */
export function entryOnce(entry: JournalEntry, when: SQL = sql`TRUE`): Transition {
  // Asked for here, because a repeat with other data would be refused by the table's trigger.
  const where = sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${entry.dedupe}) AND ${when}`
  return { decide: insert(journal, { values: entry, where }) }
}
