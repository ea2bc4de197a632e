import type {
  AttemptView,
  ConsoleMoneyApi,
  OrderView,
  RefundView,
  TimelineEntry,
} from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { difference, runId, viewOfDay } from '../../test/day-of-files.ts'
import { noTraces, now, openDesk, orderView } from '../../test/open-desk.ts'

const unknown: RefundView = {
  id: 'R1',
  origin: 'shop',
  state: 'refund_unknown',
  vnd: 20_000,
  points: 5,
  returned: { vnd: 0, points: 0 },
  owed: { vnd: 20_000, points: 5 },
  createdAt: now,
  updatedAt: now,
}
const disputed = {
  transactionId: 'T/2',
  reference: 'REF-2',
  state: 'open' as const,
  reason: 'possible_double_payment',
  vnd: 120_000,
  points: 0,
  refunded: { vnd: 0, points: 0 },
  returned: { vnd: 0, points: 0 },
  createdAt: now,
}
const linked = {
  reference: 'REF-3',
  method: 'linked-wallet' as const,
  state: 'payment_unknown' as const,
  createdAt: now,
  live: true,
  mayHaveMoved: true,
}
const order = orderView({ refunds: [unknown], disputedPayments: [disputed], attempts: [linked] })
const reason = 'seen on the merchant web site'
const action = { reason, staffId: 'an' }

const refundPath = '/orders/ORDER-1/refunds/R1/verdict'
const disputePath = '/orders/ORDER-1/payments/T%2F2/verdict'
const linkedPath = '/orders/ORDER-1/attempts/REF-3/verdict'
const unconfirmedPath = '/orders/ORDER-1/unconfirmed-payment/verdict'
const transferPath = '/transfers/TR-1/verdict'

const transfer = {
  id: 'TR-1',
  reference: 'REF-4',
  state: 'unknown' as const,
  version: 1,
  amountVnd: 50_000,
  receiverPhone: '*******001',
  description: '',
  createdAt: now,
  updatedAt: now,
}

function deskFor(found: OrderView = order) {
  return openDesk({
    view: { ...noTraces, find: async () => found, findTransfer: async () => transfer },
    money: {
      settleRefund: async () => ({ outcome: 'settled', refund: unknown, order: found }),
      acceptDispute: async () => ({ outcome: 'settled', order: found }),
      releaseDispute: async () => ({ outcome: 'settled', order: found }),
      settleLinkedPayment: async () => ({ outcome: 'settled', order: found }),
      settleTransfer: async () => ({ outcome: 'settled', transfer }),
    },
  })
}

const { payment: _payment, ...unconfirmed }: OrderView = orderView({
  state: 'paid_unverified',
  timeline: [{ seq: 3, at: now, kind: 'callback.received', facts: { transaction_id: 'T7' } }],
})

describe('a verdict on an order that is paid only according to a callback', () => {
  const fields = { by: 'an', choice: 'none', reason, step: 'confirm' }

  function deskWith(denyPayment: ConsoleMoneyApi['denyPayment'], found = [unconfirmed]) {
    const reads = [...found]
    const last = reads.at(-1) ?? unconfirmed
    return openDesk({
      view: { ...noTraces, find: async () => reads.shift() ?? last },
      money: { denyPayment },
    })
  }

  it('is linked, has a check page, and is recorded with the operator', async () => {
    const desk = deskWith(async () => ({ outcome: 'settled', order: unconfirmed }))
    await desk.signIn('U-AN')
    const page = await (await desk.get('/orders/ORDER-1')).text()
    const form = await (await desk.get(`${unconfirmedPath}?lang=en`)).text()
    const check = await desk.post(unconfirmedPath, { ...fields, step: 'check' })
    const before = desk.calls.filter(([name]) => name === 'denyPayment')
    const done = await desk.post(unconfirmedPath, fields)

    expect(page).toContain(`href="${unconfirmedPath}"`)
    expect(form).toContain('T7')
    expect([check.status, done.status, before]).toEqual([200, 303, []])
    expect(desk.calls).toContainEqual(['denyPayment', 'ORDER-1', action])
  })

  it('is linked also when queries about an expired payment fail, and not while it may be paid', async () => {
    const attempt: AttemptView = {
      reference: 'r1',
      method: 'web-payment',
      state: 'created',
      live: true,
      mayHaveMoved: false,
      serviceOrderId: '20260901T1',
      createdAt: now - 7200,
      expiresAt: now - 3600,
    }
    const pages: boolean[] = []
    for (const expiresAt of [now - 3600, now + 60]) {
      const order = {
        ...unconfirmed,
        state: 'created',
        attempts: [{ ...attempt, expiresAt }],
      } as const
      const desk = deskWith(async () => ({ outcome: 'settled', order }), [order])
      await desk.signIn('U-AN')
      pages.push((await (await desk.get('/orders/ORDER-1')).text()).includes(unconfirmedPath))
    }

    expect(pages).toEqual([true, false])
  })

  it.each([
    ['en', 'does not deny the payment for good'],
    ['vi', 'chưa phủ nhận hẳn khoản thanh toán'],
  ])(
    'is not recorded while the wallet does not deny the payment, and says so in %s',
    async (lang, text) => {
      const why = 'the query was lost'
      const desk = deskWith(async () => ({ outcome: 'not_denied', why, order: unconfirmed }))
      await desk.signIn('U-AN')
      const answer = await desk.post(`${unconfirmedPath}?lang=${lang}`, fields)

      expect(answer.status).toBe(409)
      const shown = await answer.text()
      for (const part of [text, `value="${reason}"`]) expect(shown).toContain(part)
    },
  )

  it('is shown as settled when the wallet has named a payment meanwhile', async () => {
    const timeline = [
      { seq: 9, at: now, kind: 'payment.confirmed', facts: { known: 'signed query' } },
    ]
    const paid = orderView({ state: 'paid', timeline })
    const desk = deskWith(
      async () => ({ outcome: 'not_unknown', order: paid }),
      [unconfirmed, paid],
    )
    await desk.signIn('U-AN')
    const answer = await desk.post(`${unconfirmedPath}?lang=en`, fields)

    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('This is settled already')
  })

  it('is refused for the role view and other stores', async () => {
    const deny = async () => ({ outcome: 'not_found' as const })
    const { by: _by, ...ofNobody } = fields
    for (const [person, status] of [
      ['U-CHI', 403],
      ['U-GIANG', 404],
    ] as const) {
      const desk = deskWith(deny)
      await desk.signIn(person)
      expect((await desk.get(unconfirmedPath)).status).toBe(status)
      expect((await desk.post(unconfirmedPath, ofNobody)).status).toBe(status)
      expect(desk.calls.some(([name]) => name === 'denyPayment')).toBe(false)
    }
  })
})

