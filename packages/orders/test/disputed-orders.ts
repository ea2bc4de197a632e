import { openOrder, recordCallback, startPayment, sweep } from '../src/index.ts'
import type { World } from './world.ts'

/** The transactions of an order that was paid twice, and our references of both payments. */
export interface PaidTwice {
  readonly first: string
  readonly second: string
  readonly references: readonly [string, string]
}

/** Opens an order of 100,000 VND; it is paid on the hosted page, and once more by QR, in money and points. */
export async function payTwice(world: World, id: string): Promise<PaidTwice> {
  await openOrder(world.context, { id, amountVnd: 100_000 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const one = world.service.newest
  await startPayment(world.context, id, { method: 'transaction-qr' })
  const other = world.service.newest
  const first = world.service.pay(one)
  await recordCallback(world.context, first)
  await sweep(world.context)
  const second = world.service.pay(other, { vnd_amount: 90_000, point_amount: 10 })
  await recordCallback(world.context, second)
  await sweep(world.context)
  return {
    first: first.signed.transaction_id,
    second: second.signed.transaction_id,
    references: [one.reference, other.reference],
  }
}

/**
 * Opens an order of 100,000 VND, for which the service says that another amount was paid.
 *
 * @returns the transaction id of the payment
 */
export async function payWrong(
  world: World,
  id: string,
  paid: { order_amount: number; vnd_amount: number; point_amount?: number },
): Promise<string> {
  await world.openAndStart({ id })
  const callback = world.service.pay(world.service.newest, paid)
  await recordCallback(world.context, callback)
  await sweep(world.context)
  return callback.signed.transaction_id
}

/**
 * Opens and pays an order, and opens another one for which the service names the same transaction,
 * of 90,000 VND and 10 points.
 *
 * @returns the transaction id of the payment
 */
export async function payWithTransactionOf(
  world: World,
  paid: string,
  disputed: string,
): Promise<string> {
  await world.openAndPay({ id: paid })
  const transactionId = world.service.newest.status.transaction_id ?? ''
  await world.openAndStart({ id: disputed })
  const amounts = { vnd_amount: 90_000, point_amount: 10 }
  world.service.pay(world.service.newest, { ...amounts, transaction_id: transactionId })
  await world.live(2)
  return transactionId
}
