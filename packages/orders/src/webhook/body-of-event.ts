import { sql, type Column, type SQL } from 'drizzle-orm'
import { alertView } from '../alerts/list-alerts.ts'
import { alerts, outbox, transfers } from '../database/schema.ts'
import { readInOneBatch, type Transacted } from '../database/transact.ts'
import type { Read } from '../database/transition.ts'
import type {
  AlertEvent,
  AlertEventType,
  EventData,
  OrderEvent,
  OrderEventType,
  TransferEvent,
  TransferEventType,
} from '../events/events-api.ts'
import type { Leased, OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readsOfOrders } from '../orders/find-order.ts'
import { orderView } from '../orders/order-view.ts'
import { transferView } from '../transfers/read-transfer.ts'
import { groupRows } from '../database/drivers/group-rows.ts'

type Event = OrderEvent | TransferEvent | AlertEvent

function isOneOf(column: Column, values: readonly (string | number)[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}

/** The distinct values of some rows. */
function distinct<Value>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))]
}

/** The subjects of events in their current state. */
interface Subjects {
  order(row: OutboxRow): OrderEvent | undefined
  transfer(row: OutboxRow): TransferEvent | undefined
  alert(row: OutboxRow): AlertEvent | undefined
}

function timestampOf(row: OutboxRow): string {
  return new Date(row.createdAtMs).toISOString()
}

function ordersIn(done: Transacted, reads: ReturnType<typeof readsOfOrders>): Subjects['order'] {
  const byId = new Map(done.rows(reads.orders).map((order) => [order.id, order]))
  const attemptsOf = groupRows(done.rows(reads.attempts), ({ orderId }) => orderId)
  const refundsOf = groupRows(done.rows(reads.refunds), ({ orderId }) => orderId)
  const disputedOf = groupRows(done.rows(reads.disputedPayments), ({ orderId }) => orderId)
  return (row) => {
    const order = byId.get(row.orderId ?? '')
    if (order === undefined) return undefined
    const { timeline: _timeline, ...view } = orderView({
      order,
      attempts: attemptsOf.get(order.id) ?? [],
      refunds: refundsOf.get(order.id) ?? [],
      disputedPayments: disputedOf.get(order.id) ?? [],
      journal: [],
    })
    const { type, facts }: { type: OrderEventType; facts: EventData } = JSON.parse(row.payload)
    const data = { order: view, version: row.version ?? order.version, facts }
    return { type, timestamp: timestampOf(row), data }
  }
}

/** Orders that were read in the batch of a lease: {@link readsOfLeased}. */
export type OrdersOfLease = Pick<Leased<ReturnType<typeof readsOfLeased>>, 'done' | 'reads'>

/** Reads of the orders of leased events whose body has not been made yet. */
export function readsOfLeased(areLeased: SQL) {
  return readsOfOrders(
    (column) =>
      sql`${column} IN (SELECT order_id FROM ${outbox} WHERE ${areLeased} AND body IS NULL)`,
  )
}

async function readSubjects(
  context: OrdersContext,
  rows: readonly OutboxRow[],
  ofLease: OrdersOfLease | undefined,
): Promise<Subjects> {
  const orderIds = distinct(rows.map(({ orderId }) => orderId))
  const transferIds = distinct(rows.map(({ transferId }) => transferId))
  const alertIds = distinct(rows.map(({ alertId }) => alertId))
  const ofOrders = readsOfOrders((column) => isOneOf(column, orderIds))
  const ofTransfers: Read<typeof transfers> = {
    table: transfers,
    where: isOneOf(transfers.id, transferIds),
  }
  const ofAlerts: Read<typeof alerts> = { table: alerts, where: isOneOf(alerts.id, alertIds) }
  const readsOrders = ofLease === undefined && orderIds.length > 0
  const done = await readInOneBatch(context, [
    ...(readsOrders ? Object.values(ofOrders) : []),
    ...(transferIds.length > 0 ? [ofTransfers] : []),
    ...(alertIds.length > 0 ? [ofAlerts] : []),
  ])
  const { done: doneOfOrders, reads } = ofLease ?? { done, reads: ofOrders }
  return {
    order: orderIds.length > 0 ? ordersIn(doneOfOrders, reads) : () => undefined,
    transfer(row) {
      const transfer = done.rows(ofTransfers).find(({ id }) => id === row.transferId)
      if (transfer === undefined) return undefined
      const { type, facts }: { type: TransferEventType; facts: EventData } = JSON.parse(row.payload)
      const version = row.version ?? transfer.version
      const data = { transfer: transferView(transfer), version, facts }
      return { type, timestamp: timestampOf(row), data }
    },
    alert(row) {
      const alert = done.rows(ofAlerts).find(({ id }) => id === row.alertId)
      if (alert === undefined) return undefined
      const { type, facts }: { type: AlertEventType; facts: EventData } = JSON.parse(row.payload)
      const data = { alert: alertView(alert), version: row.version ?? 1, facts }
      return { type, timestamp: timestampOf(row), data }
    },
  }
}

function eventOf(subjects: Subjects, row: OutboxRow): Event | undefined {
  if (row.orderId !== null) return subjects.order(row)
  if (row.transferId !== null) return subjects.transfer(row)
  return row.alertId === null ? undefined : subjects.alert(row)
}

/**
 * Makes the bodies of events; reads all their subjects in one batch.
 *
 * @param ofLease the orders of the events, if they were already read
 * @returns one body per row, in the same order; `undefined` when the subject of the event is gone
 */
export async function bodiesOfEvents(
  context: OrdersContext,
  rows: readonly OutboxRow[],
  ofLease?: OrdersOfLease,
): Promise<(string | undefined)[]> {
  if (rows.length === 0) return []
  const subjects = await readSubjects(context, rows, ofLease)
  return rows.map((row) => {
    const event = eventOf(subjects, row)
    return event === undefined ? undefined : JSON.stringify(event)
  })
}
