import { and, desc, eq, gt, gte, inArray, like, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Sandbox } from '../sandbox.ts'
import { orderOf, type Order, type OrderKind, type OrderRow, type OrderStage } from './orders.ts'
import { orders } from './tables.ts'

/** Filter for orders and payments of a merchant; fields that are left out do not filter. */
export interface OrderFilter {
  readonly merchantCode: string
  /** Created at this instant or later, in unix seconds. */
  readonly from?: number | undefined
  /** Created at this instant or earlier, in unix seconds. */
  readonly to?: number | undefined
  readonly storeCode?: string | undefined
  readonly kind?: OrderKind | undefined
  readonly stage?: OrderStage | undefined
  /** Whether something was refunded. */
  readonly isRefunded?: true | undefined
  /** Beginning of the order id, of the merchant's own id or of the transaction id. */
  readonly text?: string | undefined
  /** Only what comes after this order id of the page before. */
  readonly after?: string | undefined
}

/** A page of what was found, newest first. */
export interface OrderPage {
  readonly orders: readonly Order[]
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
}

/** Maximum number of orders on a page of search results. */
export const orderPageSize = 50

function hasStage(stage: OrderStage, now: number): SQL | undefined {
  if (stage === 'paid') return eq(orders.status, 'SUCCESS')
  if (stage === 'failed') return eq(orders.status, 'FAIL')
  const unpaid = inArray(orders.status, ['INIT', 'PROCESSING'])
  if (stage === 'expired') return and(unpaid, lte(orders.expiresAt, now))
  const status = stage === 'open' ? 'INIT' : 'PROCESSING'
  return and(eq(orders.status, status), gt(orders.expiresAt, now))
}

function beginsWith(text: string): SQL | undefined {
  // Percent sign and underscore are wildcards in a pattern.
  const pattern = `${text.replaceAll(/[%_]/g, '')}%`
  return or(
    like(orders.orderId, pattern),
    like(orders.orderReferenceId, pattern),
    like(orders.transactionId, pattern),
  )
}

function comesAfter(row: OrderRow | undefined): SQL | undefined {
  if (row === undefined) return undefined
  const isSameSecond = and(eq(orders.createdAt, row.createdAt), lt(orders.orderId, row.orderId))
  return or(lt(orders.createdAt, row.createdAt), isSameSecond)
}

/**
 * Finds orders and payments of a merchant, newest first. Unpaid Merchant QR payments are left out.
 */
export async function searchOrders(sandbox: Sandbox, filter: OrderFilter): Promise<OrderPage> {
  const { database, clock } = sandbox
  const { merchantCode, from, to, storeCode, kind, stage, text = '', after } = filter
  const isOwn = eq(orders.merchantCode, merchantCode)
  const [last] =
    after === undefined
      ? []
      : await database
          .select()
          .from(orders)
          .where(and(isOwn, eq(orders.orderId, after)))
  const rows = await database
    .select()
    .from(orders)
    .where(
      and(
        isOwn,
        or(ne(orders.kind, 'merchant-qr'), eq(orders.status, 'SUCCESS')),
        from === undefined ? undefined : gte(orders.createdAt, from),
        to === undefined ? undefined : lte(orders.createdAt, to),
        storeCode === undefined ? undefined : eq(orders.storeCode, storeCode),
        kind === undefined ? undefined : eq(orders.kind, kind),
        stage === undefined ? undefined : hasStage(stage, clock.nowSeconds()),
        filter.isRefunded === undefined
          ? undefined
          : or(gt(orders.refundedVnd, 0), gt(orders.refundedPoints, 0)),
        text === '' ? undefined : beginsWith(text),
        comesAfter(last),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(orderPageSize + 1)
  const found = rows.slice(0, orderPageSize).map((row) => orderOf(sandbox, row))
  const next = rows.length > orderPageSize ? (found.at(-1)?.orderId ?? null) : null
  return { orders: found, next }
}