const verdicts = [
  [
    refundPath,
    'refunded',
    {},
    ['settleRefund', 'ORDER-1', 'R1', { result: 'refunded', ...action }],
  ],
  [
    refundPath,
    'money',
    {},
    ['settleRefund', 'ORDER-1', 'R1', { result: 'refunded', vnd: 20_000, ...action }],
  ],
  [
    refundPath,
    'points',
    {},
    ['settleRefund', 'ORDER-1', 'R1', { result: 'refunded', points: 5, ...action }],
  ],
  [
    refundPath,
    'not_refunded',
    {},
    ['settleRefund', 'ORDER-1', 'R1', { result: 'not_refunded', ...action }],
  ],
  [disputePath, 'accept', {}, ['acceptDispute', 'ORDER-1', { transactionId: 'T/2', ...action }]],
  [disputePath, 'release', {}, ['releaseDispute', 'ORDER-1', { transactionId: 'T/2', ...action }]],
  [
    linkedPath,
    'paid',
    { transactionId: 'T5' },
    [
      'settleLinkedPayment',
      'ORDER-1',
      { reference: 'REF-3', result: 'paid', transactionId: 'T5', ...action },
    ],
  ],
  [
    linkedPath,
    'not_paid',
    { transactionId: 'T5' },
    ['settleLinkedPayment', 'ORDER-1', { reference: 'REF-3', result: 'not_paid', ...action }],
  ],
  [
    transferPath,
    'succeeded',
    { transactionId: 'T5' },
    ['settleTransfer', 'TR-1', { result: 'succeeded', transactionId: 'T5', ...action }],
  ],
  [transferPath, 'refused', {}, ['settleTransfer', 'TR-1', { result: 'refused', ...action }]],
] as const

