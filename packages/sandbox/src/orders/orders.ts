import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { type orderKinds, orders } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'

/** The call that created the order. */
export type OrderKind = (typeof orderKinds)[number]

/** State of an order at the current time of the sandbox's clock. */
export type OrderStage = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

/** An order of the service. Instants are unix seconds, money is whole VND. */
export interface Order {
  /** Order id of the service. */
  readonly orderId: string
  readonly merchantCode: string
  /** The merchant's own id; null for an order that was created without one. */
  readonly orderReferenceId: string | null
  readonly kind: OrderKind
  readonly stage: OrderStage
  readonly storeCode: string
  readonly posCode: string | null
  readonly amountVnd: number
  readonly description: string
  /** Text that comes back in the callback. */
  readonly extraData: string
  /** Where the callback goes; empty when the order makes none. */
  readonly callbackUrl: string
  /** Where the browser goes after paying; null except for web payments. */
  readonly redirectUrl: string | null
  readonly merchantUserId: string | null
  /** Why the order failed; null unless it did. */
  readonly failure: string | null
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly updatedAt: number
  /** Unix seconds. */
  readonly expiresAt: number
  /** Hosted payment page of this order, with its unguessable token. */
  readonly paymentUrl: string
  /** Text of the order's QR. */
  readonly qrCode: string
  /** Payment of the order; null until it is paid. */
  readonly payment: Payment | null
  readonly refundedVnd: number
  readonly refundedPoints: number
}

/** Payment of an order. */
export interface Payment {
  readonly transactionId: string
  readonly walletId: string
  /** Unix seconds. */
  readonly paidAt: number
  readonly vnd: number
  readonly points: number
  /** What one point was worth when the order was paid. */
  readonly pointValueVnd: number
  /** Promotion that the operator paid. */
  readonly discountVnd: number
  /** Money that the operator gave back to the customer. */
  readonly cashbackVnd: number
  readonly walletTransactionId: string
  readonly loyaltyTransactionId: string | null
  /** Whether the wallet core does not have the payment (refunds answer 4040800). */
  readonly absentInCore: boolean
}

/** A row of the table of orders. */
export type OrderRow = typeof orders.$inferSelect

function stageOf(row: OrderRow, now: number): OrderStage {
  if (row.status === 'SUCCESS') return 'paid'
  if (row.status === 'FAIL') return 'failed'
  if (now >= row.expiresAt) return 'expired'
  return row.status === 'INIT' ? 'open' : 'processing'
}

function paymentOf(row: OrderRow): Payment | null {
  const { transactionId, walletId, paidAt, walletTransactionId } = row
  if (transactionId === null || walletId === null || paidAt === null) return null
  return {
    transactionId,
    walletId,
    paidAt,
    vnd: row.paidVnd,
    points: row.paidPoints,
    pointValueVnd: row.pointValueVnd,
    discountVnd: row.discountVnd,
    cashbackVnd: row.cashbackVnd,
    walletTransactionId: walletTransactionId ?? '',
    loyaltyTransactionId: row.loyaltyTransactionId,
    absentInCore: row.absentInCore,
  }
}

/** A row as an order, at this moment of the sandbox's clock. */
export function orderOf(sandbox: Sandbox, row: OrderRow): Order {
  return {
    orderId: row.orderId,
    merchantCode: row.merchantCode,
    orderReferenceId: row.orderReferenceId,
    kind: row.kind,
    stage: stageOf(row, sandbox.clock.nowSeconds()),
    storeCode: row.storeCode,
    posCode: row.posCode,
    amountVnd: row.amountVnd,
    description: row.description,
    extraData: row.extraData,
    callbackUrl: row.callbackUrl,
    redirectUrl: row.redirectUrl,
    merchantUserId: row.merchantUserId,
    failure: row.failure,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    expiresAt: row.expiresAt,
    paymentUrl: `${sandbox.url}/pay/${row.orderId}?t=${row.payToken}`,
    qrCode: `${sandbox.url}/qr/${row.qrToken}`,
    payment: paymentOf(row),
    refundedVnd: row.refundedVnd,
    refundedPoints: row.refundedPoints,
  }
}

/** A row of the table of orders by the order id of the service. */
export async function findOrderRow(
  database: Database,
  orderId: string,
): Promise<OrderRow | undefined> {
  const [row] = await database.select().from(orders).where(eq(orders.orderId, orderId))
  return row
}

async function findWhere(sandbox: Sandbox, condition: SQL | undefined): Promise<Order | undefined> {
  const [row] = await sandbox.database.select().from(orders).where(condition)
  return row && orderOf(sandbox, row)
}

/** An order by the order id of the service. */
export function findOrder(sandbox: Sandbox, orderId: string): Promise<Order | undefined> {
  return findWhere(sandbox, eq(orders.orderId, orderId))
}

/** An order by its id and the token of its payment page; a wrong token finds nothing. */
export function findOrderByPayToken(
  sandbox: Sandbox,
  orderId: string,
  payToken: string,
): Promise<Order | undefined> {
  return findWhere(sandbox, and(eq(orders.orderId, orderId), eq(orders.payToken, payToken)))
}

/** Finds an order by the random token that its QR carries. */
export function findOrderByQrToken(sandbox: Sandbox, qrToken: string): Promise<Order | undefined> {
  return findWhere(sandbox, eq(orders.qrToken, qrToken))
}

/** Which orders to list. */
export interface OrderSearch {
  /** Most entries to return, 1 to 200; 50 when left out. */
  readonly limit?: number | undefined
  /** Only orders created before this instant, in unix seconds. */
  readonly before?: number | undefined
}

/** Orders, newest first. */
export async function listOrders(
  sandbox: Sandbox,
  search: OrderSearch = {},
): Promise<readonly Order[]> {
  const rows = await sandbox.database
    .select()
    .from(orders)
    .where(search.before === undefined ? undefined : lt(orders.createdAt, search.before))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(Math.min(Math.max(search.limit ?? 50, 1), 200))
  return rows.map((row) => orderOf(sandbox, row))
}
