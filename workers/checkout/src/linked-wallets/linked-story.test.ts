import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { freshStorage } from '../../../../vitest.storage.ts'
import { orderKeySecret, origin, paths, secret } from '../../test/ask-checkout.ts'
import { realOrders, rightOtp, StoryService } from '../../test/real-orders.ts'
import { createCheckout } from '../create-checkout.ts'

const app = createCheckout({ writeLog: () => {} })

/** A browser and a shop in front of the checkout, the real orders behind it. */
class Story {
  readonly service = new StoryService()
  readonly #bindings = {
    CHECKOUT_URL: origin,
    CHECKOUT_SECRET: secret,
    ORDER_KEY_SECRET: orderKeySecret,
    ...realOrders(env.DB, this.service),
    LOYALTY: env.LOYALTY,
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    return app.request(new URL(path, origin).href, init, this.#bindings)
  }

  async shop(path: string, body: unknown): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const response = await this.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }

  async page(path: string): Promise<string> {
    const url = new URL(path, origin)
    url.searchParams.set('lang', 'en')
    return (await this.ask(`${url.pathname}${url.search}`)).text()
  }

  /** Presses the button of the only form of a page, and says where that leads. */
  async submit(page: string, fields: Record<string, string> = {}): Promise<string> {
    const [, action = ''] = /<form[^>]+action="([^"]+)"/.exec(page) ?? []
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(page) ?? []
    const response = await this.ask(action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ key, ...fields }).toString(),
    })
    return response.headers.get('location') ?? ''
  }

  /** Links a wallet by its callback and opens an order, and returns the address to pay it. */
  async begin(): Promise<string> {
    await this.shop('/links', { customerId: 'customer-1' })
    this.service.isConfirmed = true
    const forged = { user_token: 'FORGED', link_reference_id: 'OTHER' }
    await this.ask(this.service.callbackUrl, { method: 'POST', body: JSON.stringify(forged) })
    const opened = await this.shop('/orders', {
      id: 'ORDER-1',
      amountVnd: 120_000,
      linkedCustomerId: 'customer-1',
      holdPayment: true,
    })
    return String(opened['linkedPaymentUrl'])
  }
}

beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS }))

it('links, pays with a code after a wrong one, holds, and captures', async () => {
  const story = new Story()
  const address = await story.begin()

  const asked = await story.submit(await story.page(address))
  const wrong = await story.submit(await story.page(asked), { otp: '000000' })
  const wrongPage = await story.page(wrong)
  const done = await story.submit(wrongPage, { otp: rightOtp })
  const held = await story.page(done)
  const captured = await story.shop('/orders/ORDER-1/capture', {})
  const paid = await story.page(paths.status)

  expect(wrongPage).toContain('That code was not accepted')
  expect(wrongPage).toContain('Tries left: 2')
  expect(done).toBe(paths.status)
  expect(held).toContain('Your payment is set aside')
  expect(captured).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
  expect(paid).toContain('Paid. Thank you!')
  expect(story.service.charges).toBe(1)
})

it('prevents a second payment when the answer to the code is lost', async () => {
  const story = new Story()
  const address = await story.begin()
  const asked = await story.submit(await story.page(address))
  story.service.losesAnswer = true
  await story.submit(await story.page(asked), { otp: rightOtp })

  const other = await story.ask(paths.pay)
  const state = await story.page(paths.status)
  const again = await story.page(address)
  const settled = await story.submit(again, { otp: rightOtp })

  expect(other.headers.get('location')).toBe(paths.status)
  expect(state).toContain('Please do not pay again')
  expect(again).toContain('charged once at most')
  expect(settled).toBe(paths.status)
  expect(story.service.charges).toBe(1)
})

it('refuses to capture a part of a hold, and any of it after a release', async () => {
  const story = new Story()
  const asked = await story.submit(await story.page(await story.begin()))
  await story.submit(await story.page(asked), { otp: rightOtp })

  const part = await story.shop('/orders/ORDER-1/capture', { amountVnd: 40_000 })
  const held = await story.page(paths.status)
  const released = await story.shop('/orders/ORDER-1/release', {})
  const headers = { authorization: `Bearer ${secret}` }
  const capture = await story.ask('/orders/ORDER-1/capture', { method: 'POST', headers })
  const release = await story.ask('/orders/ORDER-1/release', { method: 'POST', headers })

  expect(part).toMatchObject({ error: { reason: 'invalid_field', fields: ['amountVnd'] } })
  expect(held).toContain('Your payment is set aside')
  expect(released).toMatchObject({ outcome: 'released', order: { state: 'cancelled' } })
  expect(capture.status).toBe(409)
  expect(await capture.json()).toMatchObject({ outcome: 'conflict', hold: 'released' })
  expect(release.status).toBe(200)
})

it('says that nothing was done while an earlier payment of the order cannot be queried', async () => {
  const story = new Story()
  const address = await story.begin()
  const { service } = story
  service.createWebPayment = async () => ({
    outcome: 'accepted',
    code: 200,
    repeatedAfterUnknown: false,
    data: {
      order_id: '20260731T1',
      payment_url: 'https://wallet.example/pay/1',
      expiration: Math.floor(Date.now() / 1000) + 900,
      qr_code: null,
      qr_data: null,
      qr_url: null,
    },
  })
  service.queryOrder = async () => ({ outcome: 'unknown', silent: true, message: 'no answer' })
  const hosted = await story.ask(paths.pay)

  const pressed = await story.submit(await story.page(address))
  const page = await story.page(pressed)

  expect(hosted.headers.get('location')).toBe('https://wallet.example/pay/1')
  expect(service.payment).toBeUndefined()
  expect(page).toContain('That could not be done just now')
  expect(page).toContain('role="alert"')
  expect(page).not.toContain('Nothing has been charged')
})

it('says that a code was not checked, which costs no try', async () => {
  const story = new Story()
  const asked = await story.submit(await story.page(await story.begin()))
  story.service.isClosed = true
  const typed = await story.submit(await story.page(asked), { otp: rightOtp })
  const page = await story.page(typed)
  story.service.isClosed = false
  const done = await story.submit(page, { otp: rightOtp })

  expect(page).toContain('Your code could not be checked just now')
  expect(page).toContain('Tries left: 3')
  expect(page).not.toContain('was not accepted')
  expect(done).toBe(paths.status)
})