describe('a verdict', () => {
  it.each(verdicts)(
    'at %s of %s with %j has a check page, and is then recorded with the operator',
    async (...given) => {
      const [path, choice, more, call] = given
      const desk = deskFor()
      await desk.signIn('U-AN')
      const form = await desk.get(path)
      const fields = { by: 'an', choice, reason, ...more }
      const check = await desk.post(path, { ...fields, step: 'check' })
      const before = desk.calls.length
      const done = await desk.post(path, { ...fields, step: 'confirm' })

      expect([form.status, check.status, done.status]).toEqual([200, 200, 303])
      expect(await check.text()).toContain('value="confirm"')
      expect(desk.calls.slice(before)).toContainEqual(call)
      expect(desk.calls.slice(0, before).some(([name]) => /settle|Dispute/.test(name))).toBe(false)
    },
  )

  it.each([
    [refundPath, { choice: 'everything', reason }],
    [refundPath, { reason }],
    [refundPath, { choice: 'refunded', reason: '' }],
    [transferPath, { choice: 'succeeded', reason }],
    [transferPath, { choice: 'succeeded', reason, transactionId: 'two words' }],
  ])('at %s with %j is refused', async (path, fields) => {
    const desk = deskFor()
    await desk.signIn('U-AN')
    const answer = await desk.post(path, { ...fields, step: 'confirm' })

    expect(answer.status).toBe(400)
    expect((await answer.text()).match(/<input[^>]+autofocus/g)).toHaveLength(1)
    expect(desk.calls.some(([name]) => name.startsWith('settle'))).toBe(false)
  })

  it.each([
    "The verdict's transactionId must be given: the service has named none.",
    "The verdict's transactionId must not be that of another transfer: TR-9 has it.",
  ])(
    'with a transaction id that the order store refuses ("%s") shows the form again',
    async (said) => {
      const refuse = async () => {
        throw new TypeError(said)
      }
      const desk = openDesk({
        view: { ...noTraces, find: async () => order, findTransfer: async () => transfer },
        money: { settleLinkedPayment: refuse, settleTransfer: refuse },
      })
      await desk.signIn('U-AN')
      const fields = { by: 'an', reason, step: 'confirm' }
      const paid = await desk.post(`${linkedPath}?lang=en`, { ...fields, choice: 'paid' })
      const sent = { ...fields, choice: 'succeeded', transactionId: 'T5' }
      const arrived = await desk.post(`${transferPath}?lang=en`, sent)

      expect([paid.status, arrived.status]).toEqual([400, 400])
      for (const answer of [paid, arrived]) {
        const text = await answer.text()
        expect(text).toContain('id="problem-transactionId"')
        expect(text).toContain(reason)
      }
    },
  )

  it.each(['capturing', 'releasing'] as const)(
    'on held money of which it is unknown whether it is %s is linked and can be given',
    async (state) => {
      const desk = deskFor(orderView({ attempts: [{ ...linked, state }] }))
      await desk.signIn('U-AN')
      const page = await (await desk.get('/orders/ORDER-1')).text()
      const form = await desk.get(`${linkedPath}?lang=en`)
      const sent = { by: 'an', choice: 'not_paid', reason, step: 'confirm' }
      const done = await desk.post(linkedPath, sent)

      expect(page).toContain(`href="${linkedPath}"`)
      expect([form.status, done.status]).toEqual([200, 303])
      expect(await form.text()).not.toContain('settled already')
      const verdict = { reference: 'REF-3', result: 'not_paid', ...action }
      expect(desk.calls).toContainEqual(['settleLinkedPayment', 'ORDER-1', verdict])
    },
  )

  it.each([
    ['en', 'It was never made'],
    ['vi', 'Chưa từng được thanh toán'],
  ])(
    'that a payment was never made can be given where only a person made it, in %s',
    async (...given) => {
      const [lang, label] = given
      const byVerdict = (lines: readonly (readonly [kind: string, known: string])[]) =>
        orderView({
          disputedPayments: [{ ...disputed, reference: 'REF-3' }],
          attempts: [{ ...linked, state: 'paid', live: false, mayHaveMoved: false }],
          timeline: lines.map(([kind, known], seq) => ({
            seq,
            at: now,
            kind,
            facts: { transaction_id: 'T/2', reference: 'REF-3', known },
          })),
        })
      const person = ['payment.disputed', 'word of a person'] as const
      const confirmed = ['payment.known', 'daily file of the service'] as const
      const forms: string[] = []
      for (const found of [byVerdict([person, confirmed]), order, byVerdict([person])]) {
        const other = deskFor(found)
        await other.signIn('U-AN')
        forms.push(await (await other.get(`${disputePath}?lang=${lang}`)).text())
      }
      const desk = deskFor(byVerdict([person]))
      await desk.signIn('U-AN')
      const fields = { by: 'an', choice: 'never_made', reason }
      const check = await desk.post(`${disputePath}?lang=${lang}`, { ...fields, step: 'check' })
      const before = desk.calls.filter(([name]) => name === 'releaseDispute')
      const done = await desk.post(disputePath, { ...fields, step: 'confirm' })

      expect(forms.map((form) => form.includes(label))).toEqual([false, false, true])
      expect([check.status, done.status, before]).toEqual([200, 303, []])
      const verdict = { transactionId: 'T/2', neverMade: true, ...action }
      expect(desk.calls).toContainEqual(['releaseDispute', 'ORDER-1', verdict])
    },
  )

  it.each([
    ['en', 'the payment that counts was never made'],
    ['vi', 'khoản đang được tính chưa từng được thanh toán'],
  ])('that a payment counts in the place of one that was never made, in %s', async (...given) => {
    const [lang, label] = given
    const counted = (known: string) =>
      orderView({
        payment: { transactionId: 'X1', vnd: 120_000, points: 0, confirmedAt: now },
        disputedPayments: [disputed],
        attempts: [{ ...linked, state: 'paid', live: false, mayHaveMoved: false }],
        timeline: [
          {
            seq: 1,
            at: now,
            kind: 'payment.confirmed',
            facts: { transaction_id: 'X1', reference: 'REF-3', known },
          },
        ],
      })
    const forms: string[] = []
    for (const known of ['signed query', 'word of a person']) {
      const other = deskFor(counted(known))
      await other.signIn('U-AN')
      forms.push(await (await other.get(`${disputePath}?lang=${lang}`)).text())
    }
    const desk = deskFor(counted('word of a person'))
    await desk.signIn('U-AN')
    const fields = { by: 'an', choice: 'accept_instead', reason }
    const check = await desk.post(`${disputePath}?lang=${lang}`, { ...fields, step: 'check' })
    const before = desk.calls.filter(([name]) => name === 'acceptDispute')
    const done = await desk.post(disputePath, { ...fields, step: 'confirm' })

    expect(forms.map((form) => form.includes(label))).toEqual([false, true])
    expect([check.status, done.status, before]).toEqual([200, 303, []])
    const verdict = { transactionId: 'T/2', insteadOf: 'X1', ...action }
    expect(desk.calls).toContainEqual(['acceptDispute', 'ORDER-1', verdict])
  })

  it('that a payment was never made is not taken where the service has named it', async () => {
    const desk = deskFor()
    await desk.signIn('U-AN')
    const fields = { by: 'an', choice: 'never_made', reason, step: 'confirm' }

    expect((await desk.post(disputePath, fields)).status).toBe(400)
    expect(desk.calls.some(([name]) => name === 'releaseDispute')).toBe(false)
  })

  it('that changes nothing is not reported as settled while the outcome is open', async () => {
    const desk = openDesk({
      view: { ...noTraces, find: async () => order },
      money: { releaseDispute: async () => ({ outcome: 'not_unknown', order }) },
    })
    await desk.signIn('U-AN')
    const fields = { by: 'an', choice: 'release', reason, step: 'confirm' }
    const answer = await desk.post(`${disputePath}?lang=en`, fields)
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).not.toContain('settled already')
    expect(text).toContain('This is still open')
    expect(text).toMatch(/value="release" checked/)
    expect(text).toContain(`value="${reason}"`)
  })

  it.each([
    ['en', 'What is owed was not returned', 'Still owed</dt><dd>5 points'],
    ['vi', 'Phần còn nợ chưa hoàn', 'Còn nợ</dt><dd>5 điểm'],
  ])(
    'on a refund with one returned half is about the other half, in %s',
    async (lang, no, owed) => {
      const half = { ...unknown, state: 'part_settled' as const, owed: { vnd: 0, points: 5 } }
      const desk = deskFor(
        orderView({ refunds: [{ ...half, returned: { vnd: 20_000, points: 0 } }] }),
      )
      await desk.signIn('U-AN')
      const form = await (await desk.get(`${refundPath}?lang=${lang}`)).text()
      const sent = { by: 'an', choice: 'not_refunded', reason }
      const check = await (await desk.post(refundPath, { ...sent, step: 'check' })).text()
      await desk.post(refundPath, { ...sent, step: 'confirm' })

      for (const page of [form, check]) {
        expect(page).toContain(no)
        expect(page).toContain(owed)
      }
      expect(form).not.toContain('value="money"')
      const verdict = { result: 'not_refunded', ...action }
      expect(desk.calls).toContainEqual(['settleRefund', 'ORDER-1', 'R1', verdict])
    },
  )

  it('is not offered again once the owed half was settled as not returned', async () => {
    const half = {
      ...unknown,
      state: 'part_settled' as const,
      returned: { vnd: 20_000, points: 0 },
      owed: { vnd: 0, points: 0 },
    }
    const desk = deskFor(orderView({ refunds: [half] }))
    await desk.signIn('U-AN')
    const page = await (await desk.get('/orders/ORDER-1?lang=en')).text()

    expect(page).not.toContain(`href="${refundPath}"`)
    expect(page).not.toContain('data-live')
    expect(page).toMatch(/20,000\s₫ \+ 5 points<br\/?><span class="soft">Returned: 20,000\s₫/)
  })

  it('shows the state of a transfer in the language of the page', async () => {
    const desk = deskFor()
    await desk.signIn('U-AN')
    const text = await (await desk.get(`${transferPath}?lang=vi`)).text()

    expect(text).toMatch(/chưa rõ kết quả/i)
    expect(text).not.toMatch(/<dd>unknown<\/dd>/)
  })

  it('to refund a payment redirects to the form of the refund', async () => {
    const desk = deskFor()
    await desk.signIn('U-AN')
    const answer = await desk.post(disputePath, { choice: 'return' })

    expect(answer.headers.get('location')).toBe('/orders/ORDER-1/refund?transaction=T%2F2')
  })

  it('on an outcome that the file has just settled says when and how it was settled', async () => {
    const settled = orderView({
      refunds: [{ ...unknown, state: 'refunded', owed: { vnd: 0, points: 0 } }],
      timeline: [
        {
          seq: 9,
          at: now,
          kind: 'refund.settled',
          facts: { refund_id: 'R1', known: 'daily file of the service' },
        },
      ],
    })
    const reads = [order, settled]
    const desk = openDesk({
      view: { find: async () => reads.shift() ?? settled },
      money: {
        settleRefund: async () => ({
          outcome: 'not_unknown',
          refund: unknown,
          order: settled,
        }),
      },
    })
    await desk.signIn('U-AN')
    const fields = { by: 'an', choice: 'not_refunded', reason, step: 'confirm' }
    const raced = await desk.post(`${refundPath}?lang=en`, fields)
    const later = await desk.get(refundPath)

    expect([raced.status, later.status]).toEqual([409, 409])
    expect(await raced.text()).toContain('daily file of the service')
    expect(desk.calls.filter(([name]) => name === 'settleRefund')).toHaveLength(1)
  })

  it('that a colleague gave before is shown with their name and reason', async () => {
    const desk = deskFor(
      orderView({
        refunds: [{ ...unknown, state: 'refunded', owed: { vnd: 0, points: 0 } }],
        timeline: [
          {
            seq: 9,
            at: now,
            kind: 'refund.settled',
            facts: {
              refund_id: 'R1',
              known: 'word of a person',
              staff_id: 'binh',
              verdict_reason: 'asked the service',
            },
          },
        ],
      }),
    )
    await desk.signIn('U-AN')
    const text = await (await desk.get(refundPath)).text()

    expect(text).toContain('binh')
    expect(text).toContain('asked the service')
  })

  it('is refused for the role view, for other stores, and for a missing record', async () => {
    const viewer = deskFor()
    const stranger = deskFor()
    const desk = deskFor()
    await viewer.signIn('U-CHI')
    await stranger.signIn('U-GIANG')
    await desk.signIn('U-AN')

    for (const path of [refundPath, disputePath, linkedPath, transferPath]) {
      expect((await viewer.get(path)).status).toBe(403)
      expect((await viewer.post(path, { choice: 'refunded', reason })).status).toBe(403)
      const status = path === transferPath ? 403 : 404
      expect((await stranger.get(path)).status).toBe(status)
      expect((await stranger.post(path, { choice: 'refunded', reason })).status).toBe(status)
    }
    for (const path of ['refunds/R9', 'payments/T9', 'attempts/REF-9']) {
      expect((await desk.get(`/orders/ORDER-1/${path}/verdict`)).status).toBe(404)
    }
  })
})

