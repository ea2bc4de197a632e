import { sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { endpoints } from '../database/schema.ts'
import type { StoreContext } from '../orders-context.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** The endpoints that are configured and not paused. */
export async function activeEndpoints(context: StoreContext): Promise<WebhookEndpoint[]> {
  const paused = await openDatabase(context)
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(sql`${endpoints.pausedAtMs} IS NOT NULL`)
  const ids = new Set(paused.map(({ id }) => id))
  return context.endpoints.filter(({ id }) => !ids.has(id))
}
