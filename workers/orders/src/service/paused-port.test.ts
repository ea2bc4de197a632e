import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import {
  openOrder,
  payWithLink,
  refreshPayment,
  refundOrder,
  startPayment,
  sweep,
  transferMoney,
  type OrdersContext,
} from '@merchant-edge/orders'
import { beforeEach, describe, expect, it } from 'vitest'
import { configurationOf } from '../configuration.ts'
import { PublicPages } from '../entrypoints/public-pages.ts'
import { guardedDatabase } from '../guarded-database.ts'
import { Loyalty } from '../loyalty/loyalty.ts'
import { contextOf } from '../orders-context.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { PeerState } from '../../test/service-peer.ts'
import { paymentPort } from './payment-port.ts'

const transfer = { id: 'T-1', amountVnd: 50_000, receiverPhone: '0900000001' }

async function peer(path: string): Promise<PeerState> {
  const response = await fetch(`https://service.example/peer${path}`, { method: 'POST' })
  return response.json()
}

/** The last parts of the paths of the calls that the service has received. */
async function calls(): Promise<string[]> {
  return (await peer('')).calls.map(({ path }) => path.split('/').at(-1) ?? '')
}

const paused = { ...env, MONEY_PAUSED: 'true' }

/** The context of a deployment with these settings, some minutes from now. */
function contextAfter(minutes: number, settings: typeof env): OrdersContext {
  const now = () => Date.now() + minutes * 60_000
  return { ...contextOf(env), port: paymentPort(readSettings(settings)), now }
}

async function paidOrder(): Promise<void> {
  const context = contextAfter(0, env)
  await openOrder(context, { id: 'order-1', amountVnd: 100_000 })
  const started = await startPayment(context, 'order-1', { method: 'web-payment' })
  if (started.outcome !== 'redirect') throw new Error(`The payment came to ${started.outcome}.`)
  await peer(`/pay/${started.paymentUrl.split('/').at(-1)}`)
}

beforeEach(async () => {
  await peer('/reset')
})

describe('while MONEY_PAUSED is true', () => {
  it('a refund waits under its id, and is made once after the pause', async () => {
    await paidOrder()
    const { order } = await refreshPayment(contextAfter(0, paused), 'order-1', {
      occasion: 'return',
      keepAlive: () => undefined,
    })
    const asked = await refundOrder(contextAfter(1, paused), 'order-1', { id: 'R-1', vnd: 40_000 })
    await sweep(contextAfter(60, paused))
    const whilePaused = await calls()
    await sweep(contextAfter(180, env))

    expect(order?.state).toBe('paid')
    expect(asked).toMatchObject({ outcome: 'known', refund: { state: 'reserved' } })
    expect(whilePaused).not.toContain('refund')
    expect((await calls()).filter((call) => call === 'refund')).toHaveLength(1)
    expect((await exports.Orders.find('order-1'))?.state).toBe('part_refunded')
  })

  it('a transfer is rejected, and can be sent under its id after the pause', async () => {
    const asked = await transferMoney(contextAfter(0, paused), transfer)
    const whilePaused = await calls()
    const again = await transferMoney(contextAfter(1, env), transfer)

    expect(asked).toMatchObject({
      transfer: {
        state: 'refused',
        refusal: {
          reason: 'not_sent',
          remedy: expect.stringContaining('MONEY_PAUSED'),
          idReusable: true,
        },
      },
    })
    expect(whilePaused).toEqual([])
    expect(again).toMatchObject({ transfer: { state: 'succeeded' } })
  })

  it('no wallet is charged, and no held money is captured or released', async () => {
    await exports.Orders.linkWallet('customer-1')
    await peer('/confirm-links')
    await exports.Orders.findLink('customer-1')
    const order = { id: 'order-1', amountVnd: 100_000, linkedCustomerId: 'customer-1' }
    await openOrder(contextAfter(0, paused), order)
    const before = await calls()

    const { port } = contextAfter(0, paused)

    expect(await payWithLink(contextAfter(0, paused), 'order-1')).toMatchObject({
      outcome: 'failed',
    })
    const notSent = { outcome: 'not_sent', message: expect.stringContaining('MONEY_PAUSED') }
    expect(await port.settleHold({ reference: 'A-1', result: 'capture' })).toEqual(notSent)
    expect(await port.settleHold({ reference: 'A-1', result: 'release' })).toEqual(notSent)
    const otp = { reference: 'A-1', transactionId: 'T', userToken: 'U', otp: '123456' }
    expect(await port.confirmLinkedPayment(otp)).toEqual(notSent)
    expect(await calls()).toEqual(before)
  })

  it('the health check reports it', async () => {
    const database = guardedDatabase(env.DB, async () => undefined)
    const pages = new PublicPages(createExecutionContext(), { ...paused, DB: database })

    expect(await pages.health()).toMatchObject({ moneyPaused: true })
    expect(await exports.PublicPages.health()).not.toHaveProperty('moneyPaused')
  })

  it('no points are given and no gift codes are sold, but members can be queried', async () => {
    const topUp = { txn_id: 'STORE-1-1', phone_number: '0900000001', point_amount: 100 }
    // The entrypoint keeps its settings with the database: another one makes it read them again.
    const database = guardedDatabase(env.DB, async () => undefined)
    const loyalty = new Loyalty(createExecutionContext(), { ...paused, DB: database })

    const refused = await loyalty.callLoyalty('topUpPoints', topUp)
    const whilePaused = await calls()
    await loyalty.callLoyalty('getTopUpMember', { phone_number: '0900000001' })
    const looked = await calls()
    await exports.Loyalty.callLoyalty('topUpPoints', topUp)

    expect(refused).toEqual({ outcome: 'unknown', remedy: expect.stringContaining('MONEY_PAUSED') })
    expect(whilePaused).toEqual([])
    expect(looked).toHaveLength(1)
    expect(await calls()).toContain('topup')
  })
})

describe.each(['yes', 'TRUE', '1', 'true ', 'false'])('MONEY_PAUSED as %j', (text) => {
  const mistyped = { ...env, MONEY_PAUSED: text }

  it('pauses too, and everything else continues', async () => {
    const port = paymentPort(readSettings(mistyped))
    const context = { ...contextOf(env), port }

    const transferred = await transferMoney(context, transfer)
    await openOrder(context, { id: 'order-1', amountVnd: 100_000 })
    const started = await startPayment(context, 'order-1', { method: 'web-payment' })

    expect(transferred).toMatchObject({ transfer: { refusal: { reason: 'not_sent' } } })
    expect(started.outcome).toBe('redirect')
  })

  it('is a problem of the configuration', async () => {
    const { problems } = await configurationOf(mistyped)

    expect(problems).toEqual([
      {
        name: 'MONEY_PAUSED',
        problem: 'must be true, or be deleted; until then money is paused',
        remedy:
          'Set it with wrangler secret put MONEY_PAUSED, or end the pause with wrangler secret delete MONEY_PAUSED.',
      },
    ])
  })
})