describe('a payment with a linked wallet that counts as not paid', () => {
  const path = '/orders/ORDER-1/attempts/REF-3/correction'
  const line = {
    seq: 9,
    at: now,
    kind: 'payment.refused',
    facts: { reference: 'REF-3', known: 'word of a person', staff_id: 'binh' },
  }

  function notPaid(state: AttemptView['state'], more: Partial<AttemptView> = {}) {
    return orderView({ attempts: [{ ...linked, state, ...more }], timeline: [line] })
  }

  it.each([
    ['refused', 'en', 'This payment counts as not paid.', 'word of a person'],
    ['released', 'vi', 'Khoản này đang được tính là chưa thanh toán.', 'kết luận của nhân viên'],
  ] as const)(
    '(%s) can be settled as paid after a warning in %s',
    async (state, lang, warning, known) => {
      const desk = deskFor(notPaid(state))
      await desk.signIn('U-AN')
      const page = await (await desk.get('/orders/ORDER-1')).text()
      const form = await (await desk.get(`${path}?lang=${lang}`)).text()
      const word = { by: 'an', choice: 'paid', reason, transactionId: 'T5' }
      const check = await (await desk.post(path, { ...word, step: 'check' })).text()
      const before = desk.calls.filter(([name]) => name === 'settleLinkedPayment')
      const done = await desk.post(path, { ...word, step: 'confirm' })

      expect(page).toContain(`href="${path}"`)
      for (const shown of [form, check]) {
        expect(shown).toContain(warning)
        expect(shown).toContain(`binh · ${known}`)
      }
      expect([before, done.status]).toEqual([[], 303])
      const verdict = { reference: 'REF-3', result: 'paid', transactionId: 'T5', ...action }
      expect(desk.calls).toContainEqual(['settleLinkedPayment', 'ORDER-1', verdict])
    },
  )

  it('is not settled as paid by a form that was opened before a colleague settled it as not paid', async () => {
    const desk = deskFor(notPaid('refused'))
    await desk.signIn('U-AN')
    const word = { by: 'an', choice: 'paid', reason, transactionId: 'T5', step: 'confirm' }
    const answer = await desk.post(`${linkedPath}?lang=en`, word)

    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('binh')
    expect(desk.calls.some(([name]) => name === 'settleLinkedPayment')).toBe(false)
  })

  it('is linked from the difference that names it as a success, and decided together with it', async () => {
    const found = {
      ...difference,
      ours: [{ kind: 'payment', id: 'REF-3', orderId: 'ORDER-1', state: 'refused' }],
    } as const
    const desk = openDesk({
      view: {
        ...noTraces,
        ...viewOfDay,
        find: async () => notPaid('refused'),
        findDifference: async () => found,
      },
      money: {
        settleLinkedPayment: async () => ({ outcome: 'settled', order }),
        decideDifference: async () => ({ outcome: 'decided', difference: found }),
      },
    })
    await desk.signIn('U-AN')
    const at = `/daily-files/2026-09-01/differences/${runId}/120`
    const page = await (await desk.get(`${at}?lang=en`)).text()
    const place = `2026-09-01.${runId}.120`
    const word = { by: 'an', choice: 'paid', reason, step: 'confirm', difference: place }
    const done = await desk.post(path, word)

    expect(page).toContain('counts as not paid here')
    expect(page).toContain(`href="${path}?difference=${place}"`)
    expect(done.headers.get('location')).toBe(at)
    expect(desk.calls.map(([name]) => name)).toContain('decideDifference')
  })

  it.each([
    ['en', 'Your verdict is recorded', 'settled already'],
    ['vi', 'Kết luận của bạn đã được ghi', 'đã được kết luận'],
  ])(
    'leads to the difference that could not be decided with it, in %s',
    async (lang, recorded, settled) => {
      let state: 'refused' | 'paid' = 'refused'
      const desk = openDesk({
        view: { ...noTraces, find: async () => notPaid(state) },
        money: {
          settleLinkedPayment: async () => {
            state = 'paid'
            return { outcome: 'settled', order }
          },
          decideDifference: () => Promise.reject(new Error('the connection was lost')),
        },
      })
      await desk.signIn('U-AN')
      const place = `2026-09-01.${runId}.120`
      const word = { by: 'an', choice: 'paid', reason, step: 'confirm', difference: place }
      const failed = await desk.post(`${path}?lang=${lang}`, word)
      const again = await desk.post(`${path}?lang=${lang}`, word)
      const [first, second] = [await failed.text(), await again.text()]

      expect([failed.status, again.status]).toEqual([503, 409])
      expect(first).toContain(recorded)
      expect(second).toContain(settled)
      for (const text of [first, second]) {
        expect(text).toContain(`href="/daily-files/2026-09-01/differences/${runId}/120"`)
      }
    },
  )

  it.each([
    ['U-CHI', notPaid('refused'), 403],
    ['U-GIANG', notPaid('refused'), 404],
    ['U-AN', notPaid('paid'), 409],
    ['U-AN', notPaid('payment_unknown'), 409],
    ['U-AN', notPaid('refused', { method: 'web-payment' }), 404],
  ] as const)('is not corrected by %s where that may not be: %#', async (person, found, status) => {
    const desk = deskFor(found)
    await desk.signIn(person)
    const page = await (await desk.get('/orders/ORDER-1')).text()
    const by = person === 'U-AN' ? { by: 'an' } : {}
    const word = { ...by, choice: 'paid', reason, transactionId: 'T5', step: 'confirm' }

    expect(page).not.toContain(path)
    expect((await desk.get(path)).status).toBe(status)
    expect((await desk.post(path, word)).status).toBe(status)
    expect(desk.calls.some(([name]) => name === 'settleLinkedPayment')).toBe(false)
  })
})

