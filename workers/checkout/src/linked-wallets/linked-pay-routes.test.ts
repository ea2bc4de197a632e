import type { AttemptView, LinkedPaymentOutcome, LinkView } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { describe, expect, it } from 'vitest'
import {
  ask,
  type Asked,
  json,
  now,
  orderKeySecret,
  orderView,
  origin,
  paths,
  secret,
} from '../../test/ask-checkout.ts'
import { orderKey } from '../payments/order-key.ts'

const env = { ORDER_KEY_SECRET: orderKeySecret }
const path = '/pay/ORDER-1/linked'

const link: LinkView = {
  id: 'link-1',
  customerId: 'customer-1',
  state: 'linked',
  phone: '•••\u00a0456',
  createdAt: now,
  updatedAt: now,
}

const attempt: AttemptView = {
  reference: 'a1',
  method: 'linked-wallet',
  state: 'awaiting_otp',
  createdAt: now,
  expiresAt: now + 600,
  live: true,
  mayHaveMoved: false,
  otpTriesLeft: 2,
}

async function keyOf(id = 'ORDER-1'): Promise<string> {
  return orderKey(env, 'linked-payment', id)
}

async function show(
  changes: Partial<OrderView> = {},
  more: { query?: string; link?: LinkView | null } = {},
): Promise<Asked> {
  const { query = '' } = more
  return ask(`${path}?key=${await keyOf()}&lang=en${query}`, {
    orders: {
      find: async () => orderView({ linkedCustomerId: 'customer-1', ...changes }),
      findLink: async () => (more.link === undefined ? link : more.link),
    },
  })
}

async function send(
  fields: Record<string, string>,
  outcome: LinkedPaymentOutcome,
  headers: Record<string, string> = {},
): Promise<Asked> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ key: await keyOf(), ...fields }).toString(),
    orders: { payWithLink: async () => outcome, confirmOtp: async () => outcome },
  })
}

const otpNeeded: LinkedPaymentOutcome = {
  outcome: 'otp_needed',
  triesLeft: 2,
  expiresAt: now + 600,
  phone: '•••\u00a0456',
  wasWrong: true,
}

it.each([
  ['the secret before', orderKeySecret, 303],
  ['a third secret', 'another-secret-of-the-checkout', 404],
  ['the secret of the shop', secret, 404],
])(
  'answers a link that was made under %s: %s, %i',
  async (_what, ORDER_KEY_SECRET_PREVIOUS, status) => {
    const { response } = await ask(`${path}?key=${await keyOf()}`, {
      env: { ORDER_KEY_SECRET: 'a-new-secret-of-the-checkout', ORDER_KEY_SECRET_PREVIOUS },
      orders: { find: async () => orderView({ state: 'paid' }) },
    })

    expect(response.status).toBe(status)
  },
)

it('refuses a form with an unknown field', async () => {
  const { response, calls } = await send({ amountVnd: '40000' }, { outcome: 'busy' })

  expect(response.status).toBe(400)
  expect(calls).toEqual([])
})

