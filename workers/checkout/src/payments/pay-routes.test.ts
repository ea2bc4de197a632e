import type { AttemptView, OrderState, PaymentOutcome } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import {
  ask,
  type Asked,
  now,
  orderView,
  paths,
  paymentKey,
  type Question,
} from '../../test/ask-checkout.ts'

const xss = '<script>alert(1)</script>"\'&'
const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'

function start(outcome: PaymentOutcome, path = paths.pay, more: Question = {}): Promise<Asked> {
  return ask(path, {
    ...more,
    orders: { startPayment: async () => outcome, find: async () => orderView() },
  })
}

function show(
  path: string,
  changes: Parameters<typeof orderView>[0],
  headers = {},
): Promise<Asked> {
  return ask(path, { headers, orders: { refreshPayment: async () => orderView(changes) } })
}

const paymentUrl = 'https://wallet.example/pay/1'

describe('GET /pay/:id', () => {
  // Specification: 1.11
  it('redirects the customer to the hosted page', async () => {
    const { response, calls } = await start({ outcome: 'redirect', paymentUrl, expiresAt: now })

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(paymentUrl)
    expect(calls).toEqual([['startPayment', 'ORDER-1', 'web-payment', paymentKey]])
  })

  it('redirects to the state of an order that cannot be paid now', async () => {
    const { response } = await start({ outcome: 'closed', order: orderView({ state: 'paid' }) })

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(paths.status)
  })

  it('shows a page that refreshes itself while the payment is being created', async () => {
    const { response } = await start({ outcome: 'busy' })

    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/<meta http-equiv="refresh" content="2"/)
  })

  const refused: PaymentOutcome = {
    outcome: 'refused',
    code: 4030001,
    reason: 'merchant_locked',
    remedy: 'Call the account manager.',
  }
  const unknown: PaymentOutcome = { outcome: 'unknown', message: 'ECONNRESET 10.0.0.7' }
  it.each([
    [refused, { code: 4030001, reason: 'merchant_locked' }],
    [unknown, { reason: 'no_answer' }],
    [{ outcome: 'qr', qrCode: 'q', expiresAt: now } as const, { reason: 'wrong_method' }],
  ] as const)('hides from the customer why it is %j, and logs %j', async (outcome, why) => {
    const { response, lines } = await start(outcome, `${paths.pay}&lang=en`)

    expect(response.status).toBe(502)
    const page = await response.text()
    expect(page).toContain('The payment could not be started')
    expect(page).toContain(`href="${paths.pay}"`)
    for (const secret of [
      '4030001',
      'merchant_locked',
      'account manager',
      'ECONNRESET',
      '10.0.0',
    ]) {
      expect(page).not.toContain(secret)
    }
    expect(lines).toEqual([{ event: 'payment_not_started', orderId: 'ORDER-1', ...why }])
  })

  it('answers 404 for an unknown order', async () => {
    expect((await start({ outcome: 'not_found' })).response.status).toBe(404)
  })

  it.each(['HEAD', 'POST', 'OPTIONS'])('starts no payment for %s', async (method) => {
    for (const path of [paths.pay, paths.qr]) {
      const { response, calls } = await ask(path, { method })

      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET')
      expect(calls).toEqual([])
    }
  })

  it.each(['next', 'returnUrl', 'redirect_url', 'url'])(
    'ignores an address in ?%s=',
    async (name) => {
      const outcome: PaymentOutcome = { outcome: 'closed', order: orderView({ state: 'paid' }) }
      const query = `&${name}=https://evil.example/&${name}=//evil.example`

      const { response } = await start(outcome, `${paths.pay}${query}`)
      const page = await (await show(`${paths.status}${query}`, { state: 'paid' })).response.text()

      expect(response.headers.get('location')).toBe(paths.status)
      expect(page).not.toContain('evil.example')
    },
  )

  it.each(['a%20b', '%3Cscript%3E', '..%2F..%2Fadmin', 'x'.repeat(65), '%E0%A4%A', '%00'])(
    'makes no call for the impossible id %s',
    async (id) => {
      for (const path of [`/pay/${id}`, `/pay/${id}/qr`, `/return/${id}`, `/pay/${id}/state`]) {
        const { response, calls } = await ask(path)

        expect(response.status).toBe(404)
        expect(calls).toEqual([])
      }
    },
  )

  it('says that it is unavailable when the orders Worker cannot be reached', async () => {
    const { response, lines } = await ask(paths.pay)

    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('no script')
    expect(lines).toMatchObject([{ event: 'request_failed' }])
  })
})

