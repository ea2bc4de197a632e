import { batchDatabase } from './batch-database.ts'

/**
 * A database in which other work comes between what an operation has read and what it writes next.
 *
 * @param between runs once, before the next batch
 */
export function interruptedDatabase(
  database: D1Database,
  between: () => Promise<unknown>,
): D1Database {
  let isOver = false
  return batchDatabase(database, async (batch) => {
    if (!isOver) {
      isOver = true
      await between()
    }
    return batch()
  })
}
