import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** Stops a batch: a row that does not hold breaks the constraint and rolls everything back. */
export const guards = sqliteTable('guard', { held: integer('held').notNull() }, (table) => [
  check('guard_held', sql`${table.held} = 1`),
])