describe('a refund that a verdict has settled as not returned', () => {
  const path = '/orders/ORDER-1/refunds/R1/correction'
  const nothing = { vnd: 0, points: 0 }
  const refusal = { code: 0, reason: 'not_returned', remedy: 'Refund anew.' }
  const denied = { ...unknown, state: 'refused', owed: nothing, refusal } as const
  const half = {
    ...unknown,
    state: 'part_settled',
    returned: { vnd: 20_000, points: 0 },
    owed: nothing,
  } as const
  const verdictLine: TimelineEntry = {
    seq: 9,
    at: now,
    kind: 'refund.refused',
    facts: { refund_id: 'R1', known: 'word of a person', staff_id: 'binh' },
  }
  const fileLine: TimelineEntry = {
    seq: 10,
    at: now,
    kind: 'refund.contradicted',
    facts: {
      refund_id: 'R1',
      known: 'daily file of the service',
      vnd: 20_000,
      points: 5,
      wallet_code: 'W-FILE',
    },
  }
  const word = { by: 'an', choice: 'refunded', reason, transactionId: 'W1' }

  function orderWith(refund: RefundView, timeline = [verdictLine]) {
    return orderView({ refunds: [refund], timeline })
  }

  it.each([
    ['en', denied, 'A person has recorded this refund', 'word of a person'],
    ['vi', denied, 'Một người đã kết luận khoản hoàn này', 'kết luận của nhân viên'],
    ['en', half, 'A person has recorded this refund', 'word of a person'],
  ] as const)(
    'can be settled as returned after a warning in %s: %#',
    async (lang, refund, warning, known) => {
      const desk = deskFor(orderWith(refund))
      await desk.signIn('U-AN')
      const page = await (await desk.get('/orders/ORDER-1')).text()
      const form = await (await desk.get(`${path}?lang=${lang}`)).text()
      const check = await (await desk.post(path, { ...word, step: 'check' })).text()
      const before = desk.calls.filter(([name]) => name === 'settleRefund')
      const { transactionId: _code, ...unnamed } = word
      const missing = await desk.post(path, { ...unnamed, step: 'confirm' })
      const long = await desk.post(path, {
        ...word,
        transactionId: 'x'.repeat(31),
        step: 'confirm',
      })
      const done = await desk.post(path, { ...word, step: 'confirm' })

      expect(page).toContain(`href="${path}"`)
      for (const shown of [form, check]) {
        expect(shown).toContain(warning)
        expect(shown).toContain(`binh · ${known}`)
      }
      expect(form).not.toContain('value="not_refunded"')
      expect(form.includes('value="money"')).toBe(refund.state === 'refused')
      expect([before, missing.status, long.status, done.status]).toEqual([[], 400, 400, 303])
      const verdict = { result: 'refunded', walletCode: 'W1', ...action }
      expect(desk.calls.filter(([name]) => name === 'settleRefund')).toEqual([
        ['settleRefund', 'ORDER-1', 'R1', verdict],
      ])
    },
  )

  it.each([
    ['money', { vnd: 20_000 }],
    ['points', { points: 5 }],
  ])('can be corrected by its %s alone', async (choice, amounts) => {
    const desk = deskFor(orderWith(denied))
    await desk.signIn('U-AN')
    await desk.post(path, { ...word, choice, step: 'confirm' })

    const verdict = { result: 'refunded', ...amounts, walletCode: 'W1', ...action }
    expect(desk.calls).toContainEqual(['settleRefund', 'ORDER-1', 'R1', verdict])
  })

  it('shows the row of the service file, with its code in the field', async () => {
    const desk = deskFor(orderWith(denied, [verdictLine, fileLine]))
    await desk.signIn('U-AN')
    const form = await (await desk.get(`${path}?lang=en`)).text()
    const page = await (await desk.get('/orders/ORDER-1?lang=en')).text()

    expect(form).toContain('W-FILE · daily file of the service')
    expect(form).toContain('value="W-FILE"')
    expect(form).toContain('binh · word of a person')
    expect(page).toContain('The service calls returned what counts as not returned here')
  })

  it('is refused, with the rest, when later refunds have used the payment', async () => {
    const refunded = { vnd: 80_000, points: 0 }
    const found = orderView({ refunds: [denied], timeline: [verdictLine], refunded })
    const desk = openDesk({
      view: { ...noTraces, find: async () => found },
      money: {
        settleRefund: async () => ({
          outcome: 'exceeds',
          left: { vnd: 40_000, points: 0 },
          refund: denied,
          order: found,
        }),
      },
    })
    await desk.signIn('U-AN')
    const answer = await desk.post(`${path}?lang=en`, { ...word, step: 'confirm' })
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('Nothing was changed: later refunds have used')
    expect(text).toContain('40,000')
    expect(text).toContain('value="W1"')
  })

  it('requires another code when another transaction has it', async () => {
    const desk = openDesk({
      view: { ...noTraces, find: async () => orderWith(denied) },
      money: {
        settleRefund: async () => {
          throw new TypeError(
            "The verdict's walletCode must not be that of another transaction: R2 has it.",
          )
        },
      },
    })
    await desk.signIn('U-AN')
    const answer = await desk.post(`${path}?lang=en`, { ...word, step: 'confirm' })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('wallet transaction code that the service has')
  })

  it.each([
    ['U-CHI', denied, 403],
    ['U-GIANG', denied, 404],
    ['U-AN', unknown, 409],
    ['U-AN', { ...denied, refusal: { ...refusal, code: 4_000_820 } }, 409],
    ['U-AN', { ...denied, refusal: { ...refusal, reason: 'failed_in_file' } }, 409],
    ['U-AN', { ...half, owed: { vnd: 0, points: 5 } }, 409],
    ['U-AN', { ...unknown, state: 'refunded', owed: nothing }, 409],
  ] as const)(
    'is not corrected by %s where that may not be: %#',
    async (person, refund, status) => {
      const desk = deskFor(orderWith(refund))
      await desk.signIn(person)
      const page = await (await desk.get('/orders/ORDER-1')).text()
      const { by, ...typed } = word
      const sent = { ...typed, ...(person === 'U-AN' && { by }), step: 'confirm' }

      expect(page).not.toContain(path)
      expect((await desk.get(path)).status).toBe(status)
      expect((await desk.post(path, sent)).status).toBe(status)
      expect(desk.calls.some(([name]) => name === 'settleRefund')).toBe(false)
    },
  )

  it('is not settled as returned by a form that was opened before the verdict', async () => {
    const desk = deskFor(orderWith(denied))
    await desk.signIn('U-AN')
    const sent = { by: 'an', choice: 'refunded', reason, step: 'confirm' }

    expect((await desk.post(refundPath, sent)).status).toBe(409)
    expect(desk.calls.some(([name]) => name === 'settleRefund')).toBe(false)
  })

  it('is linked from the difference that names it as a success', async () => {
    const found = {
      ...difference,
      ours: [{ kind: 'refund', id: 'R1', orderId: 'ORDER-1', state: 'refused' }],
    } as const
    const desk = openDesk({
      view: {
        ...noTraces,
        ...viewOfDay,
        find: async () => orderWith(denied),
        findDifference: async () => found,
      },
      money: {
        settleRefund: async () => ({ outcome: 'settled', refund: denied, order }),
        decideDifference: async () => ({ outcome: 'decided', difference: found }),
      },
    })
    await desk.signIn('U-AN')
    const at = `/daily-files/2026-09-01/differences/${runId}/120`
    const page = await (await desk.get(`${at}?lang=en`)).text()
    const place = `2026-09-01.${runId}.120`
    const done = await desk.post(path, { ...word, step: 'confirm', difference: place })

    expect(page).toContain('A person has recorded the refund of this row as not returned')
    expect(page).toContain(`href="${path}?difference=${place}"`)
    expect(done.headers.get('location')).toBe(at)
  })
})

