import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import { callCheckout, readOrder, type DemoHouse } from './demo-calls.ts'
import type { DemoOrder } from './demo-plan.ts'

// On a busy machine the service may not answer in time; a till then repeats its request.
const maxTries = 20
const retryMs = 500

const openedOrder = v.object({ paymentUrl: v.string() })
const startedLinked = v.object({ outcome: v.string() })

/** The shop's id of the customer with a wallet. */
export function linkedCustomerOf(walletId: string): string {
  return `KHACH-${walletId}`
}

/**
 * Opens the payment page, which redirects to the service; the path there ends with the service's
 * order id.
 */
async function openPaymentPage(id: string, paymentUrl: string): Promise<string> {
  const { status, headers } = await fetchAlone(paymentUrl, { redirect: 'manual' })
  const location = headers.get('location')
  if (status !== 303 || location === null) {
    throw new Error(`The payment page of ${id} answered ${status} without a redirect.`)
  }
  return decodeURIComponent(new URL(location).pathname.split('/').at(-1) ?? '')
}

/** Pays with the linked wallet; the customer types the one-time code if one is requested. */
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

/** Starts a payment as a till or the shop's app does; returns the service's order id. */
async function askForPayment(demo: DemoHouse, { id, method }: DemoOrder): Promise<string> {
  const path = `/orders/${id}/payments/${method === 'transaction-qr' ? 'qr' : 'app'}`
  for (let tries = 0; tries < maxTries; tries += 1) {
    await callCheckout(demo, path, { json: {} })
    const { attempts } = await readOrder(demo, id)
    const started = attempts.findLast(({ serviceOrderId }) => serviceOrderId !== undefined)
    if (started?.serviceOrderId !== undefined) return started.serviceOrderId
    await setTimeout(retryMs)
  }
  throw new Error(`The service gave no answer for ${id}.`)
}

async function payAtService(
  { service }: DemoHouse,
  { fate, walletId }: DemoOrder,
  serviceOrderId: string,
): Promise<void> {
  if (fate === 'left') return
  if (fate === 'failed') {
    await service.fail(serviceOrderId)
    return
  }
  if (fate === 'lost') await service.flagOrder(serviceOrderId, { callbackSwitches: { lose: true } })
  await service.pay(serviceOrderId, { walletId })
}

/** Creates an order as the shop or a till does, and carries out the plan of its customer. */
export async function carryOutOrder(demo: DemoHouse, planned: DemoOrder): Promise<void> {
  const { id, amountVnd, description, storeCode, posCode, method, walletId } = planned
  const isLinked = method === 'linked-wallet'
  const opened = await callCheckout(demo, '/orders', {
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
  const serviceOrderId =
    method === 'web-payment'
      ? await openPaymentPage(id, v.parse(openedOrder, opened).paymentUrl)
      : await askForPayment(demo, planned)
  await payAtService(demo, planned, serviceOrderId)
}
