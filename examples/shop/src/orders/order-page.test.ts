import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cookiesOf,
  emptyShop,
  get,
  post,
  stubServices,
  type Answer,
  type Services,
} from '../../test/shop-world.ts'
import { applyEvent } from '../store/shop-orders.ts'

// Goal: what the page of an order says is true of that order, and there is a next step for whoever reads it. Method: the
// real routes and tables; checkout answers in every state of an order, with every line of a journal, and not at all.

const id = 'EB-2222222222222222'
const readOrder = `GET /orders/${id}`
const payUrl = `${env.CHECKOUT_URL}/pay/${id}?key=k`
const path = `/orders/${id}`

let services: Services
let guest: string[]

/** Later than any clock of a test. */
const farAway = 4_000_000_000

function orderAs(state: string, kinds: readonly string[] = [], more: object = {}): Answer {
  const timeline = kinds.map((kind, seq) => ({
    seq,
    at: 1_800_000_000 + seq,
    kind,
    facts: { vnd: 123_456, refund_id: 'desk-1' },
  }))
  const none = { vnd: 0, points: 0 }
  const sums = { amountVnd: 120_000, refunded: none, returned: none }
  const order = { id, state, ...sums, expiresAt: farAway, attempts: [], timeline }
  return () => Response.json({ ...order, ...more, paymentUrl: payUrl })
}

async function page(): Promise<string> {
  return (await get(path, guest)).text()
}

async function tell(state: string, version: number): Promise<void> {
  const paidVnd = state === 'paid' ? 120_000 : null
  await applyEvent(env.DB, { id, state, version, paidVnd, receivedAt: 1_800_000_000 })
}

beforeEach(async () => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json({ order: { id, timeline: [] } }, { status: 201 }),
  )
  const form = { id, key: 'k'.repeat(32), method: 'web-payment' }
  guest = cookiesOf(await post('/orders', form, ['basket=morning-river_1']))
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

const promise = 'Your books go out as soon as the payment is confirmed.'

describe('an order that will not be fulfilled', () => {
  it.each([
    ['expired', 'The time to pay is over'],
    ['cancelled', 'The order was cancelled'],
  ])('does not promise its books when it is %s, and links to a new order', async (state, text) => {
    services.answers.set(readOrder, orderAs(state))
    const shown = await page()

    expect(shown).toContain(text)
    expect(shown).not.toContain(promise)
    expect(shown).toContain('class="button main block" href="/"')
  })

  it('says that the wallet denies the payment that it had reported, and links to a new order', async () => {
    const timeline = [{ seq: 9, at: 1_700_000_000, kind: 'payment.denied', facts: {} }]
    services.answers.set(readOrder, orderAs('expired', [], { timeline }))
    const shown = await page()

    expect(shown).toContain('on being asked it says that there is none')
    expect(shown).not.toContain('The time to pay is over')
    expect(shown).toContain('class="button main block" href="/"')
  })

  it('says that somebody checks a disputed payment', async () => {
    services.answers.set(readOrder, orderAs('disputed'))
    const shown = await page()

    expect(shown).toContain('You do not need to pay again')
    expect(shown).not.toContain(promise)
  })

  it('offers no payment once its time is over, though it waits for a payment of the last moment', async () => {
    services.answers.set(readOrder, orderAs('created', [], { expiresAt: 1_700_000_000 }))
    const shown = await page()

    expect(shown).toContain('data-state="expired"')
    expect(shown).toContain('The time to pay is over')
    expect(shown).toContain('http-equiv="refresh"')
    expect(shown).not.toContain('Pay now')
  })

  it('offers no second payment while the outcome at the wallet is unknown', async () => {
    const attempts = [{ method: 'linked-wallet', state: 'payment_unknown', mayHaveMoved: true }]
    const unsettled = orderAs('created', [], { attempts, expiresAt: 1_700_000_000 })
    services.answers.set(readOrder, unsettled)
    const shown = await page()

    expect(shown).toContain('Please do not pay again')
    expect(shown).toContain('http-equiv="refresh"')
    expect(shown).not.toContain('Pay now')
    expect(shown).not.toContain('The time to pay is over')
  })

  it('promises the books once the order is paid', async () => {
    services.answers.set(readOrder, orderAs('created'))
    const shown = await page()

    expect(shown).toContain(promise)
    expect(shown).toContain(`href="${payUrl}&amp;lang=en"`)
  })
})

describe('an order about which checkout does not answer', () => {
  const lost: Answer = () => {
    throw new TypeError('connection refused')
  }

  it.each([
    ['no answer', lost],
    ['an error', () => Response.json({ error: {} }, { status: 503 })],
  ])('says so after %s, and links to no payment', async (_, answer) => {
    services.answers.set(readOrder, answer)
    const shown = await page()

    expect(shown).toContain('cannot be looked up right now')
    expect(shown).toContain('http-equiv="refresh"')
    expect(shown).not.toContain('Waiting for the payment')
    expect(shown).not.toContain('Pay now')
  })

  it('relies on the webhooks: a paid order does not wait for its payment', async () => {
    await tell('paid', 3)
    services.answers.set(readOrder, lost)
    const shown = await page()

    expect(shown).toContain('data-state="paid"')
    expect(shown).not.toContain('Waiting for the payment')
    expect(shown).not.toContain('Pay now')
  })

  it('says that the money was refunded, when a webhook has reported it', async () => {
    await tell('refunded', 4)
    services.answers.set(readOrder, lost)

    expect(await page()).toContain('All of your money went back')
  })

  it('links back to the basket when it was never announced', async () => {
    services.answers.delete(readOrder)
    const shown = await page()

    expect(shown).toContain('The payment of this order was not started')
    expect(shown).toContain('class="button main block" href="/basket"')
    expect(shown).not.toContain('Pay now')
  })
})

function kindsOf(names: Readonly<Record<string, string>>): string[] {
  return Object.entries(names).flatMap(([about, what]) =>
    what.split(' ').map((name) => `${about}.${name}`),
  )
}

// Every kind of line that the journal has of an order, written down by hand.
const kindsForCustomers = kindsOf({
  order: 'opened expired disputed',
  attempt: 'started created create_unknown refused failed expired service_order_known',
  callback: 'received matched',
  payment:
    'started otp_awaited otp_sent otp_refused otp_not_checked otp_expired otp_abandoned arrived held confirmed disputed refused released unknown',
  hold: 'capture_asked release_asked released superfluous',
  refund: 'reserved settled accepted refused unknown presumed withdrawn elsewhere',
  event: 'delivered',
})
const kindsOfTheHouse = kindsOf({
  refund: 'proposed approved proposal_refused',
  callback: 'replayed',
  event: 'resend_asked',
  difference: 'decided',
  line: 'of_tomorrow',
})

describe('the timeline of an order', () => {
  it('has a text for every line about the customer’s money', async () => {
    services.answers.set(readOrder, orderAs('paid', kindsForCustomers))
    const shown = await page()

    for (const kind of kindsForCustomers) {
      expect(shown).toContain(`data-kind="${kind}"`)
      expect(shown).not.toContain(`<strong>${kind}</strong>`)
    }
  })

  it('hides internal steps from the customer, above all a refund that was only proposed', async () => {
    services.answers.set(readOrder, orderAs('paid', ['order.opened', ...kindsOfTheHouse]))
    const shown = await page()

    for (const kind of kindsOfTheHouse) expect(shown).not.toContain(kind)
    expect(shown.match(/data-kind=/g)).toHaveLength(1)
  })
})
