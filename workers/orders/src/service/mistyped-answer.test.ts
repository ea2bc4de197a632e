import { env } from 'cloudflare:workers'
import {
  openOrder,
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
import { paymentPort } from './payment-port.ts'

// Goal: what the service did counts, although a field that decides nothing is of another type (G-167).
// Method: the real port and database. The service does what it is asked; the fields are changed on the way.

async function peer(path: string): Promise<void> {
  await fetch(`https://service.example/peer${path}`, { method: 'POST' })
}

/** A deployment whose service answers so. */
function answering(change: object): OrdersContext {
  const fetchChanged: FetchLike = async (url, init) => {
    const answer: object = await (await fetch(url, init)).json()
    const data: unknown = Reflect.get(answer, 'data')
    return Response.json({ ...answer, data: { ...Object(data), ...change } })
  }
  return { ...contextOf(env), port: paymentPort(readSettings(env), fetchChanged) }
}

async function paidOrder(context: OrdersContext) {
  await openOrder(context, { id: 'order-1', amountVnd: 100_000 })
  const started = await startPayment(context, 'order-1', { method: 'web-payment' })
  if (started.outcome !== 'redirect') throw new Error(`The payment came to ${started.outcome}.`)
  await peer(`/pay/${started.paymentUrl.split('/').at(-1)}`)
  const occasion = { occasion: 'return', keepAlive: () => undefined } as const
  return refreshPayment(context, 'order-1', occasion)
}

beforeEach(async () => {
  await peer('/reset')
})

describe('a field of another type', () => {
  it('does not hide that an order is paid', async () => {
    const times = { created_at: '30/11/2026 11:42', updated_at: null, merchant_user_id: 7 }

    const { order } = await paidOrder(answering({ ...times, qr_data: { at: 1 } }))

    expect(order?.state).toBe('paid')
  })

  it('does not hide that a refund was made', async () => {
    await paidOrder(contextOf(env))
    const ids = { refund_transaction_id: { id: 1 }, refund_transaction_wallet_id: 20_261_130 }

    const refunded = await refundOrder(answering(ids), 'order-1', { id: 'R-1', vnd: 40_000 })

    expect(refunded).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
  })

  it('does not hide that a transfer was made', async () => {
    const transfer = { id: 'T-1', amountVnd: 50_000, receiverPhone: '0900000001' }

    const made = await transferMoney(answering({ post_balance: '9.850.000 VND' }), transfer)

    expect(made).toMatchObject({ transfer: { state: 'succeeded' } })
    expect(made).not.toHaveProperty('transfer.postBalanceVnd')
  })
})
