import { maskPhone } from '@merchant-edge/contract/redaction'
import { and, eq, ne } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { transfers } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { refusalView } from '../orders/refusal-view.ts'
import type { TransferView } from './transfers-api.ts'
import { canReuseId } from './reuse-transfer-id.ts'

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
  checkContext('findTransfer', context, ['database'])
  checkArguments('findTransfer', {}, { id })
  const row = await readTransfer(context, id)
  return row === undefined ? null : transferView(row)
}

/** The id of the transfer that has a transaction of the service, where it is another than `id`. */
export async function otherWithTransaction(
  context: Pick<OrdersContext, 'database'>,
  { id, transactionId }: { readonly id: string; readonly transactionId: string },
): Promise<string | undefined> {
  const [other] = await openDatabase(context)
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.transactionId, transactionId), ne(transfers.id, id)))
  return other?.id
}

/** A transfer as it is stored. */
export type TransferRow = typeof transfers.$inferSelect

/** A transfer as the API shows it. */
export function transferView(row: TransferRow): TransferView {
  const { refusal } = refusalView(row)
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    version: row.version,
    amountVnd: row.amountVnd,
    receiverPhone: maskPhone(row.receiverPhone),
    description: row.description,
    ...(row.transactionId !== null && { transactionId: row.transactionId }),
    ...(row.postBalanceVnd !== null && { postBalanceVnd: row.postBalanceVnd }),
    ...(refusal !== undefined && { refusal: { ...refusal, idReusable: canReuseId(row) } }),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}
