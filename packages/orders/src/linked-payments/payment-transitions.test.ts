import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal, rightOtp } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  captureOrder,
  confirmOtp,
  findLink,
  listServiceCalls,
  payWithLink,
  releaseOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
  unlinkWallet,
} from '../index.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import type { LinkedAttempt } from './linked-attempt.ts'
import {
  recordOtpEnded,
  recordOtpNeeded,
  recordOtpNotChecked,
  recordOtpWrong,
  recordPaymentRefused,
  recordPaymentUnknown,
  reserveLinkedAttempt,
} from './payment-transitions.ts'

const id = 'order-1'

async function change(query: string, ...values: (string | number)[]): Promise<void> {
  const { meta } = await env.DB.prepare(query)
    .bind(...values)
    .run()
  if (meta.changes === 0) throw new Error(`"${query}" has changed nothing.`)
}

describe('a payment with a linked wallet begins', () => {
  let world: World
  let ownLinkId: string
  beforeEach(async () => {
    world = new World()
    await world.openLinked()
    ownLinkId = (await findLink(world.context, 'customer-1'))?.id ?? ''
    await startPayment(world.context, id, { method: 'web-payment' })
  })

  function begins(linkId = ownLinkId): Promise<boolean> {
    const attempt: LinkedAttempt = {
      orderId: id,
      reference: 'linked-1',
      amountVnd: 100_000,
      points: 0,
      holds: false,
      expiresAtMs: world.now() + 180_000,
      leaseUntilMs: world.now() + 90_000,
    }
    return reserveLinkedAttempt(world.context, attempt, { linkId, earlier: 0, callKey: 'K' })
  }

  const setAttempt = (column: string) =>
    `UPDATE attempts SET state = ?1, ${column} = ?2 WHERE order_id = '${id}'`

  it('on a payable order, also with an open payment page', async () => {
    expect(await begins()).toBe(true)
  })

  it('until the order expires', async () => {
    await change('UPDATE orders SET expires_at_ms = ?1', world.now() + 1)
    expect(await begins()).toBe(true)
  })

  it('not at or after its expiry', async () => {
    await change('UPDATE orders SET expires_at_ms = ?1', world.now())
    expect(await begins()).toBe(false)
  })

  it.each(['paid', 'held', 'cancelled', 'expired', 'disputed'])(
    'not on an order that is %s',
    async (state) => {
      await change('UPDATE orders SET state = ?1', state)
      expect(await begins()).toBe(false)
    },
  )

  it.each([
    ['unlinking', ''],
    ['unlinked', ', sealed_token = NULL'],
    ['requested', ', sealed_token = NULL'],
  ])('not with a wallet whose link is %s', async (state, withoutToken) => {
    await change(`UPDATE links SET state = ?1${withoutToken}`, state)
    expect(await begins()).toBe(false)
  })

  it('not with the wallet of another customer', async () => {
    await world.link('customer-2')
    const link = await findLink(world.context, 'customer-2')
    expect(await begins(link?.id)).toBe(false)
  })

  it('not with an unlinked wallet of a customer who has linked another one', async () => {
    await unlinkWallet(world.context, 'customer-1')
    await world.link('customer-1')
    const now = await findLink(world.context, 'customer-1')

    expect(await begins()).toBe(false)
    expect(await begins(now?.id)).toBe(true)
  })

  it.each(['paying', 'confirming', 'held', 'capturing', 'releasing', 'payment_unknown'])(
    'not while another payment is %s',
    async (state) => {
      await change(setAttempt('expires_at_ms'), state, world.now())
      expect(await begins()).toBe(false)
    },
  )

  it.each([
    ['creating', 'lease_until_ms'],
    ['awaiting_otp', 'expires_at_ms'],
  ])('while another payment is %s, once that has expired', async (state, column) => {
    await change(setAttempt(column), state, world.now() + 1)
    const before = await begins()
    await change(setAttempt(column), state, world.now())

    expect(before).toBe(false)
    expect(await begins()).toBe(true)
  })
})