describe('a transfer that a verdict has settled as not made', () => {
  const path = '/transfers/TR-1/correction'
  const word = { by: 'an', choice: 'succeeded', reason, transactionId: 'T5' }
  const byPerson = { code: 0, reason: 'settled_by_person', remedy: 'Ask anew.', idReusable: false }
  const byService = { code: 4_000_506, reason: 'no', remedy: 'Ask anew.', idReusable: false }

  function deskWith(refusal: typeof byPerson, state: 'refused' | 'unknown' = 'refused') {
    const found = { ...transfer, state, ...(state === 'refused' && { refusal }) }
    return openDesk({
      view: {
        ...noTraces,
        findTransfer: async () => found,
        transferTimeline: async () => [
          {
            seq: 9,
            at: now,
            kind: 'transfer.refused',
            facts: { known: 'word of a person', staff_id: 'binh' },
          },
        ],
      },
      money: { settleTransfer: async () => ({ outcome: 'settled', transfer: found }) },
    })
  }

  it.each([
    ['en', 'A person has recorded this transfer as not made', 'word of a person'],
    ['vi', 'Một người đã kết luận khoản chuyển này chưa được thực hiện', 'kết luận của nhân viên'],
  ])('can be settled as made after a warning in %s', async (lang, warning, known) => {
    const desk = deskWith(byPerson)
    await desk.signIn('U-AN')
    const page = await (await desk.get('/transfers/TR-1')).text()
    const form = await (await desk.get(`${path}?lang=${lang}`)).text()
    const check = await (await desk.post(path, { ...word, step: 'check' })).text()
    const before = desk.calls.filter(([name]) => name === 'settleTransfer')
    const { transactionId: _id, ...unnamed } = word
    const missing = await desk.post(path, { ...unnamed, step: 'confirm' })
    const done = await desk.post(path, { ...word, step: 'confirm' })

    expect(page).toContain(`href="${path}"`)
    for (const shown of [form, check]) {
      expect(shown).toContain(warning)
      expect(shown).toContain(`binh · ${known}`)
    }
    expect([before, missing.status, done.status]).toEqual([[], 400, 303])
    const verdict = { result: 'succeeded', transactionId: 'T5', ...action }
    expect(desk.calls.filter(([name]) => name === 'settleTransfer')).toEqual([
      ['settleTransfer', 'TR-1', verdict],
    ])
  })

  it.each([
    ['U-CHI', byPerson, 'refused', 403],
    ['U-GIANG', byPerson, 'refused', 403],
    ['U-AN', byService, 'refused', 409],
    ['U-AN', byPerson, 'unknown', 409],
  ] as const)('is not corrected by %s where that may not be: %#', async (...given) => {
    const [person, refusal, state, status] = given
    const desk = deskWith(refusal, state)
    await desk.signIn(person)
    const { by, ...typed } = word
    const sent = { ...typed, ...(person === 'U-AN' && { by }), step: 'confirm' }

    expect(await (await desk.get('/transfers/TR-1')).text()).not.toContain(path)
    expect((await desk.get(path)).status).toBe(status)
    expect((await desk.post(path, sent)).status).toBe(status)
    expect(desk.calls.some(([name]) => name === 'settleTransfer')).toBe(false)
  })

  it('is not settled as made by a form that was opened before the verdict', async () => {
    const desk = deskWith(byPerson)
    await desk.signIn('U-AN')

    expect((await desk.post(transferPath, { ...word, step: 'confirm' })).status).toBe(409)
    expect(desk.calls.some(([name]) => name === 'settleTransfer')).toBe(false)
  })
})

