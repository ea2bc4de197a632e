import { sql, type SQL } from 'drizzle-orm'
import type { JournalEntry } from '../database/journal-entry.ts'
import { journal } from '../database/schema.ts'
import { insert, type Transition } from '../database/transition.ts'

/**
 * A journal line for a batch: appended unless a line with the same `dedupe` exists.
 *
 * @param when a further condition
 */
export function entryOnce(entry: JournalEntry, when: SQL = sql`TRUE`): Transition {
  // Checked here, because the table's trigger would refuse a repeat with other data.
  const where = sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${entry.dedupe}) AND ${when}`
  return { decide: insert(journal, { values: entry, where }) }
}