describe('a result that arrives late', () => {
  const refused = { code: 4000101, reason: 'refused' }

  it.each([
    ['code needed', 'paying', (world, attempt) => recordOtpNeeded(world.context, attempt, 'LT1')],
    [
      'code wrong',
      'confirming',
      (world, attempt) => recordOtpWrong(world.context, attempt, { tries: 0, data: {} }),
    ],
    [
      'code not looked at',
      'confirming',
      (world, attempt) => recordOtpNotChecked(world.context, attempt, { data: {} }),
    ],
    [
      'refused',
      'paying',
      (world, attempt) =>
        recordPaymentRefused(world.context, attempt, { from: 'paying', ...refused }),
    ],
    [
      'unknown',
      'paying',
      (world, attempt) =>
        recordPaymentUnknown(world.context, attempt, { from: 'paying', tries: 0, data: {} }),
    ],
    [
      'code not typed',
      'awaiting_otp',
      (world, attempt) => recordOtpEnded(world.context, attempt, 'payment.otp_expired'),
    ],
  ] satisfies [string, string, (world: World, attempt: LinkedAttempt) => Promise<unknown>][])(
    '"%s" changes only a payment that is still %s',
    async (_name, from, record) => {
      const world = new World()
      await world.openLinked()
      await payWithLink(world.context, id)
      const attempt: LinkedAttempt = {
        ...(await world.linkedAttempt(id)),
        amountVnd: 100_000,
        holds: true,
      }
      for (const state of ['paid', 'refused', 'payment_unknown', 'capturing']) {
        await change('UPDATE attempts SET state = ?1', state)
        const before = await world.order(id)
        await record(world, attempt)
        expect(await world.order(id)).toEqual(before)
      }
      expect(await world.alertKinds()).toEqual([])

      await change('UPDATE attempts SET state = ?1', from)
      await record(world, attempt)
      expect((await world.linkedAttempt(id)).state).not.toBe(from)
    },
  )
})

it('a late answer to an earlier code does not make a payment unknown', async () => {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked()
  await payWithLink(world.context, id)
  await change("UPDATE attempts SET state = 'confirming', otp_tries = 2")
  const later = await world.linkedAttempt(id)
  const attempt = { ...later, holds: false, leaseUntilMs: later.leaseUntilMs - 1 }

  await recordPaymentUnknown(world.context, attempt, { from: 'confirming', tries: 1, data: {} })

  expect((await world.linkedAttempt(id)).state).toBe('confirming')
  expect(await world.alertKinds()).toEqual([])
})

describe('a person', () => {
  const by = { reason: 'looked up on the merchant site', staffId: 'S1' }

  it.each(['paid', 'not_paid'] as const)(
    'who settles a payment that was never to be held causes no call about held money: %s',
    async (result) => {
      const world = new World()
      await world.openLinked()
      const { reference, transactionId } = await world.payWithoutAnswer(id)
      const named = result === 'paid' ? { transactionId } : {}

      await settleLinkedPayment(world.context, id, { ...by, reference, result, ...named })
      await world.live(5)

      expect(world.service.count('hold')).toBe(0)
      expect(await world.linkedAttempt(id)).toMatchObject({ nextCallAtMs: null })
    },
  )

  it.each([
    ['paid', 'capture'],
    ['not_paid', 'release'],
  ] as const)(
    'who settles money that was held against the wish of the shop causes a call: %s, %s',
    async (result, asked) => {
      const world = new World()
      await world.openLinked()
      world.service.distort = (said) => ({ ...said, status: 'HOLDING' })
      world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
      await payWithLink(world.context, id)
      world.service.fault = () => 'none'
      const { reference } = await world.linkedAttempt(id)

      await settleLinkedPayment(world.context, id, { ...by, reference, result })
      await sweep(world.context)

      const calls = world.service.received.filter(({ call }) => call === 'hold')
      expect(calls.map((call) => call.id)).toEqual([`${reference}:${asked}`])
    },
  )

  it('settles a payment of unknown outcome as not paid', async () => {
    const world = new World()
    await world.openLinked()
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, id)
    const { reference } = await world.linkedAttempt(id)

    const verdict = { ...by, reference, result: 'not_paid' } as const
    const { outcome } = await settleLinkedPayment(world.context, id, verdict)

    expect(outcome).toBe('settled')
    expect((await world.linkedAttempt(id)).state).toBe('refused')
  })

  it('cannot record a payment as paid under another transaction than the one of the service', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked()
    await payWithLink(world.context, id)
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    const { reference } = await world.linkedAttempt(id)
    const verdict = { ...by, reference, result: 'paid', transactionId: 'OTHER' } as const

    await expect(settleLinkedPayment(world.context, id, verdict)).rejects.toThrow(
      'must be the one that the service has named',
    )
  })
})

