import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderFilterRules } from './filter-rules.ts'
import type { Position } from './cursor.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { checkOrderFilter, ordersAfter, partsOf } from './list-orders.ts'
import { intervalOf } from './list-filter.ts'
import type { OrderExport, OrderFilter, OrderSummary } from './search-api.ts'

const rowsPerPage = 1_000

/** A page takes at most two statements per walk, and D1 allows a thousand per call. */
const maxStatements = 900
/**
 * Each store of a filter may need its own walk; with more stores, too few statements would be left
 * for the pages of the file.
 */
const maxWalks = 9

const heading = [
  'id',
  'state',
  'amount_vnd',
  'description',
  'created_at',
  'expires_at',
  'customer_id',
  'transaction_id',
  'service_order_id',
  'paid_vnd',
  'paid_points',
  'confirmed_at',
  'refunded_vnd',
  'refunded_points',
  'store_code',
  'pos_code',
  'returned_vnd',
  'returned_points',
]

const offsetSeconds = 7 * 60 * 60

/** A time as a person in Vietnam reads it, with its offset. */
function timeInVietnam(seconds: number): string {
  const shifted = new Date((seconds + offsetSeconds) * 1000).toISOString()
  return `${shifted.slice(0, 19)}+07:00`
}

function lineOf(order: OrderSummary): string {
  const { payment, refunded, returned } = order
  return csvLine([
    order.id,
    order.state,
    order.amountVnd,
    order.description,
    timeInVietnam(order.createdAt),
    timeInVietnam(order.expiresAt),
    order.linkedCustomerId ?? '',
    payment?.transactionId ?? '',
    payment?.serviceOrderId ?? '',
    payment?.vnd ?? '',
    payment?.points ?? '',
    payment === undefined ? '' : timeInVietnam(payment.confirmedAt),
    refunded.vnd,
    refunded.points,
    order.storeCode ?? '',
    order.posCode ?? '',
    returned.vnd,
    returned.points,
  ])
}

async function* pieces(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
): AsyncGenerator<string, void, void> {
  let text = byteOrderMark + csvLine(heading)
  let after: Position | undefined
  const { length: parts } = partsOf(filter)
  const walks = parts > maxWalks ? 1 : Math.max(1, parts)
  const maxPages = Math.floor(maxStatements / (2 * walks))
  for (let page = 0; page < maxPages; page += 1) {
    const { orders, next } = await ordersAfter(context, filter, {
      after,
      limit: rowsPerPage,
      maxWalks,
    })
    yield text + orders.map((order) => lineOf(order)).join('')
    if (next === undefined) return
    text = ''
    after = next
  }
  throw new RangeError('The file would be too large: export the orders of one day at a time.')
}

/**
 * Streams orders as CSV, newest first. When the file becomes too large for one Worker call, the
 * stream fails, so that an incomplete file does not look complete.
 *
 * @throws TypeError when a filter is malformed
 */
export function exportOrders(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
): OrderExport {
  checkContext('exportOrders', context, ['database'])
  checkOptions('exportOrders', filter, orderFilterRules)
  checkOrderFilter(filter)
  intervalOf(filter.day)
  const parts = pieces(context, filter)
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const next = await parts.next()
      if (next.done !== true) {
        controller.enqueue(encoder.encode(next.value))
        return
      }
      controller.close()
      // A BYOB reader waits until its buffer is returned, even if empty.
      controller.byobRequest?.respond(0)
    },
    async cancel() {
      await parts.return()
    },
  })
  return { body }
}
