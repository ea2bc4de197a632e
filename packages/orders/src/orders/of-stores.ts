import { sql, type SQL } from 'drizzle-orm'
import { orders } from '../database/schema.ts'
import type { StoreFilter } from '../stores/store-filter.ts'

/** The conditions of a store filter, on the table of orders. */
export function ofStores({ storeCode, posCode, storeCodes }: StoreFilter): SQL[] {
  return [
    ...(storeCode === undefined ? [] : [sql`${orders.storeCode} = ${storeCode}`]),
    ...(posCode === undefined ? [] : [sql`${orders.posCode} = ${posCode}`]),
    ...(storeCodes === undefined
      ? []
      : [sql`${orders.storeCode} IN (SELECT value FROM json_each(${JSON.stringify(storeCodes)}))`]),
  ]
}

/**
 * The condition of a store filter on the order that a row belongs to; none when the filter names no
 * store.
 */
export function ofOrdersOfStores(orderId: SQL, filter: StoreFilter): SQL[] {
  const conditions = ofStores(filter)
  if (conditions.length === 0) return []
  return [
    sql`EXISTS (
      SELECT 1 FROM ${orders} WHERE ${orders.id} = ${orderId} AND ${sql.join(conditions, sql` AND `)})`,
  ]
}
