import { env } from 'cloudflare:workers'
import { signWebhook } from '@merchant-edge/orders/webhook'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import app from '../index.ts'
import {
  emptyShop,
  post,
  shopUrl,
  stubServices,
  voucherCookie,
  type Services,
} from '../../test/shop-world.ts'
import { findOrderExtras } from '../store/order-extras.ts'

// Goal: a voucher takes something off one order that is paid, and off no second one, whatever was asked of the service
// while it did not answer. Method: the real routes and tables; the service keeps its voucher as the specification has it,
// and its answers get lost, before or after it has done what was asked.

const serial = 'EV-1'
const basket = 'basket=morning-river_1'
const first = 'EB-2222222222222222'
const second = 'EB-3333333333333333'

type Loss = 'before' | 'after' | undefined

let services: Services
let usedBy: string | undefined
/** Which calls get no answer, and whether the service has done what they asked. */
let losses: Map<string, Loss>
/** The orders that checkout has heard of. */
let known: Set<string>

const accepted = (data: unknown) => Response.json({ outcome: 'accepted', data })
const refused = () => Response.json({ outcome: 'refused' }, { status: 422 })

function serve(name: string, work: (body: Record<string, unknown>) => Response): void {
  services.answers.set(`POST /loyalty/${name}`, (body) => {
    const loss = losses.get(name)
    if (loss === 'before') throw new TypeError('connection lost')
    const answer = work(body)
    if (loss === 'after') throw new TypeError('connection lost')
    return answer
  })
}

beforeEach(() => {
  services = stubServices()
  usedBy = undefined
  losses = new Map()
  known = new Set()
  serve('verifyVoucher', () =>
    usedBy === undefined
      ? accepted({ discount_value: 20_000, discount_type: 'amount', merchant_voucher_code: 'C' })
      : refused(),
  )
  serve('markVoucherUsed', ({ redeem_ref_id: order }) => {
    if (usedBy !== undefined) return refused()
    usedBy = String(order)
    return accepted(null)
  })
  serve('revokeVouchers', () => {
    if (usedBy === undefined) return refused()
    usedBy = undefined
    return accepted(null)
  })
  services.answers.set('POST /orders', ({ id }) => {
    known.add(String(id))
    const paymentUrl = `${env.CHECKOUT_URL}/pay/${String(id)}?key=k`
    return Response.json({ order: { timeline: [] }, paymentUrl }, { status: 201 })
  })
  for (const id of [first, second]) {
    services.answers.set(`GET /orders/${id}`, () =>
      known.has(id)
        ? Response.json({ id, timeline: [] })
        : Response.json({ error: {} }, { status: 404 }),
    )
  }
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

async function buy(id: string): Promise<Response> {
  const fields = { id, key: 'k'.repeat(32), method: 'web-payment' }
  return post('/orders', fields, [basket, await voucherCookie(serial)])
}

async function tell(id: string, type: string, state: string, version: number): Promise<number> {
  const order = { id, state, amountVnd: 100_000 }
  const body = JSON.stringify({ type, data: { version, order } })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = await signWebhook(env.WEBHOOK_SECRET, { id: 'event-1', timestampSeconds, body })
  const init = { method: 'POST', headers: { ...headers }, body }
  return (await app.request(`${shopUrl}/webhooks`, init, env)).status
}

const stateOf = async (id: string) => (await findOrderExtras(env.DB, id))?.voucherState

async function ageOrders(): Promise<void> {
  await env.DB.prepare('UPDATE order_extras SET touched_at = touched_at - 3600').run()
}

it('stays with the order that used it when an earlier order of unknown outcome is cleaned up', async () => {
  losses = new Map([
    ['markVoucherUsed', 'before'],
    ['revokeVouchers', 'before'],
  ])
  expect((await buy(first)).status).toBe(502)
  losses = new Map()
  expect((await buy(second)).status).toBe(303)
  expect(await tell(second, 'order.paid', 'paid', 3)).toBe(204)
  await ageOrders()

  const typedAgain = await post('/voucher', { serial }, [basket])

  expect(typedAgain.status).toBe(409)
  expect(usedBy).toBe(second)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'used'])
})

it('stays with the order that used it when the event of an expired order is delivered again', async () => {
  await buy(first)
  losses.set('revokeVouchers', 'after')
  expect(await tell(first, 'order.expired', 'expired', 3)).toBe(503)
  losses.clear()
  expect((await buy(second)).status).toBe(303)

  expect(await tell(first, 'order.expired', 'expired', 3)).toBe(204)

  expect(usedBy).toBe(second)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'used'])
})

it.each(['before', 'after'] as const)(
  'stays with an order that is paid after all while its release is unknown (lost %s)',
  async (loss) => {
    await buy(first)
    losses.set('revokeVouchers', loss)
    expect(await tell(first, 'order.expired', 'expired', 3)).toBe(503)
    losses.clear()

    expect(await tell(first, 'order.paid', 'paid', 4)).toBe(204)
    expect(await tell(first, 'order.expired', 'expired', 3)).toBe(204)

    expect(usedBy).toBe(first)
    expect(await stateOf(first)).toBe('used')
    expect((await buy(second)).status).toBe(409)
  },
)