describe('GET /pay/:id/qr', () => {
  const qr: PaymentOutcome = {
    outcome: 'qr',
    qrCode: 'https://wallet.example/q/1',
    expiresAt: now + 600,
  }

  it('draws the QR with the amount and the remaining time', async () => {
    const { response, calls } = await start(qr, paths.qr)

    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toMatch(/<svg\s+class="qr"[^]*<path d="M[^"]{500,}"/)
    expect(page).toContain('120.000\u00a0₫')
    expect(page).toContain('data-seconds-left="600"')
    expect(page).toContain(`data-watch="${paths.state}&amp;method=transaction-qr"`)
    expect(calls).toContainEqual(['startPayment', 'ORDER-1', 'transaction-qr', paymentKey])
  })

  it('keeps its content while the payment is creating or created', async () => {
    const { response } = await start(qr, paths.qr)

    expect(await response.text()).toContain('data-states="creating created"')
  })

  it('shows a page when the text does not fit into a QR', async () => {
    const { response, lines } = await start({ ...qr, qrCode: 'x'.repeat(3_000) }, paths.qr)

    expect(response.status).toBe(502)
    expect(lines).toMatchObject([{ reason: 'qr_too_long' }])
  })

  it('redirects to the state of a paid order', async () => {
    const { response } = await start({ outcome: 'closed', order: orderView() }, paths.qr)

    expect(response.headers.get('location')).toBe(paths.status)
  })

  it('answers 404, without starting a payment, for an unknown order', async () => {
    const { response, calls } = await ask('/pay/NONE/qr', { orders: { find: async () => null } })

    expect(response.status).toBe(404)
    expect(calls).toEqual([['find', 'NONE']])
  })
})