describe('the address of a linked payment', () => {
  it('is returned to the shop, and shows the page', async () => {
    const order = orderView({ linkedCustomerId: 'customer-1' })
    const { response } = await ask('/orders', {
      ...json({ id: 'ORDER-1', amountVnd: 120_000, linkedCustomerId: 'customer-1' }),
      orders: { open: async () => ({ outcome: 'opened', order }) },
    })

    expect(await response.json()).toMatchObject({
      linkedPaymentUrl: `${origin}${path}?key=${await keyOf()}`,
    })
  })

  it.each([
    ['without a key', ''],
    ['with a wrong key', `?key=${'A'.repeat(43)}`],
    ['with the key of another order', 'other'],
    ['with a short key', '?key=A'],
  ])('shows nothing %s, without a call', async (_what, query) => {
    const asked = query === 'other' ? `?key=${await keyOf('ORDER-2')}` : query

    const { response, calls } = await ask(`${path}${asked}`)

    expect(response.status).toBe(404)
    expect(calls).toEqual([])
  })

  it('is the redirect of /pay with the key, and only then', async () => {
    const key = await keyOf()

    const { response, calls } = await ask(`/pay/ORDER-1?key=${key}`)

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${path}?key=${key}`)
    expect(calls).toEqual([])
  })
})

it('links a failed form back to its page, with the key', async () => {
  const [, action = ''] = /action="([^"]+)"/.exec(await (await show()).response.text()) ?? []
  const { response } = await ask(action, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: await keyOf() }).toString(),
    orders: { payWithLink: () => Promise.reject(new Error('the order store is away')) },
  })
  const text = await response.text()

  expect(response.status).toBe(503)
  expect(text).toContain(`href="${path}?key=${await keyOf()}"`)
  expect(text).toContain(`href="?key=${await keyOf()}&amp;lang=en"`)
})

describe('GET /pay/:id/linked', () => {
  it('offers to pay with the wallet, and does not charge by itself', async () => {
    const { response, calls } = await show()

    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toMatch(
      /<form\s+class="actions"\s+method="post"\s+action="\/pay\/ORDER-1\/linked\?key=[\w-]{43}"/,
    )
    expect(page).toContain(`name="key" value="${await keyOf()}"`)
    expect(page).toContain('•••\u00a0456')
    expect(page).toContain('120,000\u00a0₫')
    expect(page).toContain(`href="${paths.pay}"`)
    expect(calls.map(([name]) => name)).toEqual(['find', 'findLink'])
  })

  it('may send forms only to itself, and keeps the key out of other addresses', async () => {
    const { response } = await show()

    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).toContain(`href="?key=${await keyOf()}&amp;lang=vi"`)
  })

  it('asks for the code while one is awaited', async () => {
    const page = await (await show({ attempts: [attempt] })).response.text()

    expect(page).toMatch(/<input[^>]+name="otp"[^>]+autocomplete="one-time-code"/)
    expect(page).toContain('Tries left: 2')
    expect(page).not.toContain('was not accepted')
  })

  it('says that a code was wrong', async () => {
    const { response } = await show({ attempts: [attempt] }, { query: '&notice=wrong' })

    const page = await response.text()
    expect(page).toContain('That code was not accepted')
    expect(page).toContain('aria-invalid="true"')
    expect(page).toContain('role="alert"')
  })

  it('says that nothing was charged after a refusal', async () => {
    const { response } = await show({}, { query: '&notice=failed' })

    expect(await response.text()).toContain('Nothing has been charged.')
  })

  it('offers no other way to pay while money may have moved', async () => {
    const { otpTriesLeft: _tries, ...unknown } = attempt
    const moving = { ...unknown, state: 'payment_unknown', mayHaveMoved: true } as const

    const page = await (
      await show({ attempts: [moving] }, { query: '&notice=failed' })
    ).response.text()

    expect(page).toContain('Please do not pay again')
    expect(page).toContain('http-equiv="refresh"')
    expect(page).not.toContain('<form')
    expect(page).not.toContain(`href="${paths.pay}"`)
    expect(page).not.toContain('Nothing has been charged')
  })

  it('accepts the code again when the answer to it was lost', async () => {
    const moving = { ...attempt, state: 'payment_unknown', mayHaveMoved: true } as const

    const page = await (await show({ attempts: [moving] })).response.text()

    expect(page).toContain('charged once at most')
    expect(page).toContain('name="otp"')
    expect(page).not.toContain(`href="${paths.pay}"`)
  })

  it.each([null, { ...link, state: 'unlinked' as const }])(
    'does not ask for the code again when the wallet is no longer linked',
    async (unlinked) => {
      const moving = { ...attempt, state: 'payment_unknown', mayHaveMoved: true } as const

      const page = await (await show({ attempts: [moving] }, { link: unlinked })).response.text()

      expect(page).toContain('Please do not pay again')
      expect(page).not.toContain('name="otp"')
    },
  )

  it('waits while a code is being checked, without asking for another one', async () => {
    const moving = { ...attempt, state: 'confirming', mayHaveMoved: true } as const

    const page = await (await show({ attempts: [moving] })).response.text()

    expect(page).toContain('Please do not pay again')
    expect(page).toContain('http-equiv="refresh"')
    expect(page).not.toContain('name="otp"')
  })

  it.each([
    ['to be confirmed', [], 'creating created'],
    ['waiting for a code', [attempt], 'creating created'],
    [
      'whose code had no answer',
      [{ ...attempt, state: 'payment_unknown', mayHaveMoved: true }],
      'unsettled',
    ],
  ] as const)('refreshes itself for a payment %s', async (_what, attempts, states) => {
    const page = await (await show({ attempts })).response.text()

    expect(page).toContain(`data-watch="${paths.state}"`)
    expect(page).toContain(`data-next="${path}?key=${await keyOf()}"`)
    expect(page).toContain(`data-states="${states}"`)
    // What the customer is typing must not be lost to a page that loads itself again.
    expect(page).not.toContain('http-equiv="refresh"')
  })

  it.each([
    ['is paid', { state: 'paid' }],
    ['is held', { state: 'held' }],
    ['is over', { expiresAt: now }],
  ] as const)('redirects to the state of an order that %s', async (_what, changes) => {
    const { response } = await show(changes)

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(paths.status)
  })

  it.each([null, { ...link, state: 'unlinking' as const }])(
    'offers other ways to a customer without a linked wallet',
    async (found) => {
      const page = await (await show({}, { link: found })).response.text()

      expect(page).toContain('No wallet is linked')
      expect(page).not.toContain('<form')
      expect(page).toContain(`href="${paths.pay}"`)
    },
  )

  it('is shown in Vietnamese', async () => {
    const page = await (await show({}, { query: '&lang=vi' })).response.text()

    expect(page).toContain('lang="en"')
    const vietnamese = await ask(`${path}?key=${await keyOf()}&lang=vi`, {
      orders: {
        find: async () => orderView({ linkedCustomerId: 'customer-1' }),
        findLink: async () => link,
      },
    })
    expect(await vietnamese.response.text()).toContain('Thanh toán bằng ví đã liên kết')
  })
})

describe('the page of a one-time code', () => {
  it('counts down the time of the code, not that of the order', async () => {
    const { response } = await show({ attempts: [attempt], expiresAt: now + 3_000 })

    const page = await response.text()
    expect(page).toContain('data-seconds-left="600"')
    expect(page).toContain('Enter the code within')
    expect(page).not.toContain('data-seconds-left="3000"')
  })

  it.each([
    ['is not swept yet', { state: 'awaiting_otp', live: true }],
    ['has been swept', { state: 'expired', live: false }],
  ] as const)('says that its time is over when the try %s', async (_about, ended) => {
    const attempts = [{ ...attempt, ...ended, expiresAt: now }]
    const { response } = await show({ attempts, expiresAt: now + 3_000 })

    const page = await response.text()
    expect(page).toContain('The time for the code is over. Nothing has been charged.')
    expect(page).toContain('Pay with wallet')
    expect(page).toContain('data-seconds-left="3000"')
    expect(page).not.toContain('name="otp"')
  })

  it('does not say so of a try that the customer has left for another way to pay', async () => {
    const { expiresAt: _over, ...left } = { ...attempt, state: 'expired', live: false } as const
    const line = { seq: 1, at: now, facts: {} }
    const { response } = await show({
      attempts: [left],
      timeline: [{ ...line, kind: 'payment.otp_abandoned' }],
    })

    const page = await response.text()
    expect(page).toContain('Pay with wallet')
    expect(page).not.toContain('The time for the code is over')
  })

  it('says without a notice in the address that the last try was refused', async () => {
    const { otpTriesLeft: _none, ...refused } = attempt
    const { response } = await show({ attempts: [{ ...refused, state: 'refused', live: false }] })

    const page = await response.text()
    expect(page).toContain('The payment was not made. Nothing has been charged.')
    expect(page).toContain('data-states="failed"')
    expect(page).toContain(`href="${paths.qr}"`)
  })
})

describe('points', () => {
  it('can be used for a payment, and are shown while the code is awaited', async () => {
    const open = await (await show()).response.text()
    const asked = await show({ attempts: [{ ...attempt, points: 30 }] })
    const small = await (await show({ amountVnd: 999 })).response.text()

    expect(open).toContain('Use points')
    expect(open).toContain('max="120"')
    expect(small).not.toContain('Use points')
    expect(await asked.response.text()).toMatch(/To be paid with[^]*90,000\u00a0₫ \+ 30 points/)
  })

  it('are shown on the receipt besides the money', async () => {
    const payment = { transactionId: 'T1', vnd: 90_000, points: 30, confirmedAt: now }
    const { response } = await ask(`${paths.status}&lang=en`, {
      orders: {
        find: async () => orderView({ state: 'paid', payment }),
        refreshPayment: async () => orderView({ state: 'paid', payment }),
      },
    })

    expect(await response.text()).toMatch(/Paid with[^]*90,000\u00a0₫ \+ 30 points/)
  })
})

describe('POST /pay/:id/linked', () => {
  const order = orderView()
  it.each([
    [{ outcome: 'paid', order }, paths.status],
    [{ outcome: 'held', order }, paths.status],
    [{ outcome: 'closed', order }, paths.status],
    [{ outcome: 'unsettled', order }, path],
    [{ outcome: 'busy' }, 'not_done'],
    [{ outcome: 'not_linked' }, path],
    [{ ...otpNeeded, wasWrong: false }, path],
  ] as const)('redirects after %j', async (outcome, location) => {
    const { response, calls } = await send({}, outcome)

    const here = `${path}?key=${await keyOf()}`
    const noticed = location === 'not_done' ? `${here}&notice=${location}` : location
    const expected = location === path ? here : noticed
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(expected)
    expect(calls).toEqual([['payWithLink', 'ORDER-1', undefined]])
  })

  it.each([
    ['', undefined],
    [' 30 ', 30],
    ['0', undefined],
  ])('passes on "%s" points', async (points, asked) => {
    const { calls } = await send({ points }, { outcome: 'paid', order })

    expect(calls).toEqual([['payWithLink', 'ORDER-1', asked]])
  })

  it.each(['-1', '1.5', 'ten', '9'.repeat(10)])('makes no call for %s points', async (points) => {
    const { response, calls } = await send({ points }, { outcome: 'paid', order })

    expect(response.headers.get('location')).toBe(`${path}?key=${await keyOf()}&notice=points`)
    expect(calls).toEqual([])
  })

  it('says so when the points are worth more than the price', async () => {
    const reason = 'too_many_points'
    const { response } = await send({ points: '121' }, { outcome: 'failed', code: 0, reason })
    const shown = await show({}, { query: '&notice=points' })
    const page = await shown.response.text()

    expect(response.headers.get('location')).toBe(`${path}?key=${await keyOf()}&notice=points`)
    expect(page).toContain('This number of points cannot be used here. Nothing has been charged.')
    expect(page).toContain('max="120"')
  })

  it('sends the entered code without its spaces', async () => {
    const { calls } = await send({ otp: '424 242' }, { outcome: 'paid', order })

    expect(calls).toEqual([['confirmOtp', 'ORDER-1', '424242']])
  })

  it('says so when the code was wrong', async () => {
    const { response } = await send({ otp: '000000' }, otpNeeded)

    expect(response.headers.get('location')).toBe(`${path}?key=${await keyOf()}&notice=wrong`)
  })

  it.each(['', '\u0007', '1'.repeat(65)])('makes no call for the code "%s"', async (otp) => {
    const { response, calls, lines } = await send({ otp }, { outcome: 'paid', order })

    expect(response.headers.get('location')).toContain('notice=wrong')
    expect(calls).toEqual([])
    expect(lines).toEqual([])
  })

  it('logs the reason of a failure, without the code', async () => {
    const failed = { outcome: 'failed', code: 4030001, reason: 'merchant_not_licensed' } as const
    const { response, lines } = await send({ otp: '424242' }, failed)

    expect(response.headers.get('location')).toContain('notice=failed')
    expect(lines).toEqual([
      {
        event: 'payment_not_started',
        orderId: 'ORDER-1',
        code: 4030001,
        reason: 'merchant_not_licensed',
      },
    ])
  })

  it.each(['cross-site', 'same-site', 'none'])(
    'refuses a form from another site (%s), even with the key',
    async (site) => {
      const { response, calls } = await send(
        {},
        { outcome: 'paid', order },
        { 'sec-fetch-site': site },
      )

      expect(response.status).toBe(404)
      expect(calls).toEqual([])
    },
  )

  it('accepts a form of its own page', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const { calls } = await send({}, { outcome: 'paid', order }, headers)

    expect(calls).toHaveLength(1)
  })

  it.each([{ key: '' }, { key: 'A'.repeat(43) }])('refuses a form with %j', async (fields) => {
    const { response, calls } = await send(fields, { outcome: 'paid', order })

    expect(response.status).toBe(404)
    expect(calls).toEqual([])
  })

  it('refuses a form that is too long', async () => {
    const { response, calls } = await send({ otp: '1'.repeat(5_000) }, { outcome: 'paid', order })

    expect(response.status).toBe(413)
    expect(calls).toEqual([])
  })

  it.each([
    ['application/json', '{"key":"x"}', 415],
    ['multipart/form-data; boundary=x', '--x\r\nbroken', 415],
    ['text/plain', 'key=1', 415],
    ['application/x-www-form-urlencoded', 'key=1&key=2', 400],
    ['application/x-www-form-urlencoded', 'key=%ff%00%E0%A4%A', 404],
  ])('refuses a form of the type %s that is %j: %i', async (type, body, status) => {
    const { response, calls } = await ask(path, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

    expect(response.status).toBe(status)
    expect(calls).toEqual([])
  })

  it.each([
    ['en', 'application/x-www-form-urlencoded', 'key=1&key=2', 'The form did not arrive whole'],
    ['vi', 'application/json', '{"key":"x"}', 'Thông tin gửi đi chưa đầy đủ'],
    ['en', 'application/x-www-form-urlencoded', `otp=${'1'.repeat(5_000)}`, 'Nothing was charged'],
  ])('says in %s, on a page, that a form of the type %s cannot be read', async (...given) => {
    const [language, type, body, text] = given
    const { response } = await ask(`${path}?lang=${language}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

    expect(response.headers.get('content-type')).toContain('text/html')
    const page = await response.text()
    for (const part of [text, `lang="${language}"`]) expect(page).toContain(part)
  })

  it('refuses a form of another origin from a browser without fetch metadata', async () => {
    const headers = { origin: 'https://evil.example', 'cf-connecting-ip': '192.0.2.7' }
    const { response, calls, lines } = await send({}, { outcome: 'paid', order }, headers)

    expect(response.status).toBe(404)
    expect(calls).toEqual([])
    expect(lines).toEqual([
      {
        event: 'security',
        code: 'foreign_form',
        method: 'POST',
        route: '/pay/:id/linked',
        orderId: 'ORDER-1',
        network: '192.0.2.0/24',
      },
    ])
  })

  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const { response, calls } = await ask(`${path}?key=${await keyOf()}`, { method })

    expect(response.status).toBe(405)
    expect(calls).toEqual([])
  })
})

