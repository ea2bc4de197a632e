import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/**
 * Guard of a batch: a value other than 1 violates the constraint and rolls the whole batch back.
 */
export const guards = sqliteTable('guard', { held: integer('held').notNull() }, (table) => [
  check('guard_held', sql`${table.held} = 1`),
])
