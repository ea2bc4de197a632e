import { eq } from 'drizzle-orm'
import { confirmByKey } from '../callbacks/confirm-callbacks.ts'
import { openDatabase } from '../database/open-database.ts'
import { outbox } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { deliverEvents } from '../webhook/deliver-events.ts'

const eventsAtOnce = 10

/**
 * Does the work behind an outbox key without waiting for the sweep: confirms a callback, and
 * delivers what there is to deliver for its order or transfer. It is an accelerator only: a key that never
 * arrives, or arrives twice, changes nothing but the time.
 */
export async function workNow(context: OrdersContext, key: string): Promise<void> {
  await confirmByKey(context, key)
  const [row] = await openDatabase(context)
    .select({ orderId: outbox.orderId, transferId: outbox.transferId })
    .from(outbox)
    .where(eq(outbox.key, key))
  if (row === undefined) return
  await deliverEvents(context, { limit: eventsAtOnce, of: row })
}

/**
 * Does the work behind several outbox keys, a few at a time, whatever becomes of the others.
 *
 * @throws the first failure, once every key had its turn
 */
export function workThrough(context: OrdersContext, keys: readonly string[]): Promise<void> {
  return inParallel(keys, (key) => workNow(context, key))
}
