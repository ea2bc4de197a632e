import { env } from 'cloudflare:workers'
import { signWebhook } from '@merchant-edge/orders/webhook'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import app from '../index.ts'
import {
  emptyShop,
  get as ask,
  post as send,
  shopUrl,
  signIn,
  stubServices,
  voucherCookie,
  type Answer,
  type Services,
} from '../../test/shop-world.ts'
import { findOrderExtras, pointsGiven } from '../store/order-extras.ts'
import { findShopOrder } from '../store/shop-orders.ts'

const orderId = 'EB-2222222222222222'
const paymentUrl = `http://localhost:8788/pay/${orderId}?key=k`
const qrPaymentUrl = `http://localhost:8788/pay/${orderId}/qr?key=k`
const phone = '0900000001'
const basket = 'basket=morning-river_1.gift-card-fifty_2'
const key = 'k'.repeat(32)
const guest = `order.${orderId}=${key}`
const order = { id: orderId, key, method: 'web-payment' }

let services: Services
let inBasket: string

const accepted = (data: unknown) => () => Response.json({ outcome: 'accepted', data })
const refused = () => Response.json({ outcome: 'refused' }, { status: 422 })
const unknown = () => Response.json({ outcome: 'unknown' }, { status: 202 })

const cards = [
  { code: 'AAAA-1111', expire_date: '2030-01-31' },
  { code: 'BBBB-2222', expire_date: null },
]
const voucher = {
  min_order_value: 100_000,
  discount_value: 10,
  discount_type: 'percent',
  merchant_voucher_code: 'TEN-OFF',
}

