import { eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { transfers } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { transferView, type TransferRow } from './transfer-view.ts'
import type { TransferView } from './transfers-api.ts'

/** Reads a transfer's row by the shop's own id. */
export async function readTransfer(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<TransferRow | undefined> {
  const [row] = await openDatabase(context).select().from(transfers).where(eq(transfers.id, id))
  return row
}

/** Reads a transfer by the shop's own id; `null` when there is none. */
export async function findTransfer(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<TransferView | null> {
  const row = await readTransfer(context, id)
  return row === undefined ? null : transferView(row)
}
