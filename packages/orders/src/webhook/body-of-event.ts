import { eq } from 'drizzle-orm'
import { alertView } from '../alerts/list-alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts } from '../database/schema.ts'
import type {
  AlertEvent,
  AlertEventType,
  EventData,
  OrderEvent,
  OrderEventType,
  TransferEvent,
  TransferEventType,
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

async function alertEvent(
  context: OrdersContext,
  row: OutboxRow,
  alertId: number,
): Promise<AlertEvent | undefined> {
  const [alert] = await openDatabase(context).select().from(alerts).where(eq(alerts.id, alertId))
  if (alert === undefined) return undefined
  const { type, facts }: { type: AlertEventType; facts: EventData } = JSON.parse(row.payload)
  const timestamp = new Date(row.createdAtMs).toISOString()
  return { type, timestamp, data: { alert: alertView(alert), version: row.version ?? 1, facts } }
}

/** The body of an event; `undefined` when what it is about is gone. */
export async function bodyOfEvent(
  context: OrdersContext,
  row: OutboxRow,
): Promise<string | undefined> {
  const { orderId, transferId, alertId } = row
  let event: OrderEvent | TransferEvent | AlertEvent | undefined
  if (orderId !== null) event = await orderEvent(context, row, orderId)
  else if (transferId !== null) event = await transferEvent(context, row, transferId)
  else if (alertId !== null) event = await alertEvent(context, row, alertId)
  return event === undefined ? undefined : JSON.stringify(event)
}
