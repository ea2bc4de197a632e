import {
  payWithLink,
  recordCallback,
  refundOrder,
  startPayment,
  sweep,
  transferMoney,
} from '../../src/index.ts'
import type { House } from './house.ts'
import { id, transfer } from './operations.ts'

export async function paid(house: House, points = 0, amountVnd = 2000): Promise<void> {
  await house.openAndStart({
    id,
    amountVnd: amountVnd + points * 1000,
    linkedCustomerId: 'customer-1',
  })
  house.payPage(house.service.newest.reference, { points })
  house.advance({ minutes: 1 })
  await sweep(house.context)
  house.advance({ seconds: 10 })
}

/** What of a call was lost: without its answer it was made, without its request it was not. */
export type Lost = 'answer' | 'request'

/** A refund of unknown outcome. */
export async function lostRefund(house: House, lost: Lost, points = 0): Promise<void> {
  await paid(house, points)
  house.service.fault = (call) => (call === 'refund' ? `lost ${lost}` : 'none')
  await refundOrder(house.context, id, { id: 'R1', vnd: 1200, ...(points > 0 && { points }) })
  house.service.fault = () => 'none'
  house.advance({ minutes: 10 })
}

export async function held(house: House): Promise<void> {
  await house.openLinked({ id, amountVnd: 2000, holdPayment: true, expiresInMinutes: 60 })
  await startPayment(house.context, id, { method: 'web-payment' })
  await payWithLink(house.context, id)
  house.advance({ seconds: 10 })
  await sweep(house.context)
}

export async function unknownLinked(
  house: House,
  lost: Lost,
  { holdPayment = false }: { readonly holdPayment?: boolean } = {},
): Promise<void> {
  await house.openLinked({ id, amountVnd: 2000, holdPayment, expiresInMinutes: 60 })
  await startPayment(house.context, id, { method: 'web-payment' })
  house.service.fault = (call) => (call === 'pay' ? `lost ${lost}` : 'none')
  await payWithLink(house.context, id)
  house.service.fault = () => 'none'
  house.advance({ minutes: 2 })
  await sweep(house.context)
  house.advance({ seconds: 10 })
}

/** A signed callback reports the newest page as paid; every query says that it is not paid yet. */
export async function denyWhatCallbackSays({ context, service }: House): Promise<void> {
  const page = service.newest
  await recordCallback(context, service.pay(page))
  page.status = { ...page.status, pay_status: 'PROCESSING' }
  delete page.status.transaction_id
}

/** An order that was paid by a linked wallet and on a page. */
export async function paidTwice(house: House): Promise<void> {
  await house.openLinked({ id, amountVnd: 2000, expiresInMinutes: 60 })
  await startPayment(house.context, id, { method: 'web-payment' })
  await payWithLink(house.context, id)
  house.payPage(house.service.newest.reference)
  house.advance({ minutes: 2 })
  await sweep(house.context)
  house.advance({ seconds: 10 })
}

/** A disputed payment, and no payment that counts. */
export async function disputed(house: House): Promise<void> {
  await house.openAndStart({ id, amountVnd: 2000 })
  house.payPage(house.service.newest.reference, { price: 1500 })
  house.advance({ minutes: 1 })
  await sweep(house.context)
  house.advance({ seconds: 10 })
}

export async function unknownTransfer(house: House, lost: Lost): Promise<void> {
  house.service.fault = () => `lost ${lost}`
  await transferMoney(house.context, transfer)
  house.service.fault = () => 'none'
  house.advance({ minutes: 3 })
}
