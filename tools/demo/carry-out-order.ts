import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { callCheckout, readOrder, serviceOrderOf, type DemoHouse } from './demo-calls.ts'
import type { DemoOrder } from './demo-plan.ts'

// On a busy machine the service may give no answer in time: a till asks again.
const mostTries = 20
const retryMs = 500

const startedLinked = v.object({ outcome: v.string() })

/** The id under which the shop knows the customer of a wallet. */
export function linkedCustomerOf(walletId: string): string {
  return `KHACH-${walletId}`
}

/** Goes to the page of the payment, which leads on to the page of the service. */
async function openPaymentPage(demo: DemoHouse, id: string): Promise<void> {
  const { paymentUrl } = await readOrder(demo, id)
  const { status, headers } = await fetch(paymentUrl, { redirect: 'manual' })
  if (status !== 303) throw new Error(`The payment page of ${id} answered ${status}.`)
  if (headers.get('location') === null) throw new Error(`The payment page of ${id} leads nowhere.`)
}

/** Pays with the linked wallet; the customer types the one-time code where one is asked for. */
async function payLinked(demo: DemoHouse, { id }: DemoOrder): Promise<void> {
  const path = `/orders/${id}/payments/linked`
  const { outcome } = v.parse(startedLinked, await callCheckout(demo, path, { json: {} }))
  if (outcome !== 'otp_needed') return
  const { attempts } = await readOrder(demo, id)
  const purchases = await demo.service.linkedPurchases()
  const purchase = purchases.find(({ transactionReferenceNumber }) =>
    attempts.some(({ reference }) => reference === transactionReferenceNumber),
  )
  if (purchase === undefined) throw new Error(`The service knows no purchase of ${id}.`)
  const { otp } = await demo.service.linkedPurchaseOtp(purchase.transactionId)
  await callCheckout(demo, `${path}/otp`, { json: { otp } })
}

async function startPayment(demo: DemoHouse, { id, method }: DemoOrder): Promise<void> {
  if (method === 'web-payment') return openPaymentPage(demo, id)
  const path = `/orders/${id}/payments/${method === 'transaction-qr' ? 'qr' : 'app'}`
  for (let tries = 0; tries < mostTries; tries += 1) {
    await callCheckout(demo, path, { json: {} })
    const { attempts } = await readOrder(demo, id)
    if (attempts.some(({ serviceOrderId }) => serviceOrderId !== undefined)) return
    await setTimeout(retryMs)
  }
  throw new Error(`The service gave no answer for ${id}.`)
}

async function payAtService(demo: DemoHouse, { id, fate, walletId }: DemoOrder): Promise<void> {
  if (fate === 'left') return
  const { service } = demo
  const serviceOrderId = await serviceOrderOf(demo, id)
  if (fate === 'failed') {
    await service.fail(serviceOrderId)
    return
  }
  if (fate === 'lost') await service.flagOrder(serviceOrderId, { callbackSwitches: { lose: true } })
  await service.pay(serviceOrderId, { walletId })
}

/** Opens an order as the shop or a till does, and lets its customer do what is planned. */
export async function carryOutOrder(demo: DemoHouse, planned: DemoOrder): Promise<void> {
  const { id, amountVnd, description, storeCode, posCode, method, walletId } = planned
  const isLinked = method === 'linked-wallet'
  await callCheckout(demo, '/orders', {
    json: {
      id,
      amountVnd,
      description,
      storeCode,
      posCode,
      ...(isLinked && { linkedCustomerId: linkedCustomerOf(walletId) }),
    },
  })
  if (isLinked) return payLinked(demo, planned)
  await startPayment(demo, planned)
  await payAtService(demo, planned)
}
