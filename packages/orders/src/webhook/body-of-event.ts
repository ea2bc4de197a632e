import type {
  OrderEventType,
  TransferEventType,
  EventData,
  OrderEvent,
  TransferEvent,
} from '../events/events-api.ts'
import type { OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { findOrder } from '../orders/find-order.ts'
import { findTransfer } from '../transfers/read-transfer.ts'

async function orderEvent(
  context: OrdersContext,
  row: OutboxRow,
  orderId: string,
): Promise<OrderEvent | undefined> {
  const found = await findOrder(context, orderId)
  if (found === null) return undefined
  const { timeline: _timeline, ...order } = found
  const { type, facts }: { type: OrderEventType; facts: EventData } = JSON.parse(row.payload)
  const timestamp = new Date(row.createdAtMs).toISOString()
  return { type, timestamp, data: { order, version: row.version ?? order.version, facts } }
}

async function transferEvent(
  context: OrdersContext,
  row: OutboxRow,
  transferId: string,
): Promise<TransferEvent | undefined> {
  const transfer = await findTransfer(context, transferId)
  if (transfer === null) return undefined
  const { type, facts }: { type: TransferEventType; facts: EventData } = JSON.parse(row.payload)
  const timestamp = new Date(row.createdAtMs).toISOString()
  return { type, timestamp, data: { transfer, version: row.version ?? transfer.version, facts } }
}

/** The body of an event; `undefined` when what it is about is gone. */
export async function bodyOfEvent(
  context: OrdersContext,
  row: OutboxRow,
): Promise<string | undefined> {
  const { orderId, transferId } = row
  if (orderId !== null) return JSON.stringify(await orderEvent(context, row, orderId))
  if (transferId !== null) return JSON.stringify(await transferEvent(context, row, transferId))
  return undefined
}
