import type { Alert, PlacedDifference, ServiceCallView } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { difference, runId } from '../../test/day-of-files.ts'
import { noTraces, now, openDesk, orderView, type DeskParts } from '../../test/open-desk.ts'

async function deskOf(subject: string, view: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk(view)
  await desk.signIn(subject)
  return desk
}

describe('the list of orders', () => {
  it('passes on every filter of the search, and continues by cursor', async () => {
    const { attempts: _a, disputedPayments: _d, refunds: _r, timeline: _t, ...order } = orderView()
    const desk = await deskOf('U-AN', {
      view: { listOrders: async () => ({ orders: [order], cursor: 'next-one' }) },
    })
    const page = await desk.get(
      '/orders?lang=en&state=paid&day=2026-11-21&amountVnd=120.000&reference=R1&transactionId=T1&customerId=C1&storeCode=STORE-1&posCode=POS-1&cursor=c1',
    )
    const text = await page.text()

    expect(page.status).toBe(200)
    expect(desk.calls).toEqual([
      [
        'listOrders',
        {
          state: 'paid',
          day: '2026-11-21',
          amountVnd: 120_000,
          reference: 'R1',
          transactionId: 'T1',
          customerId: 'C1',
          storeCode: 'STORE-1',
          posCode: 'POS-1',
          cursor: 'c1',
        },
      ],
    ])
    expect(text).toContain('<a href="/orders/ORDER-1">ORDER-1</a>')
    expect(text).toContain('120,000')
    expect(text).toMatch(/rel="next" href="\?state=paid[^"]*cursor=next-one"/)
  })

  it.each([
    ['state=toString', 'state'],
    ['day=2026-02-30', 'day'],
    ['amountVnd=-1', 'amountVnd'],
    ['reference=two%20words', 'reference'],
    ['transactionId=a%3Bb', 'transactionId'],
    ['customerId=a.b', 'customerId'],
    ['posCode=POS-1', 'posCode'],
  ])('names the wrong field of ?%s without a query', async (query, field) => {
    const desk = await deskOf('U-AN')
    const page = await desk.get(`/orders?${query}`)
    const text = await page.text()

    expect(page.status).toBe(400)
    expect(text).toContain(`id="problem-${field}"`)
    expect(text.match(/<(?:input|select)[^>]+autofocus/g)).toHaveLength(1)
    expect(desk.calls).toEqual([])
  })

  it('says that it is outdated when its cursor belongs to another list', async () => {
    const desk = await deskOf('U-AN', {
      view: {
        listOrders: async () => {
          throw new TypeError("The list's cursor must be the one that the page before has given.")
        },
      },
    })
    const page = await desk.get('/orders?lang=en&cursor=other')

    expect(page.status).toBe(400)
    expect(await page.text()).toContain('Begin at the first page')
  })

  it('shows refunded amounts, without those that are only reserved', async () => {
    const view = orderView({ id: 'O-1' })
    const { attempts: _a, disputedPayments: _d, refunds: _r, timeline: _t, ...order } = view
    const reserved = { ...order, refunded: { vnd: 45_000, points: 0 } }
    const desk = await deskOf('U-AN', {
      view: { listOrders: async () => ({ orders: [reserved] }) },
    })

    expect(await (await desk.get('/orders?lang=en')).text()).not.toContain('45,000')
  })

  it('says so when the part that was read of a million orders has no match', async () => {
    const desk = await deskOf('U-AN', {
      view: { listOrders: async () => ({ orders: [], cursor: 'further' }) },
    })
    const text = await (await desk.get('/orders?lang=en&state=paid&amountVnd=1')).text()

    expect(text).toContain('Go on to the next page')
    expect(text).toContain('cursor=further')
  })

  it('has only the stores of the operator', async () => {
    const desk = await deskOf('U-GIANG', { view: { listOrders: async () => ({ orders: [] }) } })
    const own = await desk.get('/orders')
    const other = await desk.get('/orders?storeCode=STORE-1')

    expect([own.status, other.status]).toEqual([200, 400])
    expect(desk.calls).toEqual([['listOrders', { storeCodes: ['STORE-2'] }]])
  })

  it.each([
    ['ORDER-1', '/orders/ORDER-1'],
    ['REFERENCE-1', '/orders/ORDER-1'],
    ['T/1', '/orders?transactionId=T%2F1'],
    ['%20two%20words', '/orders?reference=two+words'],
    ['order-1', '/orders/ORDER-1'],
    ['%09%20Order-1%C2%A0', '/orders/ORDER-1'],
    ['eb-A2B3', '/orders/EB-a2b3'],
    ['EB-A2B3', '/orders/EB-a2b3'],
    ['120.000', '/orders?amountVnd=120.000'],
    ['120%C2%A0000%20%E2%82%AB', '/orders?amountVnd=120%C2%A0000+%E2%82%AB'],
    ['45000', '/orders?amountVnd=45000'],
    ['777', '/orders?transactionId=777'],
    ['0', '/orders?transactionId=0'],
    ['120.000,00', '/orders?transactionId=120.000%2C00'],
  ])('finds %s at %s', async (name, address) => {
    const desk = await deskOf('U-AN', {
      view: {
        find: async (id) => (['ORDER-1', 'EB-a2b3'].includes(id) ? orderView({ id }) : null),
        listOrders: async ({ reference, transactionId }) => ({
          orders: reference === 'REFERENCE-1' || transactionId === '777' ? [orderView()] : [],
        }),
      },
    })

    expect((await desk.get(`/orders?find=${name}`)).headers.get('location')).toBe(address)
  })

  it('finds no order of another store by its id', async () => {
    const view = { find: async () => orderView(), listOrders: async () => ({ orders: [] }) }
    const desk = await deskOf('U-GIANG', { view })
    const { headers } = await desk.get('/orders?find=ORDER-1')

    expect(headers.get('location')).toBe('/orders?transactionId=ORDER-1')
  })
})

