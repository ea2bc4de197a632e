import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'

/** The tables of the sandbox. */
export type Database = DrizzleD1Database

/** One statement of a batch. */
export type Statement = BatchItem<'sqlite'>

/** Opens the tables of a D1 database. */
export function openDatabase(database: D1Database): Database {
  return drizzle(database)
}
