import type {
  HoldOutcome,
  LinkedPaymentOutcome,
  LinkOutcome,
  LinkView,
  OrdersApi,
  UnlinkOutcome,
} from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { ask, askAsShop, json, now, orderView } from '../../test/ask-checkout.ts'

const link: LinkView = {
  id: 'link-1',
  customerId: 'customer-1',
  state: 'requested',
  webUrl: 'https://link.example/1',
  expiresAt: now + 600,
  createdAt: now,
  updatedAt: now,
}
const order = orderView()

describe('authentication', () => {
  it.each([
    ['POST', '/links'],
    ['GET', '/links/customer-1'],
    ['DELETE', '/links/customer-1'],
    ['POST', '/orders/ORDER-1/payments/linked'],
    ['POST', '/orders/ORDER-1/payments/linked/otp'],
    ['POST', '/orders/ORDER-1/capture'],
    ['POST', '/orders/ORDER-1/release'],
  ])('%s %s requires the secret of the shop', async (method, path) => {
    const { response, calls } = await ask(path, { method })

    expect(response.status).toBe(401)
    expect(calls).toEqual([])
  })
})

describe('/links', () => {
  const outcomes: [LinkOutcome, number][] = [
    [{ outcome: 'requested', link }, 201],
    [{ outcome: 'linked', link: { ...link, state: 'linked' } }, 200],
    [{ outcome: 'busy' }, 202],
    [{ outcome: 'unknown', message: 'ECONNRESET' }, 202],
    [{ outcome: 'refused', code: 4030001, reason: 'merchant_not_licensed', remedy: 'Ask.' }, 422],
  ]
  it.each(outcomes)('answers %j with %i', async (outcome, status) => {
    const { response, calls } = await ask('/links', {
      ...json({ customerId: 'customer-1' }),
      orders: { linkWallet: async () => outcome },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ outcome: outcome.outcome })
    expect(calls).toEqual([['linkWallet', 'customer-1']])
  })

  it.each([{}, { customerId: 'a b' }, { customerId: 1 }, { customerId: 'c', x: 1 }, []])(
    'refuses the body %j',
    async (body) => {
      const { response, calls } = await ask('/links', json(body))

      expect(response.status).toBe(400)
      expect(calls).toEqual([])
    },
  )

  it('returns a link, or 404 without one', async () => {
    const found = await askAsShop('/links/customer-1', { orders: { findLink: async () => link } })
    const none = await askAsShop('/links/customer-1', { orders: { findLink: async () => null } })
    const impossible = await askAsShop('/links/a%20b')

    expect(await found.response.json()).toEqual(link)
    expect([none.response.status, impossible.response.status]).toEqual([404, 404])
  })

  const unlinks: [UnlinkOutcome, number][] = [
    [{ outcome: 'unlinked', link }, 200],
    [{ outcome: 'unlinking', link }, 202],
    [{ outcome: 'in_use', link }, 409],
    [{ outcome: 'not_linked' }, 404],
  ]
  it.each(unlinks)('answers an unlinking that is %j with %i', async (outcome, status) => {
    const { response } = await askAsShop('/links/customer-1', {
      method: 'DELETE',
      orders: { unlinkWallet: async () => outcome },
    })

    expect(response.status).toBe(status)
  })
})

describe('/orders/{id}/payments/linked', () => {
  const outcomes: [LinkedPaymentOutcome, number][] = [
    [{ outcome: 'paid', order }, 200],
    [{ outcome: 'held', order }, 200],
    [
      { outcome: 'otp_needed', triesLeft: 3, expiresAt: now, phone: '*******456', wasWrong: false },
      200,
    ],
    [{ outcome: 'unsettled', order }, 202],
    [{ outcome: 'busy' }, 202],
    [{ outcome: 'closed', order }, 409],
    [{ outcome: 'failed', code: 200, reason: 'payment_failed' }, 422],
    [{ outcome: 'not_linked' }, 422],
    [{ outcome: 'not_found' }, 404],
  ]
  it.each(outcomes)('answers %j with %i', async (outcome, status) => {
    const orders: Partial<OrdersApi> = {
      payWithLink: async () => outcome,
      confirmOtp: async () => outcome,
    }
    const paid = await ask('/orders/ORDER-1/payments/linked', { ...json({}), orders })
    const path = '/orders/ORDER-1/payments/linked/otp'
    const confirmed = await ask(path, { ...json({ otp: '424242' }), orders })

    expect([paid.response.status, confirmed.response.status]).toEqual([status, status])
    expect(paid.calls).toEqual([['payWithLink', 'ORDER-1', undefined]])
    expect(confirmed.calls).toEqual([['confirmOtp', 'ORDER-1', '424242']])
  })

  it('accepts points for a part of the price', async () => {
    const { calls } = await ask('/orders/ORDER-1/payments/linked', {
      ...json({ points: 30 }),
      orders: { payWithLink: async () => ({ outcome: 'paid', order }) },
    })

    expect(calls).toEqual([['payWithLink', 'ORDER-1', 30]])
  })

  it.each([
    [true, 'requestNewCode'],
    [false, 'payWithLink'],
  ] as const)('with newCode %s makes the call %s', async (newCode, method) => {
    const { response, calls } = await ask('/orders/ORDER-1/payments/linked', {
      ...json({ newCode }),
      orders: {
        payWithLink: async () => ({ outcome: 'paid', order }),
        requestNewCode: async () => ({ outcome: 'busy' }),
      },
    })

    expect(response.status).toBe(newCode ? 202 : 200)
    expect(calls.map(([name]) => name)).toEqual([method])
  })

  it.each([
    { newCode: 'yes' },
    { points: 0 },
    { points: '30' },
    { points: 1.5 },
    { points: null },
    { vnd: 1_000 },
  ])('refuses %j', async (body) => {
    const { response, calls } = await ask('/orders/ORDER-1/payments/linked', json(body))

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })

  it.each([{}, { otp: '' }, { otp: 424242 }, { otp: '1'.repeat(65) }])(
    'refuses the code %j without repeating it',
    async (body) => {
      const { response, calls } = await ask('/orders/ORDER-1/payments/linked/otp', json(body))

      expect(response.status).toBe(400)
      expect(await response.text()).not.toContain('4242')
      expect(calls).toEqual([])
    },
  )
})

describe('/orders/{id}/capture and /release', () => {
  const outcomes: [HoldOutcome, number][] = [
    [{ outcome: 'captured', order }, 200],
    [{ outcome: 'released', order }, 200],
    [{ outcome: 'pending', order }, 202],
    [{ outcome: 'conflict', hold: 'captured', order }, 409],
    [{ outcome: 'conflict', hold: 'released', order }, 409],
    [{ outcome: 'conflict', hold: 'in_question', order }, 409],
    [{ outcome: 'not_held', order }, 409],
    [{ outcome: 'not_found' }, 404],
  ]
  it.each(outcomes)('answer %j with %i', async (outcome, status) => {
    const orders = { captureOrder: async () => outcome, releaseOrder: async () => outcome }
    const captured = await askAsShop('/orders/ORDER-1/capture', { method: 'POST', orders })
    const released = await askAsShop('/orders/ORDER-1/release', { method: 'POST', orders })

    expect([captured.response.status, released.response.status]).toEqual([status, status])
    expect([captured.calls, released.calls]).toEqual([
      [['captureOrder', 'ORDER-1']],
      [['releaseOrder', 'ORDER-1']],
    ])
  })

  it.each(['capture', 'release', 'payments/linked'])('refuse GET (%s)', async (name) => {
    const { response } = await askAsShop(`/orders/ORDER-1/${name}`)

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})
