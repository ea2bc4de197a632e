import { sql, type SQL } from 'drizzle-orm'
import { boundService } from './schema.ts'

/**
 * SQL expression: the version with which a new order or transfer begins. It is 1 in a database that
 * was never restored. An order that a restore has discarded may be opened again, and shops ignore an
 * event whose version they have seen.
 */
export const firstVersion: SQL<number> = sql`(SELECT coalesce(max(${boundService.firstVersion}), 1) FROM ${boundService})`
