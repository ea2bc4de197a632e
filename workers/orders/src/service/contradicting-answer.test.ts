import { env, exports } from 'cloudflare:workers'
import {
  findTransfer,
  openOrder,
  payWithLink,
  refreshPayment,
  refundOrder,
  startPayment,
  transferMoney,
  type OrdersContext,
} from '@merchant-edge/orders'
import type { FetchLike } from '@merchant-edge/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { contextOf } from '../orders-context.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { PeerState } from '../../test/service-peer.ts'
import { paymentPort } from './payment-port.ts'

// Goal: a success under the HTTP status of a failure counts as nothing for money (G-13).
// Method: the real port and database. The service does what it is asked; something in front of it, or the
// service itself, answers 500 with the success.

async function peer(path: string): Promise<PeerState> {
  const response = await fetch(`https://service.example/peer${path}`, { method: 'POST' })
  return response.json()
}

const failing: FetchLike = async (url, init) => {
  const answer = await fetch(url, init)
  return new Response(answer.body, { status: 500, headers: answer.headers })
}

/** A deployment whose service answers so to everything. */
function contradicted(): OrdersContext {
  return { ...contextOf(env), port: paymentPort(readSettings(env), failing) }
}

async function startedOrder(): Promise<void> {
  const context = contextOf(env)
  await openOrder(context, { id: 'order-1', amountVnd: 100_000 })
  const started = await startPayment(context, 'order-1', { method: 'web-payment' })
  if (started.outcome !== 'redirect') throw new Error(`The payment came to ${started.outcome}.`)
  await peer(`/pay/${started.paymentUrl.split('/').at(-1)}`)
}

const onReturn = { occasion: 'return', keepAlive: () => undefined } as const

async function linkedOrder({ holdPayment }: { holdPayment: boolean }): Promise<void> {
  await exports.Orders.linkWallet('customer-1')
  await peer('/confirm-links')
  await exports.Orders.findLink('customer-1')
  const order = { id: 'order-1', amountVnd: 20_000, linkedCustomerId: 'customer-1', holdPayment }
  await openOrder(contextOf(env), order)
}

beforeEach(async () => {
  await peer('/reset')
})

describe('a success under HTTP 500', () => {
  it('pays no order', async () => {
    await startedOrder()

    const asked = await refreshPayment(contradicted(), 'order-1', onReturn)
    const nextMinute = { ...contextOf(env), now: () => Date.now() + 60_000 }
    const later = await refreshPayment(nextMinute, 'order-1', onReturn)

    expect(asked.order?.state).toBe('created')
    expect(later.order?.state).toBe('paid')
  })

  it('returns no money', async () => {
    await startedOrder()
    await refreshPayment(contextOf(env), 'order-1', onReturn)

    const asked = await refundOrder(contradicted(), 'order-1', { id: 'R-1', vnd: 40_000 })

    expect(asked).toMatchObject({ outcome: 'known', refund: { state: 'refund_unknown' } })
  })

  it('makes no transfer', async () => {
    const transfer = { id: 'T-1', amountVnd: 50_000, receiverPhone: '0900000001' }

    await transferMoney(contradicted(), transfer)
    const again = await transferMoney(contextOf(env), transfer)

    expect(again).toMatchObject({ transfer: { state: 'unknown' } })
    expect(await findTransfer(contextOf(env), 'T-1')).not.toHaveProperty('transactionId')
    expect((await peer('')).calls.filter(({ path }) => path.endsWith('/b2c'))).toHaveLength(1)
  })

  it.each([false, true])('charges no wallet, held: %s', async (holdPayment) => {
    await linkedOrder({ holdPayment })

    await payWithLink(contradicted(), 'order-1')

    const order = await exports.Orders.find('order-1')
    expect(order).not.toHaveProperty('payment')
    expect(order?.attempts.map(({ state }) => state)).toEqual(['payment_unknown'])
  })

  it('captures no held money', async () => {
    await linkedOrder({ holdPayment: true })
    await payWithLink(contextOf(env), 'order-1')
    const { port } = contradicted()
    const [held] = (await exports.Orders.find('order-1'))?.attempts ?? []

    const answer = await port.settleHold({ reference: held?.reference ?? '', result: 'capture' })

    expect(held?.state).toBe('held')
    expect(answer).toMatchObject({ outcome: 'unknown', silent: false })
  })
})
