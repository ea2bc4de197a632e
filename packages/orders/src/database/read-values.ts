import { sql, type SQL } from 'drizzle-orm'
import type { StoreContext } from '../orders-context.ts'
import { d1Driver } from './driver.ts'
import { statementOf } from './drivers/statement-of.ts'

/**
 * Reads several values of one moment in one statement, in the given order. Each has a short name,
 * because D1 returns the names with the row, and the name of an expression is its whole text.
 */
export async function readValues(
  { database, driver }: Pick<StoreContext, 'database' | 'driver'>,
  values: readonly SQL[],
): Promise<readonly unknown[]> {
  const columns = values.map((value, place) => sql`${value} AS ${sql.identifier(String(place))}`)
  const statement = statementOf(sql`SELECT ${sql.join(columns, sql`, `)}`)
  const [result] = await (driver ?? d1Driver(database)).run([statement])
  const row = new Map(Object.entries(result?.rows[0] ?? {}))
  return values.map((_, place) => row.get(String(place)))
}