it('outcomes that wait for a verdict are listed, each with a link to it', async () => {
  const about = { vnd: 20_000, points: 0, at: now, orderId: 'ORDER-1' }
  const desk = openDesk({
    view: {
      listUndecided: async () => ({
        items: [
          { ...about, kind: 'refund', id: 'R1', state: 'refund_unknown' },
          { ...about, kind: 'dispute', id: 'T/2', state: 'open' },
          { ...about, kind: 'payment', id: 'REF-3', state: 'payment_unknown' },
          { ...about, kind: 'unconfirmed', id: 'ORDER-1', state: 'paid_unverified' },
          { kind: 'transfer', id: 'TR-1', vnd: 20_000, points: 0, at: now, state: 'unknown' },
        ],
        isMore: false,
      }),
      listUndecidedDifferences: async () => ({
        days: [{ day: '2026-11-21', runId: '0'.repeat(32), total: 3, undecided: 2 }],
        differences: [],
      }),
    },
  })
  await desk.signIn('U-AN')
  const text = await (await desk.get('/verdicts')).text()

  expect(text).toContain('>2 chênh lệch</span>')
  expect(await (await desk.get('/verdicts?lang=en')).text()).toContain('>2 differences</span>')
  const day = '/daily-files/2026-11-21'
  for (const address of [refundPath, disputePath, linkedPath, unconfirmedPath, transferPath, day]) {
    expect(text).toContain(`href="${address}"`)
  }
})

it('outcomes of other stores are not queried', async () => {
  const desk = openDesk({ view: { listUndecided: async () => ({ items: [], isMore: false }) } })
  await desk.signIn('U-GIANG')
  await desk.get('/verdicts')

  expect(desk.calls).toEqual([['listUndecided', { storeCodes: ['STORE-2'] }]])
})

