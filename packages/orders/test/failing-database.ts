import { batchDatabase } from './batch-database.ts'

/** Where a batch fails: before it is written, after its commit, or nowhere. */
export type BatchFault = 'before' | 'after' | 'none'

/**
 * A database whose batches fail as the test decides by their numbers; the first batch after this
 * call has number 1.
 */
export function failingDatabase(
  database: D1Database,
  faultOf: (batch: number) => BatchFault,
): D1Database {
  let batches = 0
  return batchDatabase(database, async (batch) => {
    batches += 1
    const fault = faultOf(batches)
    if (fault === 'before') throw new Error('D1_ERROR: the storage was reset')
    const results = await batch()
    if (fault === 'after') throw new Error('D1_ERROR: the connection was lost')
    return results
  })
}
