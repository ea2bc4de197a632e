import { dailyFiles } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { insert } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'

/** Starts tracking days; days that are already tracked are not changed. */
export async function followDays(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  days: readonly string[],
): Promise<void> {
  const atMs = context.now()
  const transitions = days.map((day) => ({
    decide: insert(dailyFiles, { values: { day, createdAtMs: atMs, nextAtMs: atMs } }),
  }))
  await transactAll(context, { transitions })
}
