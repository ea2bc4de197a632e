import { sql, type SQL } from 'drizzle-orm'
import type { Database, Statement } from './database.ts'
import { guards } from './tables.ts'

/**
 * Statement that rolls the batch back unless the statement directly before it changed exactly one
 * row.
 */
export function mustHaveChangedOne(database: Database): Statement {
  return database.insert(guards).values({ held: sql`changes()` })
}

function constraintOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = /(?:CHECK|UNIQUE) constraint failed: ([^:]+)/.exec(cause.message)
    if (found?.[1] !== undefined) return found[1].trim()
  }
  return undefined
}

/**
 * Runs statements in one transaction of D1.
 *
 * @returns `undefined` when the statements took effect, or the name of the CHECK or UNIQUE
 *   constraint that rolled everything back
 * @throws every other error of the database
 */
export async function runAtomically(
  database: Database,
  statements: readonly Statement[],
): Promise<string | undefined> {
  try {
    const [first, ...rest] = [...statements, database.delete(guards)]
    if (first !== undefined) await database.batch([first, ...rest])
    return undefined
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === undefined) throw error
    return constraint
  }
}

/**
 * Statement that rolls the batch back unless a condition holds at this place in the batch.
 * `changes()` in the condition counts the rows of the statement directly before.
 *
 * @param condition SQL that is true, false or null; null does not hold
 */
export function mustHold(database: Database, condition: SQL): Statement {
  return database.insert(guards).values({ held: sql`coalesce((${condition}), 0)` })
}