describe('GET /pay/:id/state', () => {
  it('answers with the state and nothing else', async () => {
    const { response } = await show(paths.state, { state: 'paid_unverified' })

    expect(await response.json()).toEqual({ state: 'paid_unverified' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('answers 404 for an unknown order', async () => {
    const { response } = await ask('/pay/NONE/state', {
      orders: { find: async () => null },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ state: 'not_found' })
  })
})

describe('GET /return/:id', () => {
  const paid = {
    state: 'paid',
    payment: {
      transactionId: 'TX',
      serviceOrderId: 'SO',
      vnd: 120_000,
      points: 0,
      confirmedAt: now,
    },
    returnUrl: 'https://shop.example/orders/1',
  } as const
  const titles: [OrderState, string, boolean][] = [
    ['creating', 'Waiting for your payment', true],
    ['created', 'Waiting for your payment', true],
    ['paid_unverified', 'Your payment is being confirmed', true],
    ['paid', 'Paid. Thank you!', false],
    ['expired', 'The time to pay is over', true],
    ['disputed', 'We are looking at this payment', false],
    ['part_refunded', 'Partly returned', false],
    ['refunded', 'Returned', false],
  ]
  it.each(titles)('shows %s as "%s"', async (state, title, watches) => {
    const { response, calls } = await show(`${paths.status}&lang=en`, { state })

    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain(`<h1 tabindex="-1">${title}</h1>`)
    expect(page.includes('data-watch=')).toBe(watches)
    expect(page.includes('<noscript')).toBe(watches)
    expect(calls).toEqual([['refreshPayment', 'ORDER-1', 'return']])
  })

  it('shows the amount and a link back to the shop when it is paid', async () => {
    const page = await (await show(paths.status, paid)).response.text()

    expect(page).toContain('120.000\u00a0₫')
    expect(page).toContain('href="https://shop.example/orders/1"')
  })

  it('offers to pay only until the expiry', async () => {
    const inTime = await (await show(paths.status, {})).response.text()
    const late = await (await show(paths.status, { expiresAt: now })).response.text()

    expect(inTime).toContain(`href="${paths.pay}"`)
    expect(late).not.toContain(`href="${paths.pay}"`)
    expect(late).toContain('data-states="creating created failed lapsed expired"')
  })

  const attempt = (changes: Partial<AttemptView>): AttemptView => ({
    reference: 'REF-1',
    method: 'web-payment',
    state: 'created',
    createdAt: now,
    live: true,
    mayHaveMoved: false,
    ...changes,
  })
  const over = { state: 'expired', live: false } as const
  const timeline = [
    { seq: 5, at: now, kind: 'attempt.failed', facts: { reference: 'REF-1', pay_status: 'FAIL' } },
  ]

  it.each([
    ['en', 'The payment did not go through', 'Try again', 'Pay by QR instead'],
    ['vi', 'Thanh toán không thành công', 'Thử lại', 'Thanh toán bằng mã QR'],
  ])('says in %s that a payment failed, and how to try again', async (lang, ...texts) => {
    const failed = { attempts: [attempt(over)], timeline }
    const { response } = await show(`${paths.status}&lang=${lang}`, failed)

    const page = await response.text()
    for (const text of texts) expect(page).toContain(text)
    expect(page).toContain('stage-failed')
    expect(page).toContain(`href="${paths.pay}"`)
    expect(page).toContain(`href="${paths.qr}"`)
    expect(page).toContain('data-states="failed"')
  })

  it.each([
    ['en', 'No payment has been seen in time', 'do not pay again', 'Try again'],
    ['vi', 'Chưa ghi nhận thanh toán trong thời hạn', 'không thanh toán lại', 'Thử lại'],
  ])(
    'does not say in %s that nothing was charged by a payment whose time is over',
    async (lang, ...texts) => {
      // The wallet has not said that it failed: it may still be on its way.
      const other = [{ seq: 5, at: now, kind: 'attempt.failed', facts: { reference: 'REF-9' } }]
      const order = { attempts: [attempt(over)], timeline: other }
      const page = await (await show(`${paths.status}&lang=${lang}`, order)).response.text()
      const { response } = await show(paths.state, order)

      for (const text of texts) expect(page).toContain(text)
      expect(page).not.toMatch(/Nothing has been charged|chưa bị trừ tiền/)
      expect(page).toContain(`href="${paths.qr}"`)
      expect(page).toContain('data-states="lapsed"')
      expect(await response.json()).toEqual({ state: 'lapsed' })
    },
  )

  it('says that nothing was charged by a linked wallet whose code was not typed in time', async () => {
    const attempts = [attempt({ ...over, method: 'linked-wallet' })]

    const page = await (await show(paths.status, { attempts })).response.text()

    expect(page).toContain('stage-failed"')
  })

  it.each([
    ['is open', [attempt({})], 'waiting'],
    ['was refused', [attempt({ state: 'refused', live: false })], 'failed'],
    ['is newer than one that failed', [attempt(over), attempt({ createdAt: now + 1 })], 'waiting'],
    ['failed after another', [attempt({}), attempt({ ...over, createdAt: now + 1 })], 'failed'],
    ['is over after another', [attempt({}), attempt({ ...over, reference: 'REF-2' })], 'lapsed'],
    [
      'may have moved money',
      [attempt({ state: 'payment_unknown', mayHaveMoved: true })],
      'unsettled',
    ],
    ['was paid', [attempt({ state: 'paid', live: false })], 'waiting'],
  ] as const)('shows the newest attempt: one that %s', async (_about, attempts, stage) => {
    const page = await (await show(paths.status, { attempts, timeline })).response.text()
    const { response } = await show(paths.state, { attempts, timeline })

    expect(page).toContain(`stage-${stage}"`)
    expect(await response.json()).toEqual({ state: stage === 'waiting' ? 'created' : stage })
  })

  it('ends the wait of a QR page only by its own attempt', async () => {
    const attempts = [
      attempt({ method: 'transaction-qr' }),
      attempt({ ...over, createdAt: now + 1 }),
    ]
    const ofQr = await show(`${paths.state}&method=transaction-qr`, { attempts })
    const ofAll = await show(paths.state, { attempts, timeline })

    expect(await ofQr.response.json()).toEqual({ state: 'created' })
    expect(await ofAll.response.json()).toEqual({ state: 'failed' })
    expect(ofQr.calls).toEqual([['refreshPayment', 'ORDER-1', 'watch']])
  })

  it.each([
    ['en', 'No payment was made', 'on being asked it says that there is none'],
    ['vi', 'Chưa có khoản thanh toán nào', 'khi kiểm tra lại thì cho biết không có'],
  ])(
    'says in %s that the wallet denies the payment that it had reported',
    async (lang, ...texts) => {
      const timeline = [
        { seq: 3, at: now, kind: 'callback.received', facts: {} },
        { seq: 9, at: now, kind: 'payment.denied', facts: { staff_id: 'an' } },
      ]
      const order = { state: 'expired', timeline, attempts: [attempt(over)] } as const
      const page = await (await show(`${paths.status}&lang=${lang}`, order)).response.text()
      const { response } = await show(paths.state, order)
      const paidAfterAll = await show(paths.state, { ...order, state: 'paid' })

      for (const text of [...texts, 'data-states="denied"']) expect(page).toContain(text)
      expect(page).not.toContain('staff')
      expect(page).not.toContain(`href="${paths.pay}"`)
      expect(await response.json()).toEqual({ state: 'denied' })
      expect(await paidAfterAll.response.json()).toEqual({ state: 'paid' })
    },
  )

  it('does not call a payment failed once the order has expired', async () => {
    const page = await (
      await show(`${paths.status}&lang=en`, { attempts: [attempt(over)], expiresAt: now })
    ).response.text()

    expect(page).toContain('The time to pay is over')
  })

  it('shows how much was refunded', async () => {
    const page = await (
      await show(paths.status, {
        ...paid,
        state: 'part_refunded',
        refunded: { vnd: 65_000, points: 15 },
        returned: { vnd: 20_000, points: 15 },
      })
    ).response.text()

    expect(page).toContain('20.000\u00a0₫ + 15 điểm')
  })

  it('shows no refund as returned before that is known', async () => {
    const page = await (
      await show(`${paths.status}&lang=en`, { ...paid, refunded: { vnd: 45_000, points: 0 } })
    ).response.text()

    expect(page).not.toContain('Returned')
    expect(page).not.toContain('45,000')
  })

  it('shows nothing about a person or a transaction', async () => {
    const page = await (
      await show(paths.status, {
        ...paid,
        attempts: [
          {
            reference: 'REF-SECRET',
            method: 'web-payment',
            state: 'paid',
            live: false,
            mayHaveMoved: false,
            createdAt: now,
          },
        ],
        timeline: [{ seq: 1, at: 1, kind: 'callback.received', facts: { user_id: 'USER-SECRET' } }],
      })
    ).response.text()

    for (const hidden of ['TX', '"SO"', 'REF-SECRET', 'USER-SECRET'])
      expect(page).not.toContain(hidden)
  })

  it('escapes the texts of the shop', async () => {
    const page = await (await show(paths.status, { description: xss })).response.text()

    expect(page).toContain(escaped)
    expect(page).not.toContain('<script>alert')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example'])(
    'does not link to a return address like %s',
    async (returnUrl) => {
      const page = await (await show(paths.status, { ...paid, returnUrl })).response.text()

      expect(page).not.toContain(returnUrl)
    },
  )
})

describe('without the key of the order', () => {
  const order = orderView({
    state: 'paid',
    returnUrl: 'https://shop.example/orders/1',
    payment: {
      transactionId: 'TX',
      serviceOrderId: 'SO',
      vnd: 120_000,
      points: 0,
      confirmedAt: now,
    },
  })
  const wrong = [
    ['none', ''],
    ['a wrong one', `?key=${'A'.repeat(43)}`],
    // By openssl over payment:ORDER-2, and over payment:ORDER-1 under the secret of the shop.
    ['the one of another order', '?key=Dw2OFY1GV273--VGgXdZ_hNQSSgB1rNyEIbLzbQT2lM'],
    ['one of the secret of the shop', '?key=8W4BZMog9dIch5tyPTGc4xg3exREZBSk6MSiwk88ISM'],
    ['a short one', '?key=A'],
    ['one that is too long', `?key=${paymentKey}A`],
    ['an empty one before it', `?key=&key=${paymentKey}`],
  ] as const
  const pages = ['/return/ORDER-1', '/pay/ORDER-1', '/pay/ORDER-1/qr']
  const cases = pages.flatMap((page) => wrong.map(([what, query]) => ({ page, what, query })))

  it.each(cases)('$page shows only the state, with $what', async ({ page, query }) => {
    const { response, calls } = await ask(`${page}${query}`, {
      headers: { 'accept-language': 'en' },
      orders: { find: async () => order },
    })

    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('Paid. Thank you!')
    expect(text).toContain('open the link that the shop gave you')
    for (const hidden of ['120', 'Lotus', 'shop.example', paymentKey, 'data-watch', '/pay/']) {
      expect(text).not.toContain(hidden)
    }
    expect(calls).toEqual([['find', 'ORDER-1']])
  })

  it('a page of the order can be polled, without queries to the service', async () => {
    const { response, calls } = await ask('/pay/ORDER-1/state', {
      orders: { find: async () => order },
    })

    expect(await response.json()).toEqual({ state: 'paid' })
    expect(calls).toEqual([['find', 'ORDER-1']])
  })

  it('says so in Vietnamese', async () => {
    const { response } = await ask('/return/ORDER-1', { orders: { find: async () => order } })

    expect(await response.text()).toContain('vui lòng mở liên kết mà cửa hàng đã gửi cho bạn')
  })
})

describe('the limit of the public pages', () => {
  function limited({ success }: { success: boolean }): { keys: string[]; question: Question } {
    const keys: string[] = []
    const limit = async ({ key }: { key: string }): Promise<{ success: boolean }> => {
      keys.push(key)
      return { success }
    }
    return {
      keys,
      question: {
        env: { PAY_LIMIT: { limit } },
        headers: { 'cf-connecting-ip': '192.0.2.7' },
        orders: { refreshPayment: async () => orderView() },
      },
    }
  }

  it('answers an address with too many requests with 429', async () => {
    const { keys, question } = limited({ success: false })

    const { response, calls } = await ask(paths.status, question)

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(keys).toEqual(['page:192.0.2.7'])
    expect(calls).toEqual([])
  })

  it('serves other addresses, and does not count files', async () => {
    const { keys, question } = limited({ success: true })

    const page = await ask(paths.status, question)
    const file = await ask('/styles.css', question)

    expect([page.response.status, file.response.status]).toEqual([200, 200])
    expect(keys).toHaveLength(1)
  })
})