describe('the journal records', () => {
  it.each([
    [0, undefined],
    [1, 1],
  ])('that %i points pay a part of the price', async (points, said) => {
    const world = new World()
    await world.openLinked()
    await payWithLink(world.context, id, points === 0 ? undefined : points)

    const { journal } = await world.order(id)
    const started = journal.find(({ kind }) => kind === 'payment.started')
    expect(started?.data).toMatchObject({ amount_vnd: 100_000 })
    expect(started?.data['points']).toBe(said)
  })

  it.each([
    ['refused by the service', refusal(4000101, 'no'), 'payment.refused', 'answer of the service'],
    [
      'not sent',
      { outcome: 'not_sent', message: 'the key is missing' } as const,
      'payment.refused',
      'own record',
    ],
    [
      'unknown after silence',
      { outcome: 'unknown', silent: true, message: 'no answer' } as const,
      'payment.unknown',
      'no answer of the service',
    ],
    ['unknown after a code', refusal(5000001, 'maybe'), 'payment.unknown', 'answer of the service'],
  ])('the evidence for a payment that is %s', async (_name, answer, kind, evidence) => {
    const world = new World()
    await world.openLinked()
    world.service.answers.pay = (): PortAnswer<never> => answer

    await payWithLink(world.context, id)

    const { journal } = await world.order(id)
    expect(journal.at(-1)).toMatchObject({ kind, evidence })
  })
})

describe('the journal of a payment', () => {
  async function linesOf(world: World) {
    const { journal } = await world.order(id)
    const own = journal.filter(({ kind }) => /^(?:payment|hold)\./.test(kind))
    return own.map(({ kind, evidence, data }) => ({ kind, evidence, data }))
  }

  it('has every sent code, and the expiry', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ expiresInMinutes: 60 })
    await payWithLink(world.context, id, 1)
    await confirmOtp(world.context, id, '000000')
    world.service.fault = (call) => (call === 'confirm' ? 'turned away' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    world.service.fault = () => 'none'
    world.advance({ minutes: 14, seconds: 59 })
    await sweep(world.context)
    const before = await world.linkedAttempt(id)
    world.advance({ seconds: 1 })
    await sweep(world.context)

    const { reference, state, nextCallAtMs, linkId } = await world.linkedAttempt(id)
    const transaction_id = 'LT000001'
    expect(before.state).toBe('awaiting_otp')
    expect([state, nextCallAtMs]).toEqual(['expired', null])
    expect(await linesOf(world)).toEqual([
      {
        kind: 'payment.started',
        evidence: 'own record',
        data: {
          reference,
          method: 'linked-wallet',
          link_id: linkId,
          amount_vnd: 100_000,
          points: 1,
          holds: false,
        },
      },
      {
        kind: 'payment.otp_awaited',
        evidence: 'answer of the service',
        data: { reference, transaction_id },
      },
      {
        kind: 'payment.otp_sent',
        evidence: 'own record',
        data: { reference, transaction_id, try: 1 },
      },
      {
        kind: 'payment.otp_refused',
        evidence: 'answer of the service',
        data: { reference, try: 1, code: 4000001, reason: 'reason_4000001' },
      },
      {
        kind: 'payment.otp_sent',
        evidence: 'own record',
        data: { reference, transaction_id, try: 2 },
      },
      {
        kind: 'payment.otp_not_checked',
        evidence: 'answer of the service',
        data: { reference, code: 4010002, reason: 'reason_4010002' },
      },
      { kind: 'payment.otp_expired', evidence: 'own record', data: { reference } },
    ])
  })

  it('has the failure that the service reports', async () => {
    const world = new World()
    await world.openLinked()
    world.service.distort = ({ walletNumber: _number, ...answer }) => ({
      ...answer,
      status: 'FAIL',
    })

    await payWithLink(world.context, id)

    const { reference } = await world.linkedAttempt(id)
    expect((await linesOf(world)).at(-1)).toEqual({
      kind: 'payment.refused',
      evidence: 'answer of the service',
      data: { reference, code: 200, reason: 'payment_failed' },
    })
  })

  it('has the hold, the request to capture and the capture', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    await payWithLink(world.context, id, 1)
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)
    const { reference } = await world.linkedAttempt(id)
    const transaction_id = 'LT000001'

    expect((await linesOf(world)).slice(1)).toEqual([
      {
        kind: 'payment.held',
        evidence: 'answer of the service',
        data: {
          reference,
          transaction_id,
          wallet_number: 'W-LT000001',
          amount_vnd: 100_000,
          points: 1,
        },
      },
      {
        kind: 'hold.capture_asked',
        evidence: 'own record',
        data: { reference, transaction_id },
      },
    ])
    world.service.fault = () => 'none'
    await world.live(10)
    expect((await linesOf(world)).at(-1)).toMatchObject({
      kind: 'payment.confirmed',
      evidence: 'answer of the service',
      data: { captured: true, calls: 2 },
    })
  })

  it('names no points of a hold that takes none', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    await payWithLink(world.context, id)

    const { reference } = await world.linkedAttempt(id)
    expect((await linesOf(world)).at(-1)?.data).toEqual({
      reference,
      transaction_id: 'LT000001',
      wallet_number: 'W-LT000001',
      amount_vnd: 100_000,
    })
  })

  it('has the reason and the evidence of a release, with an event for the shop', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    await payWithLink(world.context, id)
    await releaseOrder(world.context, id)
    await world.live(1)
    const { reference } = await world.linkedAttempt(id)
    const data = { reference, transaction_id: 'LT000001', reason: 'asked' }

    expect((await linesOf(world)).slice(-2)).toEqual([
      { kind: 'hold.release_asked', evidence: 'own record', data },
      { kind: 'hold.released', evidence: 'answer of the service', data: { ...data, calls: 1 } },
    ])
    expect(
      world.events.map(({ type, data: { version, facts } }) => [type, version, facts]),
    ).toEqual([
      ['order.held', 2, expect.objectContaining({ reference, amount_vnd: 100_000 })],
      ['order.cancelled', 3, { ...data, calls: 1 }],
    ])
  })
})