describe('the other pages of an order with a linked wallet', () => {
  const moving = { ...attempt, state: 'payment_unknown', mayHaveMoved: true } as const

  it('redirect to its state, and offer nothing, while money may have moved', async () => {
    const unsettled = orderView({ attempts: [moving] })
    const started = await ask(paths.pay, {
      orders: { startPayment: async () => ({ outcome: 'unsettled', order: unsettled }) },
    })
    const shown = await ask(`${paths.status}&lang=en`, {
      orders: { refreshPayment: async () => unsettled },
    })
    const page = await shown.response.text()

    expect(started.response.headers.get('location')).toBe(paths.status)
    expect(page).toContain('We are finding out about your payment')
    expect(page).toContain('data-states="unsettled"')
    expect(page).not.toContain(`href="${paths.pay}"`)
  })

  it('have a state of their own', async () => {
    const refreshPayment = async () => orderView({ attempts: [moving] })
    const { response } = await ask(paths.state, { orders: { refreshPayment } })

    expect(await response.json()).toEqual({ state: 'unsettled' })
  })

  it.each([
    ['held', 'Your payment is set aside', true],
    ['cancelled', 'The order was cancelled', false],
  ] as const)('show %s as "%s"', async (state, title, watches) => {
    const refreshPayment = async () => orderView({ state })
    const shown = await ask(`${paths.status}&lang=en`, { orders: { refreshPayment } })
    const page = await shown.response.text()

    expect(page).toContain(title)
    expect(page.includes('data-states="held"')).toBe(watches)
    expect(page).not.toContain(`href="${paths.pay}"`)
  })
})