beforeEach(async () => {
  inBasket = await voucherCookie('EV-1')
  services = stubServices()
  const answers: readonly (readonly [string, Answer])[] = [
    [
      'POST /orders',
      ({ amountVnd }) =>
        Response.json(
          { order: { id: orderId, amountVnd, timeline: [] }, paymentUrl, qrPaymentUrl },
          { status: 201 },
        ),
    ],
    ['POST /loyalty/orderGiftCodes', accepted({ order_info: [{ card_type: '50', cards }] })],
    ['POST /loyalty/topUpPoints', accepted(null)],
    ['POST /loyalty/verifyVoucher', accepted(voucher)],
    ['POST /loyalty/markVoucherUsed', accepted(null)],
    ['POST /loyalty/revokeVouchers', accepted(null)],
  ]
  for (const [call, answer] of answers) services.answers.set(call, answer)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

const post = (path: string, fields: Record<string, string>, cookies: readonly string[] = []) =>
  send(path, fields, [basket, ...cookies])

async function get(path: string, cookies: readonly string[] = []): Promise<string> {
  return (await ask(path, [basket, ...cookies])).text()
}

async function pointsOf(): Promise<number> {
  const extras = await findOrderExtras(env.DB, orderId)
  return pointsGiven(env.DB, extras?.customer ?? '')
}

async function ageOrders() {
  await env.DB.prepare('UPDATE order_extras SET touched_at = touched_at - 3600').run()
}

async function sendWebhook(type: string, state: string, version = 3, amountVnd = 220_000) {
  const order = { id: orderId, state, amountVnd }
  const body = JSON.stringify({ type, data: { version, order } })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = await signWebhook(env.WEBHOOK_SECRET, { id: 'event-1', timestampSeconds, body })
  const init = { method: 'POST', headers: { ...headers }, body }
  return (await app.request(`${shopUrl}/webhooks`, init, env)).status
}

/** An answer that is made as it should be and arrives when the test says so. */
function heldBack(made: Answer) {
  const arrival = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const answer: Answer = async (body) => {
    const response = await made(body)
    arrival.resolve()
    await release.promise
    return response
  }
  return { answer, arrived: arrival.promise, release: release.resolve }
}

const codesIn = (page: string) =>
  [...page.matchAll(/data-gift-code\s*>([^<]+)</g)].map(([, code]) => code)

const paidOrder = {
  id: orderId,
  state: 'paid',
  amountVnd: 220_000,
  refunded: { vnd: 0, points: 0 },
  returned: { vnd: 0, points: 0 },
  timeline: [],
}

const calls = (name: string) => services.callsOf(name)

describe('a paid order', () => {
  let buyer: string
  beforeEach(async () => {
    buyer = await signIn()
    await post('/orders', order, [buyer])
  })

  it('gets its gift codes and its points, once', async () => {
    const first = await sendWebhook('order.paid', 'paid')
    const again = await sendWebhook('order.paid', 'paid')

    expect([first, again]).toEqual([204, 204])
    expect(calls('orderGiftCodes')).toHaveLength(1)
    expect(calls('orderGiftCodes')[0]?.body).toEqual({
      merchant_order_id: orderId,
      order_info: [{ card_type: '50', quantity: 2 }],
    })
    expect(calls('topUpPoints')[0]?.body).toMatchObject({
      phone_number: phone,
      point_amount: 220,
      txn_id: 'EDGE-STORE-1-2222222222',
    })
    expect(calls('topUpPoints')).toHaveLength(1)
    expect(await pointsOf()).toBe(220)
    expect(await get(`/orders/${orderId}`, [buyer])).toContain('AAAA-1111')
  })

  it.each([
    ['a guest', async () => []],
    ['a guest with a key of another order', async () => [`order.${orderId}=${'m'.repeat(32)}`]],
    ['another customer', async () => [await signIn('U-BINH')]],
  ])('is shown to nobody else: %s', async (_who, cookies) => {
    await sendWebhook('order.paid', 'paid')

    const page = await ask(`/orders/${orderId}`, await cookies())
    const missing = await ask(`/orders/EB-3333333333333333`, await cookies())

    expect([page.status, missing.status]).toEqual([404, 404])
    const text = await page.text()
    expect(text.replaceAll('EB-2222222222222222', 'EB-3333333333333333')).toBe(await missing.text())
  })

  it.each(['POST /loyalty/orderGiftCodes', 'POST /loyalty/topUpPoints'])(
    'is not acknowledged while %s has no answer, and finishes later',
    async (call) => {
      const answer = services.answers.get(call) ?? unknown
      services.answers.set(call, unknown)
      const first = await sendWebhook('order.paid', 'paid')
      services.answers.set(call, answer)
      const later = await sendWebhook('order.paid', 'paid')

      expect([first, later]).toEqual([503, 204])
      expect(await findOrderExtras(env.DB, orderId)).toMatchObject({ points: 220 })
    },
  )

  it.each([
    ['no code', []],
    ['one code of two', [{ card_type: '50', cards: [{ code: 'AAAA-1111' }] }]],
  ])('is not complete with %s', async (_what, order_info) => {
    const call = 'POST /loyalty/orderGiftCodes'
    const answer = services.answers.get(call) ?? unknown
    services.answers.set(call, accepted({ order_info }))
    const first = await sendWebhook('order.paid', 'paid')
    const half = await findShopOrder(env.DB, orderId)
    services.answers.set(call, answer)

    expect([first, await sendWebhook('order.paid', 'paid')]).toEqual([503, 204])
    expect(half).toMatchObject({ fulfilledAt: null })
    expect(codesIn(await get(`/orders/${orderId}`, [buyer]))).toEqual(['AAAA-1111', 'BBBB-2222'])
  })

  // Method: the real route and the real tables; the answer of one loyalty call is held back while the
  // webhook waits for it, and the customer looks at the page meanwhile.
  it.each([
    ['orderGiftCodes', 'Your gift codes are being issued', []],
    ['topUpPoints', 'Your points are being credited', ['AAAA-1111', 'BBBB-2222']],
  ])('is not complete while %s is under way', async (name, waitingFor, codesSoFar) => {
    services.answers.set(`GET /orders/${orderId}`, () => Response.json(paidOrder))
    const { answer, arrived, release } = heldBack(
      services.answers.get(`POST /loyalty/${name}`) ?? refused,
    )
    services.answers.set(`POST /loyalty/${name}`, answer)

    const delivery = sendWebhook('order.paid', 'paid')
    await arrived
    const before = await get(`/orders/${orderId}`, [buyer])
    const half = await findShopOrder(env.DB, orderId)
    release()
    expect(await delivery).toBe(204)
    const after = await get(`/orders/${orderId}`, [buyer])

    expect(before).toContain(waitingFor)
    expect(before).toContain('http-equiv="refresh"')
    expect(before).not.toContain('Your books are on their way')
    expect(codesIn(before)).toEqual(codesSoFar)
    expect(half).toMatchObject({ paidAt: expect.any(Number), fulfilledAt: null })
    expect(after).toContain('Your books are on their way')
    expect(after).not.toContain('http-equiv="refresh"')
    expect(codesIn(after)).toEqual(['AAAA-1111', 'BBBB-2222'])
  })

  it('is awaited by the page when the order store knows of the payment before the shop', async () => {
    services.answers.set(`GET /orders/${orderId}`, () => Response.json(paidOrder))

    const page = await get(`/orders/${orderId}`, [buyer])

    expect(page).toContain('The payment is confirmed')
    expect(page).toContain('http-equiv="refresh"')
  })

  it('that had released its voucher is complete only when the voucher is used again', async () => {
    await env.DB.prepare(
      "UPDATE order_extras SET voucher = 'EV-1', voucher_state = 'returned', discount_vnd = 0",
    ).run()
    services.answers.set('POST /loyalty/markVoucherUsed', unknown)
    const first = await sendWebhook('order.paid', 'paid')
    const half = await findShopOrder(env.DB, orderId)
    services.answers.set('POST /loyalty/markVoucherUsed', accepted(null))

    expect([first, await sendWebhook('order.paid', 'paid')]).toEqual([503, 204])
    expect(half).toMatchObject({ fulfilledAt: null })
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({ fulfilledAt: expect.any(Number) })
  })

  it('is paid and completed although a later event arrived before order.paid', async () => {
    await sendWebhook('order.refunded', 'part_refunded', 5)

    expect(await sendWebhook('order.paid', 'paid', 3)).toBe(204)
    expect(calls('orderGiftCodes')).toHaveLength(1)
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({
      state: 'part_refunded',
      version: 5,
      fulfilledAt: expect.any(Number),
    })
  })

  it('is not fulfilled when it was fully refunded first', async () => {
    await sendWebhook('order.refunded', 'refunded', 5)

    expect(await sendWebhook('order.paid', 'paid', 3)).toBe(204)
    expect(calls('orderGiftCodes')).toEqual([])
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({ fulfilledAt: null })
  })

  it('is not fulfilled when it was paid with another amount', async () => {
    await sendWebhook('order.paid', 'paid', 3, 1)

    expect(calls('orderGiftCodes')).toEqual([])
    expect(calls('topUpPoints')).toEqual([])
  })

  it('is paid without points when the service refuses them', async () => {
    services.answers.set('POST /loyalty/topUpPoints', refused)

    expect(await sendWebhook('order.paid', 'paid')).toBe(204)
    expect(await pointsOf()).toBe(0)
  })
})

describe('a voucher', () => {
  it('reduces the price and is marked used before the order is announced', async () => {
    await post('/orders', order, [inBasket])

    const sent = services.sent.map(({ call }) => call)
    expect(sent.indexOf('POST /loyalty/markVoucherUsed')).toBeLessThan(sent.indexOf('POST /orders'))
    expect(calls('markVoucherUsed')[0]?.body).toMatchObject({
      serial_number: 'EV-1',
      redeem_ref_id: orderId,
      merchant_voucher_code: 'TEN-OFF',
    })
    expect(calls('/orders')[0]?.body).toMatchObject({ amountVnd: 198_000 })
  })

  it.each([
    ['refused', refused, 409, 'cannot be used'],
    ['unknown', unknown, 502, 'could not be checked'],
  ])('that is %s at the last moment stops the order', async (_what, answer, status, words) => {
    services.answers.set('POST /loyalty/markVoucherUsed', answer)

    const response = await post('/orders', order, [inBasket])

    expect(response.status).toBe(status)
    expect(await response.text()).toContain(words)
    expect(calls('/orders')).toEqual([])
  })

  it('is released when the order expires unpaid', async () => {
    await post('/orders', order, [inBasket])

    expect(await sendWebhook('order.expired', 'expired')).toBe(204)
    expect(calls('revokeVouchers').map(({ body }) => body)).toEqual([{ serials: ['EV-1'] }])
  })

  const withVoucher = () => post('/orders', order, [inBasket])

  it('that is no longer valid stops the order instead of charging the full price', async () => {
    services.answers.set('POST /loyalty/verifyVoucher', refused)

    const response = await withVoucher()

    expect(response.status).toBe(409)
    expect(await response.text()).toContain('220,000')
    expect(response.headers.get('set-cookie')).toContain('voucher=;')
    expect(calls('/orders')).toEqual([])
  })

  it('is released once, however often the event is delivered', async () => {
    await withVoucher()

    await sendWebhook('order.expired', 'expired')
    await sendWebhook('order.expired', 'expired')
    await sendWebhook('order.cancelled', 'cancelled', 4)

    expect(calls('revokeVouchers')).toHaveLength(1)
  })

  it('is released with retries until the service answers', async () => {
    await withVoucher()
    services.answers.set('POST /loyalty/revokeVouchers', unknown)
    const first = await sendWebhook('order.expired', 'expired')
    services.answers.set('POST /loyalty/revokeVouchers', accepted(null))

    expect([first, await sendWebhook('order.expired', 'expired')]).toEqual([503, 204])
    expect(calls('revokeVouchers')).toHaveLength(2)
  })

  it('is shown to nobody else, who could use it after its release', async () => {
    await withVoucher()

    const own = await get(`/orders/${orderId}`, [guest])
    expect(own).toContain('EV-1')
    expect(await get(`/orders/${orderId}`)).not.toContain('EV-1')
  })

  it('stays used for an order that has been paid, whatever comes late', async () => {
    await withVoucher()
    await sendWebhook('order.paid', 'paid', 4, 198_000)

    expect(await sendWebhook('order.expired', 'expired', 3)).toBe(204)
    expect(calls('revokeVouchers')).toEqual([])
  })

  it('is used again when its order is paid after all', async () => {
    await withVoucher()
    await sendWebhook('order.expired', 'expired', 3)

    expect(await sendWebhook('order.paid', 'paid', 4, 198_000)).toBe(204)
    expect(calls('markVoucherUsed')).toHaveLength(2)
  })

  it.each([
    ['is unknown', unknown],
    ['is no answer', () => Response.json({ error: {} }, { status: 503 })],
    ['breaks off', () => new Response('{')],
  ])(
    'is not released when its order is paid after all and the answer about it %s',
    async (_what, answer) => {
      await withVoucher()
      await sendWebhook('order.expired', 'expired', 3)
      services.answers.set('POST /loyalty/verifyVoucher', answer)
      const first = await sendWebhook('order.paid', 'paid', 4, 198_000)
      const half = await findShopOrder(env.DB, orderId)
      services.answers.set('POST /loyalty/verifyVoucher', accepted(voucher))
      const later = await sendWebhook('order.paid', 'paid', 4, 198_000)

      expect([first, later]).toEqual([503, 204])
      expect(half).toMatchObject({ fulfilledAt: null })
      expect(calls('markVoucherUsed')).toHaveLength(2)
    },
  )

  it('stays in the basket while nobody can say whether it is valid', async () => {
    services.answers.set('POST /loyalty/verifyVoucher', unknown)
    const typed = await post('/voucher', { serial: 'EV-1' })
    const bought = await withVoucher()
    const shown = await ask('/basket', [basket, inBasket])

    expect([typed.status, bought.status, shown.status]).toEqual([502, 502, 200])
    for (const answer of [typed, bought, shown]) {
      const text = await answer.text()
      expect(answer.headers.get('set-cookie') ?? '').not.toContain('voucher=')
      expect(text).toContain('could not be checked')
      expect(text).not.toContain('cannot be used')
      expect(text).toContain('value="EV-1"')
    }
    expect(calls('/orders')).toEqual([])
    expect(calls('revokeVouchers')).toEqual([])
  })

  it('keeps its order when checkout was unavailable, and a second submission continues it', async () => {
    const opened = services.answers.get('POST /orders') ?? refused
    services.answers.set('POST /orders', () => Response.json({ error: {} }, { status: 503 }))
    const first = await withVoucher()
    services.answers.set('POST /orders', opened)
    services.answers.set('POST /loyalty/verifyVoucher', refused)

    const second = await withVoucher()

    const page = await first.text()
    expect(page).toContain(`value="${orderId}"`)
    expect(page).toContain('198,000')
    expect(second.headers.get('location')).toContain(`/pay/${orderId}`)
    expect(calls('markVoucherUsed')).toHaveLength(1)
    expect(calls('/orders').map(({ body }) => body['amountVnd'])).toEqual([198_000, 198_000])
  })

  it('that may have been used for nothing is released at once', async () => {
    services.answers.set('POST /loyalty/markVoucherUsed', unknown)

    await withVoucher()

    expect(calls('revokeVouchers').map(({ body }) => body)).toEqual([{ serials: ['EV-1'] }])
    expect(calls('/orders')).toEqual([])
  })

  it('of an order that checkout does not know can be used again by its customer', async () => {
    services.answers.set('POST /orders', () => Response.json({ error: {} }, { status: 503 }))
    await withVoucher()
    let isUsed = true
    services.answers.set('POST /loyalty/verifyVoucher', () =>
      isUsed ? refused() : accepted(voucher)(),
    )
    services.answers.set('POST /loyalty/revokeVouchers', () => {
      isUsed = false
      return accepted(null)()
    })
    const early = await post('/voucher', { serial: 'EV-1' })
    await ageOrders()

    const late = await post('/voucher', { serial: 'EV-1' })

    expect(early.status).toBe(409)
    expect(late.headers.get('location')).toBe('/basket')
    services.answers.set('POST /orders', () =>
      Response.json({ order: { timeline: [] } }, { status: 201 }),
    )
    const stale = await withVoucher()
    expect(await stale.text()).toContain('cannot be used')
  })

  it('is not released from an order that checkout knows', async () => {
    await withVoucher()
    await ageOrders()
    services.answers.set('POST /loyalty/verifyVoucher', refused)
    services.answers.set(`GET /orders/${orderId}`, () => Response.json({ timeline: [] }))

    await post('/voucher', { serial: 'EV-1' })

    expect(calls('revokeVouchers')).toEqual([])
  })

  it('shows what it takes off, and what is left to pay', async () => {
    const page = await get('/basket', [inBasket])

    expect(page).toMatch(/data-discount[^>]*>−22,000/)
    expect(page).toContain('198,000')
  })

  it.each(['with a space', 'x'.repeat(65), 'phiếu'])(
    'that is typed as %j is refused at its field',
    async (serial) => {
      const response = await post('/voucher', { serial })

      expect(response.status).toBe(409)
      expect(response.headers.get('set-cookie')).toBeNull()
      const page = await response.text()
      expect(page).toContain(`value="${serial.slice(0, 64)}"`)
      expect(page).toMatch(
        /id="serial"[^>]+aria-invalid="true"\s+aria-describedby="serial-problem"/,
      )
      expect(page).toMatch(/id="serial-problem" role="alert"\s*>This voucher cannot be used/)
      expect(page).not.toContain('class="notice"')
    },
  )

  it.each([
    ['is refused', () => refused()],
    ['needs a larger order', accepted({ ...voucher, min_order_value: 1_000_000 })],
  ])('that %s changes nothing', async (_what, answer) => {
    services.answers.set('POST /loyalty/verifyVoucher', answer)

    const response = await post('/voucher', { serial: 'EV-1' })

    expect(response.status).toBe(409)
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})

describe('a linked wallet', () => {
  const link = { state: 'linked', phone: '*******001' }
  const linkedPaymentUrl = 'http://localhost:8788/pay/x/linked?key=k'

  it('is offered in the basket', async () => {
    services.answers.set('GET /links/*', () => Response.json(link))

    expect(await get('/basket', [await signIn()])).toContain('•••\u00a0001')
  })

  it('can be replaced by another way to pay the same order', async () => {
    services.answers.set('POST /orders', () =>
      Response.json({ order: { timeline: [] }, qrPaymentUrl, linkedPaymentUrl }, { status: 201 }),
    )
    const customer = await signIn()
    await post('/orders', { ...order, method: 'linked-wallet' }, [customer])

    const other = await post('/orders', { ...order, method: 'transaction-qr' }, [customer])

    const [first, second] = calls('/orders')
    expect(other.headers.get('location')).toContain(`/pay/${orderId}/qr`)
    expect(second?.body).toEqual(first?.body)
  })

  it('is queried again while checkout does not answer', async () => {
    services.answers.set('GET /links/*', () => {
      throw new TypeError('connection refused')
    })

    const page = await get('/account', [await signIn()])

    expect(page).toContain('data-link="unknown"')
    expect(page).toContain('http-equiv="refresh"')
    expect(page).not.toContain('action="/account/link"')
  })

  it('says when it cannot be linked', async () => {
    services.answers.set('POST /links', refused)

    const response = await post('/account/link', {}, [await signIn()])

    expect(await response.text()).toContain('could not be linked')
  })
})

it('says nothing false about the customer while checkout and the wallet are unavailable', async () => {
  services.answers.clear()

  expect(await get('/account', [await signIn()])).toContain('not known')
})

it('acknowledges events about transfers, which it does not make', async () => {
  const body = JSON.stringify({ type: 'transfer.succeeded', data: {} })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = await signWebhook(env.WEBHOOK_SECRET, { id: 't', timestampSeconds, body })

  const init = { method: 'POST', headers: { ...headers }, body }
  expect((await app.request(`${shopUrl}/webhooks`, init, env)).status).toBe(204)
})