it('has its calls listed', async () => {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked()
  await payWithLink(world.context, id)
  await confirmOtp(world.context, id, rightOtp)

  const calls = await listServiceCalls(world.context, 'order', id)

  expect(calls.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`).toSorted()).toEqual([
    'confirmOnlineTransaction accepted',
    'createOnlineTransaction accepted',
  ])
})

it('is not made unknown while its call or its code is running', async () => {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked()
  world.service.during = async (call) => {
    if (call !== 'pay' && call !== 'confirm') return
    world.advance({ seconds: 89 })
    await sweep(world.context)
    states.push((await world.linkedAttempt(id)).state)
    busy.push((await payWithLink(world.context, id)).outcome)
  }
  const states: string[] = []
  const busy: string[] = []

  await payWithLink(world.context, id)
  const outcome = await confirmOtp(world.context, id, rightOtp)

  expect(states).toEqual(['paying', 'confirming'])
  expect(busy).toEqual(['busy', 'busy'])
  expect(outcome).toMatchObject({ outcome: 'paid' })
})

it.each(['pay', 'confirm'] as const)(
  'is unknown once the lease of a %s call is over',
  async (lost) => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked()
    const states: string[] = []
    world.service.during = async (call) => {
      if (call !== lost) return
      world.advance({ seconds: 90 })
      await sweep(world.context)
      states.push((await world.linkedAttempt(id)).state)
    }

    await payWithLink(world.context, id)
    await confirmOtp(world.context, id, rightOtp)

    expect(states).toEqual(['payment_unknown'])
  },
)

it('does not count a code that the service did not check, and counts every other', async () => {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked({ expiresInMinutes: 60 })
  await payWithLink(world.context, id)
  await confirmOtp(world.context, id, '000000')
  await confirmOtp(world.context, id, '000000')
  world.service.fault = (call) => (call === 'confirm' ? 'turned away' : 'none')
  await confirmOtp(world.context, id, rightOtp)
  world.service.fault = () => 'none'

  expect(await world.linkedAttempt(id)).toMatchObject({ state: 'awaiting_otp', otpTries: 2 })
  expect(await confirmOtp(world.context, id, '000000')).toMatchObject({ outcome: 'failed' })
})

it.each([
  ['own record', { outcome: 'not_sent', message: 'the key is missing' } as const],
  ['answer of the service', refusal(4010002, 'no')],
])('names the %s as evidence that a code was not checked', async (evidence, answer) => {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked()
  await payWithLink(world.context, id)
  world.service.answers.confirm = (): PortAnswer<never> => answer

  await confirmOtp(world.context, id, rightOtp)

  const { journal } = await world.order(id)
  expect(journal.at(-1)).toMatchObject({ kind: 'payment.otp_not_checked', evidence })
})

describe('a code', () => {
  async function awaitingCode(): Promise<World> {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    await payWithLink(world.context, id)
    return world
  }

  it('is not sent while it is unknown whether the open payment page was paid', async () => {
    const world = await awaitingCode()
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')

    expect(await confirmOtp(world.context, id, rightOtp)).toEqual({ outcome: 'busy' })
    expect(world.service.count('confirm')).toBe(0)
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'awaiting_otp', otpTries: 0 })
  })

  it('is sent again for a payment of unknown outcome, whatever is known of the open page', async () => {
    const world = await awaitingCode()
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')

    expect(await confirmOtp(world.context, id, rightOtp)).toMatchObject({ outcome: 'paid' })
  })

  it.each(['wrong', 'right'])(
    'is not sent when another one was refused since the payment was read: the %s one',
    async (which) => {
      const world = await awaitingCode()
      const otp = which === 'right' ? rightOtp : '000001'
      world.service.before = async (call) => {
        if (call !== 'query') return
        world.service.before = async () => {}
        await confirmOtp(world.context, id, '000000')
      }

      const outcome = await confirmOtp(world.context, id, otp)

      expect(outcome).toMatchObject({ outcome: 'otp_needed', triesLeft: 2 })
      expect(world.service.count('confirm')).toBe(1)
    },
  )

  it('is not counted when the service did not check it, also twice within a millisecond', async () => {
    const world = await awaitingCode()
    world.service.answers.confirm = () => refusal(4010001, 'no')

    const outcomes = [
      await confirmOtp(world.context, id, rightOtp),
      await confirmOtp(world.context, id, rightOtp),
    ]

    const needed = { outcome: 'otp_needed', triesLeft: 3, wasWrong: false }
    expect(outcomes).toMatchObject([needed, needed])
  })

  it('is not sent once the open payment page was paid', async () => {
    const world = await awaitingCode()
    world.service.pay(world.service.newest)

    expect(await confirmOtp(world.context, id, rightOtp)).toMatchObject({ outcome: 'closed' })
    expect(world.service.count('confirm')).toBe(0)
    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('is not sent again for a payment of unknown outcome after the last try', async () => {
    const world = await awaitingCode()
    for (const otp of ['000000', '000000']) await confirmOtp(world.context, id, otp)
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, '000000')
    world.service.fault = () => 'none'

    expect(await confirmOtp(world.context, id, rightOtp)).toMatchObject({ outcome: 'unsettled' })
    expect(world.service.count('confirm')).toBe(3)
  })

  it.each([
    [3, 3],
    [10, 10],
    [60, 15],
  ])('can be entered for an order of %i minutes for %i', async (life, minutes) => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ expiresInMinutes: life })

    const outcome = await payWithLink(world.context, id)

    const expiresAt = Math.floor(world.now() / 1000) + minutes * 60
    expect(outcome).toMatchObject({ outcome: 'otp_needed', triesLeft: 3, expiresAt })
  })

  it('can be entered for three minutes at least, also when the order expires before', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ expiresInMinutes: 3 })
    world.advance({ minutes: 2 })

    const outcome = await payWithLink(world.context, id)

    const expiresAt = Math.floor(world.now() / 1000) + 3 * 60
    expect(outcome).toMatchObject({ outcome: 'otp_needed', expiresAt })
  })
})

it.each([
  [29.9, 4000001, 'unsettled'],
  [29, 4090801, 'unsettled'],
  [30, 4000001, 'failed'],
  [29, 4000101, 'failed'],
  [31, 4000001, 'failed'],
])(
  'after a restore %s days ago, the refusal %i of a new payment means: %s',
  async (days, code, outcome) => {
    const world = new World()
    const restored = { kind: 'database_restored', subject: 'd1', data: {} } as const
    await raiseAlert(world.context, { ...restored, atMs: world.now() })
    world.advance({ hours: days * 24 })
    await world.openLinked()
    world.service.answers.pay = () => refusal(code, 'no')

    expect(await payWithLink(world.context, id)).toMatchObject({ outcome })
  },
)

it('no other alert than that of a restore makes a refused payment unknown', async () => {
  const world = new World()
  await raiseAlert(world.context, {
    kind: 'transfer_unknown',
    subject: 'd1',
    atMs: world.now(),
    data: {},
  })
  await world.openLinked()
  world.service.answers.pay = () => refusal(4000001, 'no')

  expect(await payWithLink(world.context, id)).toMatchObject({ outcome: 'failed' })
})