describe('a new one-time code', () => {
  const old = { ...attempt, createdAt: now - 60 }
  const sent: LinkedPaymentOutcome = {
    outcome: 'otp_needed',
    triesLeft: 3,
    expiresAt: now + 600,
    phone: link.phone ?? '',
    wasWrong: false,
  }
  const linkedCustomerId = 'customer-1'

  async function askForCode(
    attempts: readonly AttemptView[],
    outcome: LinkedPaymentOutcome = sent,
  ): Promise<Asked> {
    return ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ key: await keyOf(), newCode: 'yes' }).toString(),
      orders: {
        find: async () => orderView({ linkedCustomerId, attempts }),
        requestNewCode: async () => outcome,
      },
    })
  }

  it('is offered below the code', async () => {
    const { response } = await show({ attempts: [old] })
    const page = await response.text()

    expect(page.indexOf('Send a new code')).toBeGreaterThan(page.indexOf('name="otp"'))
    expect(page).toContain('name="newCode"')
  })

  it.each([
    [
      'after a code whose answer is missing',
      { ...old, state: 'payment_unknown', mayHaveMoved: true },
      {},
    ],
    ['of an order without time', old, { expiresAt: now - 1 }],
  ] as const)('is not offered %s', async (_what, one, order) => {
    const { response } = await show({ attempts: [one], ...order })

    const page = await response.text()
    expect(page).toContain('name="otp"')
    expect(page).not.toContain('name="newCode"')
  })

  it('is not offered when the wallet is not linked any more', async () => {
    const { response } = await show({ attempts: [old] }, { link: { ...link, state: 'unlinked' } })

    expect(await response.text()).not.toContain('name="newCode"')
  })

  it('is asked for, and the page says so', async () => {
    const { response, calls } = await askForCode([old])
    const shown = await show({ attempts: [attempt] }, { query: '&notice=new_code' })

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${path}?key=${await keyOf()}&notice=new_code`)
    expect(calls.at(-1)).toEqual(['requestNewCode', 'ORDER-1'])
    expect(await shown.response.text()).toMatch(/role="status">Your wallet has been asked/)
  })

  it('is not asked for within a minute', async () => {
    const { response, calls } = await askForCode([{ ...old, createdAt: now - 59 }])
    const shown = await show({ attempts: [attempt] }, { query: '&notice=too_soon' })

    expect(response.headers.get('location')).toContain('&notice=too_soon')
    expect(calls.map(([name]) => name)).toEqual(['find'])
    expect(await shown.response.text()).toContain('less than a minute ago')
  })

  it.each([
    [{ outcome: 'failed', code: 4000001, reason: 'invalid_data' }, '&notice=failed'],
    [{ outcome: 'busy' }, '&notice=not_done'],
    [{ outcome: 'unsettled', order: orderView() }, ''],
  ] as const)('says what became of it instead: %j', async (outcome, notice) => {
    const { response } = await askForCode([old], outcome)

    expect(response.headers.get('location')).toBe(`${path}?key=${await keyOf()}${notice}`)
  })
})
