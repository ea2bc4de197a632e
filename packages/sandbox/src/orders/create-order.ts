import * as limits from '@merchant-edge/contract/limits'
import { vietnamDate } from '../clock/vietnam-time.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { isReferenceTaken } from './references.ts'
import { orders, references } from './tables.ts'
import { refuseStore } from '../merchants/stores.ts'
import { randomDigits, randomToken } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { clearStatement } from '../settings/settings.ts'
import { orderOf, type Order, type OrderKind, type OrderRow } from './orders.ts'

/** What every call that creates an order says about it. */
export interface NewOrder {
  readonly kind: OrderKind
  readonly orderReferenceId: string | undefined
  readonly storeCode: string
  readonly posCode: string | undefined
  readonly amountVnd: number
  readonly description: string | undefined
  readonly extraData: string | undefined
  /** URL for the callback; no callback is sent when left out. */
  readonly callbackUrl: string | undefined
  readonly redirectUrl?: string | undefined
  readonly merchantUserId?: string | undefined
  /**
   * Lifetime in minutes; 15 when left out, also for calls that have no such field. Assumes G-146.
   */
  readonly expiresInMinutes?: number | undefined
}

function newOrderId({ settings }: Sandbox, now: number): string {
  return settings.rules.orderIds === 'plain'
    ? randomDigits(16)
    : `${vietnamDate(now)}T${randomDigits(11)}`
}

function rowOf(sandbox: Sandbox, merchantCode: string, order: NewOrder): OrderRow {
  const now = sandbox.clock.nowSeconds()
  return {
    orderId: newOrderId(sandbox, now),
    merchantCode,
    orderReferenceId: order.orderReferenceId ?? null,
    kind: order.kind,
    storeCode: order.storeCode,
    posCode: order.posCode ?? null,
    amountVnd: order.amountVnd,
    description: order.description ?? '',
    extraData: order.extraData ?? '',
    callbackUrl: order.callbackUrl ?? '',
    redirectUrl: order.redirectUrl ?? null,
    merchantUserId: order.merchantUserId ?? null,
    status: 'INIT',
    failure: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + (order.expiresInMinutes ?? limits.maxExpiresInMinutes) * 60,
    payToken: randomToken(),
    qrToken: randomToken(),
    callbackSwitches: sandbox.settings.nextOrderSwitches ?? null,
    walletId: null,
    transactionId: null,
    walletTransactionId: null,
    loyaltyTransactionId: null,
    paidAt: null,
    paidVnd: 0,
    paidPoints: 0,
    pointValueVnd: 0,
    discountVnd: 0,
    cashbackVnd: 0,
    absentInCore: false,
    refundedVnd: 0,
    refundedPoints: 0,
  }
}

function takenReference(orderReferenceId: string | undefined): RefusalError {
  return new RefusalError(
    4000001,
    `order_reference_id: ${orderReferenceId} is taken by an earlier order or refund`,
  )
}

/**
 * Creates an order of a merchant. An id that is already taken is refused before store and terminal
 * are checked, so that a caller who lost the answer learns that the first attempt succeeded.
 *
 * @throws RefusalError 4000001 for an order_reference_id that is taken, for which the common table
 *   has no code of its own, and 4040201 for a store or terminal that is not the merchant's. Assumes
 *   G-31.
 */
export async function createOrder(
  sandbox: Sandbox,
  merchantCode: string,
  order: NewOrder,
): Promise<Order> {
  const { database, settings } = sandbox
  const { storeCode, posCode, orderReferenceId } = order
  if (
    orderReferenceId !== undefined &&
    (await isReferenceTaken(database, merchantCode, orderReferenceId))
  ) {
    throw takenReference(orderReferenceId)
  }
  const wrongPlace = await refuseStore(database, { merchantCode, storeCode, posCode })
  if (wrongPlace !== undefined) throw new RefusalError(4040201, wrongPlace)
  const row = rowOf(sandbox, merchantCode, order)
  const broken = await runAtomically(database, [
    ...(orderReferenceId === undefined
      ? []
      : [database.insert(references).values({ merchantCode, orderReferenceId, kind: 'payment' })]),
    database.insert(orders).values(row),
    ...(settings.nextOrderSwitches === undefined
      ? []
      : [clearStatement(database, 'nextOrderSwitches')]),
  ])
  if (broken?.startsWith('reference.') === true) throw takenReference(orderReferenceId)
  if (broken !== undefined) throw new Error(`The order could not be stored: ${broken}.`)
  return orderOf(sandbox, row)
}
