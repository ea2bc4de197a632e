import {
  captureOrder,
  confirmOtp,
  linkWallet,
  openOrder,
  payWithLink,
  recordCallback,
  releaseOrder,
  startPayment,
  unlinkWallet,
} from '../../src/index.ts'
import type { CallbackRecord } from '../../src/callbacks/index.ts'
import { erasePerson } from '../../src/operators/index.ts'
import { rightOtp } from '../scripted-wallet.ts'
import { startedOrderId } from '../started-order-id.ts'
import { lossRate } from '../trouble.ts'
import { pointVnd, type MoneyOrder, type MoneyStage } from './money-stage.ts'

/**
 * The shop announces an order, for the first time or again, also after an erasure of its customer.
 */
export async function announce(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const { id, amountVnd, customerId, holds } = order
  const { outcome } = await openOrder(stage.world.context, {
    id,
    amountVnd,
    description: 'a cup for Lan',
    linkedCustomerId: customerId,
    holdPayment: holds,
    expiresInMinutes: 45,
  })
  if (outcome === 'conflict') stage.untruths.push(`${id} is another order than before`)
}

export async function start(stage: MoneyStage, { id }: MoneyOrder): Promise<void> {
  const method = stage.chance() < 0.5 ? 'web-payment' : 'transaction-qr'
  const outcome = await startPayment(stage.world.context, id, { method })
  const serviceOrderId = startedOrderId(outcome)
  if (serviceOrderId !== undefined) stage.handedOut.add(serviceOrderId)
}

async function payOpenPage(
  stage: MoneyStage,
  order: MoneyOrder,
): Promise<CallbackRecord | undefined> {
  const { world } = stage
  const references = await stage.referencesOf(order.id)
  const open = world.service.orders.filter(
    ({ reference, serviceOrderId, status }) =>
      references.has(reference) &&
      stage.handedOut.has(serviceOrderId) &&
      status.pay_status !== 'SUCCESS',
  )
  const page = stage.any(open)
  if (page === undefined) return undefined
  const { points, amountVnd } = order
  const vnd = amountVnd - points * pointVnd
  const transactionId = `T${page.serviceOrderId.slice(9)}`
  const paid = { reference: page.reference, transactionId, vnd, points, atMs: world.now() }
  stage.taken.push(paid)
  return world.service.pay(page, { vnd_amount: vnd, point_amount: points })
}

/** A customer pays a page or a QR, at any time after its creation. */
export async function payPage(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const callback = await payOpenPage(stage, order)
  if (callback !== undefined && !stage.trouble.happens(lossRate)) stage.inFlight.push(callback)
}

/** A callback arrives, in any order and repeatedly. */
export async function deliver({ world, inFlight, chance, trouble }: MoneyStage): Promise<void> {
  const place = Math.floor(chance() * inFlight.length)
  const [callback] = inFlight.splice(place, 1)
  if (callback === undefined) return
  if (trouble.happens(0.3)) inFlight.push(callback)
  await recordCallback(world.context, callback)
}

export async function payByLink(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const { world, chance } = stage
  const { id, points } = order
  const choice = chance()
  if (choice < 0.35) await payWithLink(world.context, id, points > 0 ? points : undefined)
  else if (choice < 0.65) await confirmOtp(world.context, id, chance() < 0.8 ? rightOtp : '0')
  else if (choice < 0.9) await captureOrder(world.context, id)
  else await releaseOrder(world.context, id)
}

/** The customer pays while nothing fails, unless the order is paid or money may be moving for it. */
export async function payForSure(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const { world } = stage
  const { id, points } = order
  const isByLink = !id.startsWith('page') && stage.chance() < 0.8
  if (!isByLink) {
    await start(stage, order)
    await payPage(stage, order)
    return
  }
  await payWithLink(world.context, id, points > 0 ? points : undefined)
  await confirmOtp(world.context, id, rightOtp)
  if (order.holds && stage.chance() < 0.5) await captureOrder(world.context, id)
}

/**
 * Money is held, an open page is paid too, and the shop may capture before that payment is
 * confirmed.
 */
export async function payTwice(
  stage: MoneyStage,
  order: MoneyOrder,
  isCaptured = stage.chance() < 0.7,
): Promise<void> {
  if (!order.holds) return
  const { world } = stage
  await start(stage, order)
  await payWithLink(world.context, order.id)
  await confirmOtp(world.context, order.id, rightOtp)
  const callback = await payOpenPage(stage, order)
  if (callback !== undefined) await recordCallback(world.context, callback)
  if (isCaptured) await captureOrder(world.context, order.id)
}

/** The second order of each seed gets one of the rare cases of held money, in turn. */
export async function beginWithHold(stage: MoneyStage, seed: number): Promise<void> {
  const order = stage.orders.find(({ holds }) => holds)
  if (order === undefined) return
  if (seed % 3 !== 0) {
    await payTwice(stage, order, seed % 3 === 1)
    return
  }
  const { world } = stage
  await payWithLink(world.context, order.id)
  await confirmOtp(world.context, order.id, rightOtp)
  const payment = world.service.payments.find(({ status }) => status === 'HOLDING')
  if (payment === undefined) return
  payment.status = 'FAIL'
  await captureOrder(world.context, order.id)
}

/** The service releases held money on its own, possibly just before the shop captures it. */
export async function expireHold(stage: MoneyStage): Promise<void> {
  const { world } = stage
  const held = world.service.payments.filter(({ status }) => status === 'HOLDING')
  const payment = stage.any(held)
  if (payment === undefined) return
  payment.status = 'FAIL'
  if (stage.chance() < 0.2) return
  for (const { id } of stage.orders) {
    const references = await stage.referencesOf(id)
    if (references.has(payment.reference)) await captureOrder(world.context, id)
  }
}

/** A customer unlinks the wallet and requests an erasure, whatever is in progress. */
export async function forget({ world }: MoneyStage, { customerId }: MoneyOrder): Promise<void> {
  await unlinkWallet(world.context, customerId)
  await erasePerson(world.context, { customerId }, { reason: 'asked for it', staffId: 'an' })
}

export async function linkAgain({ world }: MoneyStage, { customerId }: MoneyOrder): Promise<void> {
  const { outcome } = await linkWallet(world.context, customerId)
  if (outcome !== 'requested') return
  const link = world.service.links.findLast((one) => one.customerId === customerId)
  if (link !== undefined) link.userToken = `TOKEN-SECRET-${link.linkId}`
}