describe('a transaction that a verdict has named wrongly', () => {
  const word = { by: 'an', reason, transactionId: 'T9' }
  type Made = 'payment.confirmed' | 'payment.disputed' | 'transfer.succeeded'
  /** Who names the transaction: a person, or later the service too, which names another one. */
  type NamedBy = 'person' | 'person and service'
  function lines(made: Made, namedBy: NamedBy) {
    const of = made === 'transfer.succeeded' ? 'transfer' : 'payment'
    const facts = {
      reference: 'REF-3',
      transaction_id: 'X1',
      known: 'word of a person',
      staff_id: 'binh',
    }
    const said = { reference: 'REF-3', known: 'daily file of the service', transaction_id: 'T9' }
    const by = { seq: 8, at: now, kind: made, facts }
    return namedBy === 'person and service'
      ? [by, { seq: 9, at: now, kind: `${of}.contradicted`, facts: said }]
      : [by]
  }
  function paidOrder(namedBy: NamedBy) {
    return orderView({
      attempts: [{ ...linked, state: 'paid' }],
      payment: { transactionId: 'X1', vnd: 1, points: 0, confirmedAt: now },
      timeline: lines('payment.confirmed', namedBy),
    })
  }
  function disputedOrder(timeline: OrderView['timeline']) {
    return orderView({
      attempts: [{ ...linked, state: 'paid' }],
      payment: { transactionId: 'T1', vnd: 1, points: 0, confirmedAt: now },
      timeline,
    })
  }
  function deskWithTransfer(namedBy: NamedBy) {
    const found = { ...transfer, state: 'succeeded', transactionId: 'X1' } as const
    return openDesk({
      view: {
        ...noTraces,
        findTransfer: async () => found,
        transferTimeline: async () => lines('transfer.succeeded', namedBy),
      },
      money: { settleTransfer: async () => ({ outcome: 'settled', transfer: found }) },
    })
  }

  it.each([
    ['en', 'the service names another one'],
    ['vi', 'dịch vụ nêu mã khác'],
  ])('can be corrected for a payment after a warning, in %s', async (lang, warning) => {
    const path = '/orders/ORDER-1/attempts/REF-3/correction'
    const desk = deskFor(paidOrder('person and service'))
    await desk.signIn('U-AN')
    const page = await (await desk.get('/orders/ORDER-1')).text()
    const form = await (await desk.get(`${path}?lang=${lang}`)).text()
    const done = await desk.post(path, { ...word, choice: 'paid', step: 'confirm' })

    expect(page).toContain(`href="${path}"`)
    expect(form).toContain(warning)
    expect(form).toContain('value="T9"')
    expect(done.status).toBe(303)
    const verdict = { reference: 'REF-3', result: 'paid', transactionId: 'T9', ...action }
    expect(desk.calls).toContainEqual(['settleLinkedPayment', 'ORDER-1', verdict])
  })

  it.each([
    ['en', 'the service names another one'],
    ['vi', 'dịch vụ nêu mã khác'],
  ])('can be corrected for a transfer after a warning, in %s', async (lang, warning) => {
    const path = '/transfers/TR-1/correction'
    const desk = deskWithTransfer('person and service')
    await desk.signIn('U-AN')
    const page = await (await desk.get('/transfers/TR-1')).text()
    const form = await (await desk.get(`${path}?lang=${lang}`)).text()
    const done = await desk.post(path, { ...word, choice: 'succeeded', step: 'confirm' })

    expect(page).toContain(`href="${path}"`)
    expect(form).toContain(warning)
    expect(form).toContain('value="T9"')
    expect(done.status).toBe(303)
    const verdict = { result: 'succeeded', transactionId: 'T9', ...action }
    expect(desk.calls).toContainEqual(['settleTransfer', 'TR-1', verdict])
  })

  it('is corrected for a disputed payment, which is not that of the order', async () => {
    const path = '/orders/ORDER-1/attempts/REF-3/correction'
    const desk = deskFor(disputedOrder(lines('payment.disputed', 'person and service')))
    await desk.signIn('U-AN')
    const page = await (await desk.get('/orders/ORDER-1')).text()
    const form = await (await desk.get(`${path}?lang=en`)).text()

    expect(page).toContain(`href="${path}"`)
    expect(form).toMatch(/Transaction named by a person<\/dt>\s*<dd>[^/]*X1/u)
    expect(form).toContain('value="T9"')
  })

  it('is not offered for correction once it was corrected, or where the service named it first', async () => {
    const at = { seq: 10, at: now }
    const facts = { reference: 'REF-3', known: 'word of a person', transaction_id: 'T9' }
    const timeline = lines('payment.disputed', 'person and service')
    const corrected = [...timeline, { ...at, kind: 'payment.corrected', facts }]
    const ofService = timeline.map((line) =>
      line.kind === 'payment.disputed'
        ? { ...line, facts: { ...line.facts, known: 'answer of the service' } }
        : line,
    )
    const accepted = [...ofService, { ...at, kind: 'payment.confirmed', facts }]

    for (const told of [corrected, ofService, accepted]) {
      const desk = deskFor(disputedOrder(told))
      await desk.signIn('U-AN')
      expect(await (await desk.get('/orders/ORDER-1')).text()).not.toContain('/correction"')
    }
  })

  it('cannot be corrected before the service has named another one', async () => {
    const desk = deskFor(paidOrder('person'))
    await desk.signIn('U-AN')
    const other = deskWithTransfer('person')
    await other.signIn('U-AN')

    expect(await (await desk.get('/orders/ORDER-1')).text()).not.toContain('/correction"')
    expect(await (await other.get('/transfers/TR-1')).text()).not.toContain('/correction"')
  })
})
