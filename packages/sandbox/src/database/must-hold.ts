import { sql, type SQL } from 'drizzle-orm'
import type { Database, Statement } from './database.ts'
import { guards } from './schema.ts'

/**
 * Statement that rolls the batch back unless a condition holds at its place in the batch. `changes()`
 * in it counts the rows of the statement just before.
 *
 * @param condition SQL that is true, false or null; null does not hold
 */
export function mustHold(database: Database, condition: SQL): Statement {
  return database.insert(guards).values({ held: sql`coalesce((${condition}), 0)` })
}