describe('the page of an order', () => {
  it.each([
    ['vi', 'Đã có khoản hoàn tiền mang order_reference_id này.'],
    ['en', 'Choose a new id.'],
  ])('shows why a refund was refused, in %s', async (lang, text) => {
    const refund = {
      id: 'R1',
      origin: 'shop' as const,
      state: 'refused' as const,
      vnd: 20_000,
      points: 0,
      returned: { vnd: 0, points: 0 },
      owed: { vnd: 0, points: 0 },
      refusal: { code: 4090801, reason: 'refund_id_exists', remedy: 'Choose a new id.' },
      createdAt: now,
      updatedAt: now,
    }
    const desk = await deskOf('U-AN', {
      view: { ...noTraces, find: async () => orderView({ refunds: [refund] }) },
    })
    const page = await (await desk.get(`/orders/ORDER-1?lang=${lang}`)).text()

    expect(page).toContain(text)
    expect(page).toContain('<small class="stored">4090801 refund_id_exists</small>')
    expect(page.includes('Choose a new id.')).toBe(lang === 'en')
  })

  it.each([
    ['en', 5, 'Returned: 20,000\u00a0₫<br/>Still owed: 5 points'],
    ['vi', 5, 'Đã hoàn: 20.000\u00a0₫<br/>Còn nợ: 5 điểm'],
    ['en', 0, 'Returned: 20,000\u00a0₫<br/>Nothing more comes back'],
    ['vi', 0, 'Đã hoàn: 20.000\u00a0₫<br/>Sẽ không hoàn thêm'],
  ])(
    'says in %s which half of a refund is returned, and that %i points are owed',
    async (lang, points, text) => {
      const refund = {
        id: 'R1',
        origin: 'shop' as const,
        state: 'part_settled' as const,
        vnd: 20_000,
        points: 5,
        returned: { vnd: 20_000, points: 0 },
        owed: { vnd: 0, points },
        createdAt: now,
        updatedAt: now,
      }
      const desk = await deskOf('U-AN', {
        view: { ...noTraces, find: async () => orderView({ refunds: [refund] }) },
      })
      const page = await (await desk.get(`/orders/ORDER-1?lang=${lang}`)).text()

      expect(page).toContain(text)
    },
  )

  it('separates proven from claimed values', async () => {
    const entry = (seq: number, kind: string, known: string) => ({
      seq,
      at: now,
      kind,
      facts: { known, transaction_id: `T${seq}` },
    })
    const desk = await deskOf('U-CHI', {
      view: {
        ...noTraces,
        find: async () =>
          orderView({
            timeline: [
              entry(1, 'order.opened', 'own record'),
              entry(2, 'callback.received', 'callback signature of key k1'),
              entry(3, 'payment.confirmed', 'signed query'),
              entry(4, 'refund.unknown', 'no answer of the service'),
              entry(5, 'refund.settled', 'word of a person'),
              entry(6, 'something.new', 'something new'),
            ],
          }),
      },
    })
    const text = await (await desk.get('/orders/ORDER-1?lang=en')).text()
    const weights = [...text.matchAll(/<li class="(\w+)" id="line-(\d)"/g)].map(
      ([, weight]) => weight,
    )

    expect(weights).toEqual(['own', 'proof', 'proof', 'claim', 'person', 'own'])
    expect(text).toContain('The payment is confirmed')
    expect(text).toContain('something.new')
  })

  it('shows payments, callbacks, events and alerts of the order', async () => {
    const alert = {
      id: 1,
      kind: 'refund_unknown' as const,
      state: 'open' as const,
      at: now,
      lastRaisedAt: now,
      timesRaised: 1,
      facts: {},
      meaning: 'It may have taken effect.',
      remedy: 'Look it up.',
    }
    const newerAlerts = Array.from({ length: 100 }, (_, index) => ({
      ...alert,
      id: 200 - index,
      subject: `R-NEWER-${index}`,
    }))
    const refund = {
      id: 'R1',
      origin: 'shop' as const,
      state: 'refund_unknown' as const,
      vnd: 20_000,
      points: 5,
      returned: { vnd: 0, points: 0 },
      owed: { vnd: 20_000, points: 5 },
      createdAt: now,
      updatedAt: now,
    }
    const desk = await deskOf('U-CHI', {
      view: {
        find: async () =>
          orderView({
            refunded: { vnd: 45_000, points: 0 },
            refunds: [refund],
            attempts: [
              {
                reference: 'REF-1',
                method: 'web-payment',
                state: 'paid',
                serviceOrderId: 'SO-1',
                createdAt: now,
                live: false,
                mayHaveMoved: false,
              },
            ],
            disputedPayments: [
              {
                transactionId: 'T2',
                reference: 'REF-1',
                state: 'open',
                reason: 'possible_double_payment',
                vnd: 120_000,
                points: 0,
                refunded: { vnd: 0, points: 0 },
                returned: { vnd: 0, points: 0 },
                createdAt: now,
              },
            ],
          }),
        listEvents: async () => ({
          events: [
            {
              key: 'order-paid:ORDER-1@shop',
              webhookId: 'order-paid:ORDER-1',
              type: 'order.paid',
              state: 'dead',
              endpoint: 'shop',
              at: now,
              failures: 10,
            },
          ],
        }),
        listServiceCalls: async () => [],
        listDifferencesAbout: async () => [],
        listCallbacks: async () => ({
          callbacks: [
            {
              seq: 7,
              state: 'done',
              at: now,
              tries: 1,
              signed: { pay_status: 'SUCCESS', transaction_id: 'T1', order_id: 'SO-1' },
            },
          ],
        }),
        listAlerts: async ({ subjects }) => ({
          alerts: [
            ...newerAlerts,
            { ...alert, subject: 'R1' },
            { ...alert, id: 2, subject: 'R-OF-ANOTHER', meaning: 'Of another order.' },
          ]
            .filter(({ subject }) => subjects === undefined || subjects.includes(subject))
            .slice(0, 100),
        }),
      },
    })
    const text = await (await desk.get('/orders/ORDER-1?lang=en')).text()
    const vietnamese = await (await desk.get('/orders/ORDER-1?lang=vi')).text()

    expect(vietnamese).toContain('Chưa rõ kết quả hoàn tiền</a>')
    expect(vietnamese).toContain('Yêu cầu của một khoản hoàn đã được gửi năm lần')
    expect(vietnamese).not.toContain('It may have taken effect.')
    expect(text).toContain('href="/alerts/1"')
    expect(text).toMatch(/href="\/webhooks\/event\?key=[^"]+">The order is paid</)
    expect(text).toMatch(/Being returned<\/dt>\s*<dd[^>]*>45,000/)
    expect(text).toMatch(/Left to return<\/dt>\s*<dd[^>]*>75,000/)
    expect(text).toMatch(/Returned<\/dt>\s*<dd[^>]*>0\u00a0₫/)
    for (const shown of [
      'SUCCESS;T1;SO-1',
      'order.paid',
      'given up',
      'hosted page',
      'possible_double_payment',
      'outcome unknown',
      '5 points',
      'It may have taken effect.',
    ]) {
      expect(text).toContain(shown)
    }
    expect(text).not.toContain('Of another order.')
  })

  it('shows no alert of another store about a refund with the same id', async () => {
    const alert = {
      id: 1,
      state: 'open' as const,
      at: now,
      lastRaisedAt: now,
      timesRaised: 1,
      subject: 'ORDER-1',
      remedy: 'Look it up.',
    }
    const alerts: readonly Alert[] = [
      { ...alert, kind: 'paid_parts_differ', facts: { vnd: 1 }, meaning: 'Of order 1.' },
      { ...alert, kind: 'superfluous_hold', facts: { order_id: 'ORDER-1' }, meaning: 'A hold.' },
      { ...alert, kind: 'file_contradicts', facts: { transfer_id: 'ORDER-1' }, meaning: 'A row.' },
      { ...alert, kind: 'unknown_not_in_files', facts: { what: 'transfer' }, meaning: 'Unnamed.' },
      { ...alert, kind: 'refund_unknown', facts: { order_id: 'ORDER-2' }, meaning: 'Its own.' },
    ]
    const refund = {
      id: 'ORDER-1',
      origin: 'shop' as const,
      state: 'refund_unknown' as const,
      vnd: 1_000,
      points: 0,
      returned: { vnd: 0, points: 0 },
      owed: { vnd: 1_000, points: 0 },
      createdAt: now,
      updatedAt: now,
    }
    const desk = await deskOf('U-GIANG', {
      view: {
        ...noTraces,
        find: async () => orderView({ id: 'ORDER-2', storeCode: 'STORE-2', refunds: [refund] }),
        listAlerts: async ({ subjects = [] }) => ({
          alerts: alerts.filter(({ subject }) => subjects.includes(subject)),
        }),
      },
    })
    const text = await (await desk.get('/orders/ORDER-2?lang=en')).text()

    expect(text).toContain('Its own.')
    for (const foreign of ['Of order 1.', 'A hold.', 'A row.', 'Unnamed.']) {
      expect(text).not.toContain(foreign)
    }
  })

  it('shows each call to the service with its answer, and the settling query as a journal line', async () => {
    const call = { number: 1, at: now, durationMs: 120, reference: 'REF-1', requests: 1 } as const
    const serviceCalls: readonly ServiceCallView[] = [
      {
        ...call,
        endpoint: 'createWebPayment',
        outcome: 'accepted',
        known: 'answer of the service',
        code: 200,
        requestId: 'REQ-1',
      },
      {
        ...call,
        number: 2,
        at: now + 30,
        endpoint: 'queryOrder',
        outcome: 'unknown',
        known: 'no answer of the service',
        failure: 'not_the_service',
        httpStatus: 502,
        requests: 2,
      },
      {
        ...call,
        number: 3,
        at: now + 90,
        reference: 'R1',
        endpoint: 'refundOrder',
        outcome: 'refused',
        known: 'answer of the service',
        code: 4000820,
        said: 'refund_amount_invalid',
      },
    ]
    const facts = { known: 'signed query', transaction_id: 'T1' }
    const timeline = [{ seq: 4, at: now + 60, kind: 'payment.confirmed', facts }]
    const desk = await deskOf('U-AN', {
      view: {
        ...noTraces,
        find: async () => orderView({ timeline }),
        listServiceCalls: async () => serviceCalls,
      },
    })
    const text = await (await desk.get('/orders/ORDER-1?lang=en')).text()
    const vietnamese = await (await desk.get('/orders/ORDER-1?lang=vi')).text()

    const calls = text.slice(text.indexOf('id="calls"'))
    expect(calls).toContain('accepted · 200')
    expect(calls).toContain('REQ-1')
    expect(calls).toContain('no answer · something else answered · HTTP 502')
    expect(calls).toContain('refused · 4000820 · refund_amount_invalid')
    const order = ['accepted · 200', 'HTTP 502', 'href="#line-4"', '4000820']
    const places = order.map((shown) => calls.indexOf(shown))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(vietnamese).toContain('Các lần gọi đến dịch vụ')
    expect(vietnamese).toContain('không có trả lời · bên khác trả lời · HTTP 502')
  })

  it.each([
    ['vi', 'Chênh lệch trong tệp đối soát', 'Dòng của chúng ta đúng', 'Chưa rõ'],
    ['en', 'Differences of the daily files', 'Our row is right', 'Undecided'],
  ])(
    'links to the differences that name it, with their verdicts, in %s',
    async (lang, ...words) => {
      const [title, decided, undecided] = words
      const placed: PlacedDifference = { ...difference, day: '2026-09-01', runId }
      const verdict = { verdict: 'ours', reason: 'ticket 4711', staffId: 'binh', at: now } as const
      const view: DeskParts['view'] = {
        ...noTraces,
        find: async () => orderView({ storeCode: 'STORE-2' }),
        listDifferencesAbout: async () => [
          { ...placed, verdict },
          { ...placed, position: 0 },
        ],
      }
      const desk = await deskOf('U-AN', { view })
      const page = await (await desk.get(`/orders/ORDER-1?lang=${lang}`)).text()
      const ofStore = await deskOf('U-GIANG', { view })
      const withoutLinks = await (await ofStore.get(`/orders/ORDER-1?lang=${lang}`)).text()

      expect(desk.calls).toContainEqual(['listDifferencesAbout', 'order', 'ORDER-1'])
      const section = page.slice(page.indexOf('id="differences"'))
      expect(section).toContain(title)
      for (const position of [120, 0]) {
        const address = `/daily-files/2026-09-01/differences/${runId}/${position}`
        expect(section).toContain(`href="${address}"`)
        expect(withoutLinks).not.toContain(address)
      }
      expect(section).toMatch(new RegExp(`${decided}</span> <small class="soft">binh`))
      expect(section).toContain(undecided)
      expect(withoutLinks).toContain(decided)
    },
  )

  it('says so when no call is stored', async () => {
    const desk = await deskOf('U-AN', { view: { ...noTraces, find: async () => orderView() } })
    const text = await (await desk.get('/orders/ORDER-1?lang=en')).text()

    expect(text).toContain('The service has not been asked yet')
  })

  it.each(['ORDER-2', 'a.b', '..'])('answers 404 for %s', async (id) => {
    const desk = await deskOf('U-AN', { view: { find: async () => null } })

    expect((await desk.get(`/orders/${id}`)).status).toBe(id === '..' ? 303 : 404)
  })

  it('answers an order of another store like a missing one', async () => {
    const hidden = await deskOf('U-GIANG', { view: { find: async () => orderView() } })
    const none = await deskOf('U-GIANG', { view: { find: async () => null } })
    const [page, other] = [await hidden.get('/orders/ORDER-1'), await none.get('/orders/ORDER-1')]

    expect([page.status, other.status]).toEqual([404, 404])
    expect(await page.text()).toBe(await other.text())
  })

  it('escapes the texts of the shop', async () => {
    const desk = await deskOf('U-AN', {
      view: { ...noTraces, find: async () => orderView({ description: '<script>x</script>' }) },
    })
    const text = await (await desk.get('/orders/ORDER-1')).text()

    expect(text).toContain('&lt;script&gt;x')
    expect(text).not.toContain('<script>')
  })
})
