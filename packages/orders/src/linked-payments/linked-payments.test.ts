import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { failingDatabase } from '../../test/failing-database.ts'
import { lostConnection } from '../../test/lost-connection.ts'
import { accepted, refusal, rightOtp } from '../../test/scripted-wallet.ts'
import { statesOf } from '../../test/linked-orders.ts'
import { World } from '../../test/world.ts'
import type { NewOrder } from '../api.ts'
import {
  acknowledgeAlert,
  captureOrder,
  closeAlert,
  confirmOtp,
  findLink,
  listAlerts,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
  unlinkWallet,
} from '../index.ts'
import { linkedPaymentReference } from '../references/reference.ts'
import { verifyJournal } from '../upkeep/index.ts'
import { settleLinkedPayments } from './settle-linked-payments.ts'

const id = 'order-1'
const staff = { reason: 'seen in the daily file', staffId: 'S1' }

function eventTypes(world: World): string[] {
  return world.events.map(({ type }) => type)
}

describe('payWithLink', () => {
  // Specification: 1.13, 3.6, 1.48
  it('pays immediately by an answer that names our reference and its transaction', async () => {
    const world = new World()
    await world.openLinked()

    const outcome = await payWithLink(world.context, id)
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'paid',
      order: { state: 'paid', payment: { transactionId: 'LT000001', vnd: 100_000, points: 0 } },
    })
    expect(eventTypes(world)).toEqual(['order.paid'])
    const { journal, attempts } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.confirmed')).toMatchObject({
      evidence: 'answer of the service',
      data: { found_by: 'linked-wallet', wallet_number: 'W-LT000001', service_order_id: null },
    })
    expect(attempts[0]).toMatchObject({ state: 'paid', walletNumber: 'W-LT000001' })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it.each([
    ['paid', false, 'before', 3, 'paid paid'],
    ['paid', false, 'after', 1, 'paid paid'],
    ['held', true, 'before', 4, 'held held'],
    ['held', true, 'after', 1, 'held held'],
  ] as const)(
    'stores the answer that money is %s (holding: %s) although its write fails %s the commit, %i times',
    async (outcome, holdPayment, fault, times, state) => {
      const world = new World({ context: { sleep: async () => {} } })
      await world.openLinked({ holdPayment })
      let left = 0
      const database = failingDatabase(world.context.database, () => {
        if (left === 0) return 'none'
        left -= 1
        return fault
      })
      world.service.during = async () => {
        left = times
      }

      const paid = await payWithLink({ ...world.context, database }, id)
      await world.live(5)

      expect(paid).toMatchObject({ outcome })
      expect(await statesOf(world, id)).toBe(state)
      expect(await world.alertKinds()).toEqual([])
      expect(world.service.count('pay')).toBe(1)
    },
  )

  it('is made although the connection was lost when it was stored', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    await world.openLinked()
    const database = lostConnection(world.context.database, /^insert into "attempts"/i)

    const paid = await payWithLink({ ...world.context, database }, id)

    expect(paid).toMatchObject({ outcome: 'paid' })
    expect(world.service.count('pay')).toBe(1)
  })

  it('is confirmed although the connection was lost when the code was counted', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    await world.openLinked()
    world.service.needsOtp = true
    await payWithLink(world.context, id)
    const database = lostConnection(
      world.context.database,
      /^update "attempts" set .*"otp_tries"/is,
    )

    const confirmed = await confirmOtp({ ...world.context, database }, id, rightOtp)

    expect(confirmed).toMatchObject({ outcome: 'paid' })
    expect(world.service.count('confirm')).toBe(1)
  })

  it('stores the attempt before it calls the service', async () => {
    const world = new World()
    await world.openLinked()
    const states: string[] = []
    world.service.during = async () => void states.push(await statesOf(world, id))

    await payWithLink(world.context, id)

    expect(states).toEqual(['creating paying'])
  })

  it('charges once for concurrent and repeated requests', async () => {
    const world = new World()
    await world.openLinked()

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => payWithLink(world.context, id)),
    )
    const later = await payWithLink(world.context, id)

    expect(world.service.count('pay')).toBe(1)
    for (const { outcome } of outcomes) expect(['busy', 'paid']).toContain(outcome)
    expect(later.outcome).toBe('paid')
  })

  it.each([
    ['names no customer', { id: 'other' }],
    ['names a customer without a wallet', { id: 'other', linkedCustomerId: 'nobody' }],
  ])('does not charge for an order that %s', async (_what, order) => {
    const world = new World()
    await world.link()
    await openOrder(world.context, { ...order, amountVnd: 1000 })

    expect(await payWithLink(world.context, 'other')).toEqual({ outcome: 'not_linked' })
    expect(world.service.count('pay')).toBe(0)
  })

  it('raises an alert when tokens cannot be decrypted any more', async () => {
    const world = new World()
    await world.openLinked()

    const outcome = await payWithLink(
      { ...world.context, linkSecret: 'another secret of tests' },
      id,
    )

    expect(outcome).toEqual({ outcome: 'not_linked' })
    expect(await world.alertKinds()).toEqual(['link_token_unreadable'])
    expect(await findLink(world.context, 'customer-1')).toMatchObject({ state: 'unlinked' })
    expect(world.service.count('pay')).toBe(0)
  })

  it('keeps the link, and returns why nothing was paid, while no secret is configured', async () => {
    const world = new World()
    await world.openLinked()
    const { linkSecret: _secret, ...context } = world.context

    const outcome = await payWithLink(context, id)

    expect(outcome).toEqual({ outcome: 'failed', code: 0, reason: 'not_configured' })
    expect((await payWithLink(world.context, id)).outcome).toBe('paid')
  })

  it('pays with a token that was sealed with the previous secret', async () => {
    const world = new World()
    await world.openLinked()
    const linkSecret = 'another secret of tests'
    const context = { ...world.context, linkSecret, linkSecretPrevious: world.context.linkSecret }

    expect((await payWithLink(context, id)).outcome).toBe('paid')
  })

  // Specification: 3.14
  it('ends a link that the customer ended in the wallet app', async () => {
    const world = new World()
    await world.openLinked()
    delete world.service.links[0]?.userToken

    const outcome = await payWithLink(world.context, id)
    const again = await payWithLink(world.context, id)

    expect([outcome, again]).toEqual([{ outcome: 'not_linked' }, { outcome: 'not_linked' }])
    expect(world.service.count('pay')).toBe(1)
    expect(await statesOf(world, id)).toBe('created refused')
    expect(await findLink(world.context, 'customer-1')).toMatchObject({ state: 'unlinked' })
    expect(await unlinkWallet(world.context, 'customer-1')).toEqual({ outcome: 'not_linked' })
    expect(await world.alertKinds()).toEqual([])
    const line = await env.DB.prepare(
      "SELECT known, facts FROM journal WHERE kind = 'link.ended'",
    ).first<{ known: string; facts: string }>()
    expect(line?.known).toBe('answer of the service')
    expect(JSON.parse(line?.facts ?? '')).toMatchObject({
      why: 'unknown_to_service',
      code: 4040001,
    })
    await world.link()
    expect((await payWithLink(world.context, id)).outcome).toBe('paid')
  })

  it('ends such a link also by the payment that seals its token with a new secret', async () => {
    const world = new World()
    await world.openLinked()
    delete world.service.links[0]?.userToken
    const linkSecret = 'another secret of tests'
    const context = { ...world.context, linkSecret, linkSecretPrevious: world.context.linkSecret }

    const outcome = await payWithLink(context, id)

    expect(outcome).toEqual({ outcome: 'not_linked' })
    expect(await findLink(context, 'customer-1')).toMatchObject({ state: 'unlinked' })
  })

  it('counts no try for a code when the link has ended meanwhile', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked()
    await payWithLink(world.context, id)
    world.service.answers.confirm = () => refusal(4040001, 'no')

    const confirmed = await confirmOtp(world.context, id, rightOtp)

    expect(confirmed).toMatchObject({ outcome: 'failed', code: 4040001 })
    expect(await statesOf(world, id)).toBe('created refused')
  })

  it('names the store and the terminal of the order', async () => {
    const store = { storeCode: 'STORE-1', posCode: 'POS-1' }
    const world = new World({ context: { stores: { default: store, allowed: [] } } })
    await world.openLinked()

    await payWithLink(world.context, id)

    expect(world.service.payments).toMatchObject([{ store }])
  })

  it('raises an alert when the service refuses the key', async () => {
    const world = new World()
    await world.openLinked()
    world.service.answers.pay = () => refusal(4010001, 'no')

    expect(await payWithLink(world.context, id)).toMatchObject({ outcome: 'failed', code: 4010001 })
    expect(await world.alertKinds()).toEqual(['payments_not_started'])
  })

  it('numbers the payments of an order from 1, from which their references are derived', async () => {
    const world = new World()
    await world.openLinked()
    world.service.answers.pay = () => refusal(4000003, 'no')
    await payWithLink(world.context, id)
    delete world.service.answers.pay
    await payWithLink(world.context, id)

    const { attempts } = await world.order(id)
    const { checkoutUrl } = world.context
    expect(attempts.map(({ reference }) => reference)).toEqual([
      await linkedPaymentReference(checkoutUrl, id, 1),
      await linkedPaymentReference(checkoutUrl, id, 2),
    ])
  })

  it('lets the customer try again, or pay in another way, after a final refusal', async () => {
    const world = new World()
    await world.openLinked()
    world.service.answers.pay = () => refusal(4030001, 'no')
    const refused = await payWithLink(world.context, id)
    delete world.service.answers.pay

    const other = await startPayment(world.context, id, { method: 'transaction-qr' })
    const again = await payWithLink(world.context, id)

    expect(refused).toEqual({ outcome: 'failed', code: 4030001, reason: 'reason_4030001' })
    expect(other.outcome).toBe('qr')
    expect(again.outcome).toBe('paid')
    expect(new Set((await world.order(id)).attempts.map(({ reference }) => reference)).size).toBe(3)
  })

  it('is closed for an order that has expired, also before a sweep has expired it', async () => {
    const world = new World()
    await world.openLinked({ expiresInMinutes: 5 })
    world.advance({ minutes: 5 })

    expect(await payWithLink(world.context, id)).toMatchObject({
      outcome: 'closed',
      order: { state: 'creating' },
    })
  })

  it('knows no order that was not opened, nor does the confirmation of a code', async () => {
    const world = new World()

    expect(await payWithLink(world.context, 'none')).toEqual({ outcome: 'not_found' })
    expect(await confirmOtp(world.context, 'none', rightOtp)).toEqual({ outcome: 'not_found' })
  })

  it('does not charge when the hosted page was paid meanwhile', async () => {
    const world = new World()
    await world.openLinked()
    await startPayment(world.context, id, { method: 'web-payment' })
    world.service.pay(world.service.newest)

    const outcome = await payWithLink(world.context, id)

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
    expect(world.service.count('pay')).toBe(0)
  })

  it.each([0, 1])('does not charge when page %i of two was paid meanwhile', async (paid) => {
    const world = new World()
    await world.openLinked()
    const pages = []
    for (const method of ['web-payment', 'transaction-qr'] as const) {
      await startPayment(world.context, id, { method })
      pages.push(world.service.newest)
    }
    const page = pages[paid]
    if (page !== undefined) world.service.pay(page)

    const outcome = await payWithLink(world.context, id)

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
    expect(world.service.count('pay')).toBe(0)
  })

  it('does not charge while it is unknown whether the open page was paid', async () => {
    const world = new World()
    await world.openLinked()
    await startPayment(world.context, id, { method: 'web-payment' })
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')

    expect(await payWithLink(world.context, id)).toEqual({ outcome: 'busy' })
    expect(world.service.count('pay')).toBe(0)
  })

  it('asks nothing about a page that is over, and charges the wallet', async () => {
    const world = new World()
    await world.openLinked({ expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    await world.live(20)
    expect((await world.order(id)).attempts).toMatchObject([{ state: 'expired' }])
    world.service.fault = (call) => (call === 'query' ? 'lost request' : 'none')

    expect((await payWithLink(world.context, id)).outcome).toBe('paid')
  })

  it('disputes the second payment of a customer who also pays on the hosted page', async () => {
    const world = new World()
    await world.openLinked()
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await payWithLink(world.context, id)

    await recordCallback(world.context, world.service.pay(page))
    await sweep(world.context)

    expect((await world.order(id)).order.state).toBe('disputed')
    expect(await world.alertKinds()).toContain('possible_double_payment')
  })

  it('is refunded under its transaction_reference_number', async () => {
    const world = new World()
    await world.openLinked()
    await payWithLink(world.context, id)

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 100_000 })

    expect(outcome).toMatchObject({ outcome: 'known', order: { state: 'refunded' } })
    expect(world.service.refunds.get('R1')?.originalReference).toBe(
      (await world.linkedAttempt(id)).reference,
    )
  })
})

describe('a payment of unknown outcome', () => {
  const unknowns: [string, (world: World) => void][] = [
    [
      'lost requests',
      (world) => (world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')),
    ],
    [
      'lost answers',
      (world) => (world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')),
    ],
    ['server errors', (world) => (world.service.answers.pay = () => refusal(5000001, 'maybe'))],
    ['a used nonce', (world) => (world.service.answers.pay = () => refusal(4010006, 'maybe'))],
    [
      'unlisted codes',
      (world) =>
        (world.service.answers.pay = () => ({ outcome: 'unlisted', code: 1, message: '' })),
    ],
    [
      'foreign references',
      (world) => (world.service.distort = (said) => ({ ...said, reference: 'X' })),
    ],
  ]
  it.each(unknowns)(
    'offers no other way to pay after %s, and is not retried',
    async (_what, spoil) => {
      const world = new World()
      await world.openLinked()
      spoil(world)

      const outcome = await payWithLink(world.context, id)
      const tries = [
        await payWithLink(world.context, id),
        await startPayment(world.context, id, { method: 'web-payment' }),
        await startPayment(world.context, id, { method: 'transaction-qr' }),
      ]
      await world.live(120, 600)

      expect([outcome, ...tries].map((one) => one.outcome)).toEqual(Array(4).fill('unsettled'))
      expect(await statesOf(world, id)).toBe('creating payment_unknown')
      expect(world.service.count('pay')).toBeLessThanOrEqual(1)
      expect(world.service.count('create')).toBe(0)
      expect(await world.alertKinds()).toHaveLength(1)
      expect(eventTypes(world)).toEqual([])
    },
  )

  it.each(['pay', 'confirm'] as const)(
    'is what the customer is told once the lease of the call is over, and busy before: %s',
    async (call) => {
      const world = new World()
      world.service.needsOtp = call === 'confirm'
      await world.openLinked({ expiresInMinutes: 60 })
      if (call === 'confirm') await payWithLink(world.context, id)
      const { reached, release } = world.service.holdNextCall(call)
      const paying =
        call === 'pay' ? payWithLink(world.context, id) : confirmOtp(world.context, id, rightOtp)
      await reached
      const outcomes: string[] = []
      for (const seconds of [89.999, 0.001]) {
        world.advance({ seconds })
        outcomes.push((await payWithLink(world.context, id)).outcome)
      }
      release()
      await paying

      expect(outcomes).toEqual(['busy', 'unsettled'])
    },
  )

  it('is the state after a crash once its lease is over', async () => {
    const world = new World()
    await world.openLinked()
    // The process dies with the call: nothing after it is written.
    world.service.payWithLink = () => new Promise(() => {})
    void payWithLink(world.context, id)
    await expect.poll(() => statesOf(world, id)).toBe('creating paying')

    const during = await startPayment(world.context, id, { method: 'web-payment' })
    world.advance({ seconds: 91 })
    await sweep(world.context)

    expect(during.outcome).toBe('busy')
    expect(await statesOf(world, id)).toBe('creating payment_unknown')
    expect(await world.alertKinds()).toEqual(['linked_payment_unknown'])
  })

  it('is settled as paid by a verdict, which stays in the journal', async () => {
    const world = new World()
    await world.openLinked()
    const { reference } = await world.payWithoutAnswer(id)
    const verdict = { ...staff, reference, result: 'paid' as const, transactionId: 'LT000001' }

    const outcome = await settleLinkedPayment(world.context, id, verdict)
    const again = await settleLinkedPayment(world.context, id, verdict)
    await sweep(world.context)

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(again.outcome).toBe('settled')
    expect(eventTypes(world)).toEqual(['order.paid'])
    expect(
      (await world.order(id)).journal.findLast(({ kind }) => kind === 'payment.confirmed'),
    ).toMatchObject({
      evidence: 'word of a person',
      data: { staff_id: 'S1', verdict_reason: staff.reason },
    })
  })

  it('is settled as not paid by a verdict, and the order can then be paid', async () => {
    const world = new World()
    await world.openLinked()
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, id)
    world.service.fault = () => 'none'

    await settleLinkedPayment(world.context, id, {
      ...staff,
      reference: (await world.linkedAttempt(id)).reference,
      result: 'not_paid',
    })

    expect((await payWithLink(world.context, id)).outcome).toBe('paid')
  })

  it('requires a transaction for the verdict that it was paid, and accepts no verdict on a known outcome', async () => {
    const world = new World()
    await world.openLinked()
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, id)
    const verdict = {
      ...staff,
      reference: (await world.linkedAttempt(id)).reference,
      result: 'paid' as const,
    }

    await expect(settleLinkedPayment(world.context, id, verdict)).rejects.toThrow('transactionId')
    await expect(
      settleLinkedPayment(world.context, id, { ...verdict, reason: '' }),
    ).rejects.toThrow('reason')
    expect(await settleLinkedPayment(world.context, id, { ...verdict, reference: 'none' })).toEqual(
      { outcome: 'not_found' },
    )
  })
})

describe('confirmOtp', () => {
  async function awaiting(order: Partial<NewOrder> = {}): Promise<World> {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked(order)
    const outcome = await payWithLink(world.context, id)
    expect(outcome).toMatchObject({ outcome: 'otp_needed', triesLeft: 3, phone: '*******456' })
    return world
  }

  it('pays with the right code, which is stored nowhere', async () => {
    const world = await awaiting()

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(outcome.outcome).toBe('paid')
    for (const table of ['journal', 'attempts', 'outbox', 'alerts', 'orders', 'links']) {
      const rows = await env.DB.prepare(`SELECT * FROM ${table}`).all()
      expect(JSON.stringify(rows.results)).not.toContain(rightOtp)
    }
  })

  it('counts wrong codes, and ends the payment after the third one', async () => {
    const world = await awaiting()

    const outcomes = []
    for (const otp of ['000000', '000001', '000002', rightOtp]) {
      outcomes.push(await confirmOtp(world.context, id, otp))
    }

    expect(outcomes).toMatchObject([
      { outcome: 'otp_needed', triesLeft: 2, wasWrong: true },
      { outcome: 'otp_needed', triesLeft: 1, wasWrong: true },
      { outcome: 'failed', code: 0, reason: 'too_many_wrong_codes' },
      { outcome: 'failed', code: 0, reason: 'no_payment_awaits_a_code' },
    ])
    expect(world.service.count('confirm')).toBe(3)
    expect(await statesOf(world, id)).toBe('created refused')
  })

  it('sends one code for concurrent requests', async () => {
    const world = await awaiting()

    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => confirmOtp(world.context, id, rightOtp)),
    )

    expect(world.service.count('confirm')).toBe(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'paid').length).toBeGreaterThanOrEqual(1)
  })

  it('does not count a code that the service did not check', async () => {
    const world = await awaiting()
    world.service.answers.confirm = () => refusal(4010001, 'no')
    const outcome = await confirmOtp(world.context, id, rightOtp)
    delete world.service.answers.confirm

    expect(outcome).toMatchObject({ outcome: 'otp_needed', triesLeft: 3, wasWrong: false })
    expect((await confirmOtp(world.context, id, rightOtp)).outcome).toBe('paid')
  })

  it('settles a lost answer by the same transaction, and only by its acceptance', async () => {
    const world = await awaiting()
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    const lost = await confirmOtp(world.context, id, rightOtp)
    const other = await startPayment(world.context, id, { method: 'web-payment' })
    world.service.fault = () => 'none'
    world.service.answers.confirm = () => refusal(4000001, 'no')
    const no = await confirmOtp(world.context, id, rightOtp)
    delete world.service.answers.confirm

    const yes = await confirmOtp(world.context, id, rightOtp)

    expect([lost, other, no, yes].map(({ outcome }) => outcome)).toEqual([
      'unsettled',
      'unsettled',
      'unsettled',
      'paid',
    ])
    expect(world.service.payments).toHaveLength(1)
  })

  it('ends when no code is entered, and the order can be paid in another way until then', async () => {
    const world = await awaiting()
    await world.live(16)

    expect(await statesOf(world, id)).toBe('expired expired')
    expect((await confirmOtp(world.context, id, rightOtp)).outcome).toBe('closed')
    expect(world.service.count('confirm')).toBe(0)
  })

  it('sends no code once the customer has chosen another way to pay', async () => {
    const world = await awaiting()
    const other = await startPayment(world.context, id, { method: 'web-payment' })

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(other.outcome).toBe('redirect')
    expect(outcome.outcome).toBe('failed')
    expect(world.service.count('confirm')).toBe(0)
    expect(await statesOf(world, id)).toBe('created expired')
  })

  it.each(['', '\u0007', '1'.repeat(65)])(
    'refuses the code "%s" without repeating it',
    async (otp) => {
      const world = new World()

      const error = await confirmOtp(world.context, id, otp).catch((thrown: unknown) => thrown)

      expect(error).toBeInstanceOf(TypeError)
      expect(String(error)).toBe(
        "TypeError: The payment's otp must be 1 to 64 characters without control characters.",
      )
    },
  )

  it('sends no code after the time for it, before any sweep has ended the payment', async () => {
    const world = await awaiting({ expiresInMinutes: 60 })
    world.advance({ minutes: 15 })

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'no_payment_awaits_a_code' })
    expect(world.service.count('confirm')).toBe(0)
    expect(world.service.payments[0]?.status).toBe('PROCESSING')
  })

  it('settles a lost answer by the same code also after the time for a code', async () => {
    const world = await awaiting({ expiresInMinutes: 60 })
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    world.service.fault = () => 'none'
    world.advance({ minutes: 16 })

    expect(await confirmOtp(world.context, id, rightOtp)).toMatchObject({
      outcome: 'paid',
      order: { state: 'paid' },
    })
  })

  it('sends no code, and says that no wallet is linked, once the link has ended', async () => {
    const world = await awaiting()
    const another = { id: 'order-2', amountVnd: 9000, linkedCustomerId: 'customer-1' }
    await openOrder(world.context, another)
    delete world.service.links[0]?.userToken
    await payWithLink(world.context, another.id)

    expect(await confirmOtp(world.context, id, rightOtp)).toEqual({ outcome: 'not_linked' })
    expect(world.service.count('confirm')).toBe(0)
  })

  it('refuses to unlink the wallet while a code is awaited', async () => {
    const world = await awaiting()

    expect((await unlinkWallet(world.context, 'customer-1')).outcome).toBe('in_use')
  })

  it('returns unknown, not "unlinked", when the wallet is unlinked while an answer is lost', async () => {
    const world = await awaiting()
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    const unlinked = await unlinkWallet(world.context, 'customer-1')

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(unlinked.outcome).toBe('unlinked')
    expect(outcome.outcome).toBe('unsettled')
  })

  it('holds the money when the shop asked for it', async () => {
    const world = await awaiting({ holdPayment: true })

    expect((await confirmOtp(world.context, id, rightOtp)).outcome).toBe('held')
  })
})

describe('held money', () => {
  async function held(): Promise<World> {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    const outcome = await payWithLink(world.context, id)
    expect(outcome.outcome).toBe('held')
    return world
  }

  it('is captured once on fulfilment', async () => {
    const world = await held()

    const outcomes = await Promise.all([
      captureOrder(world.context, id),
      captureOrder(world.context, id),
    ])
    const later = await captureOrder(world.context, id)
    await sweep(world.context)

    expect(outcomes.some(({ outcome }) => outcome === 'captured')).toBe(true)
    expect(later).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
    expect(world.service.payments[0]?.status).toBe('SUCCESS')
    expect(eventTypes(world)).toEqual(['order.held', 'order.paid'])
    expect(await releaseOrder(world.context, id)).toMatchObject({
      outcome: 'conflict',
      hold: 'captured',
    })
  })

  it('is released on request, and the order is cancelled', async () => {
    const world = await held()

    const outcome = await releaseOrder(world.context, id)
    await sweep(world.context)

    expect(outcome).toMatchObject({ outcome: 'released', order: { state: 'cancelled' } })
    expect(world.service.payments[0]?.status).toBe('FAIL')
    expect(eventTypes(world)).toEqual(['order.held', 'order.cancelled'])
    expect(await payWithLink(world.context, id)).toMatchObject({ outcome: 'closed' })
    expect(await captureOrder(world.context, id)).toMatchObject({
      outcome: 'conflict',
      hold: 'released',
    })
    expect((await startPayment(world.context, id, { method: 'web-payment' })).outcome).toBe(
      'closed',
    )
    expect(await refundOrder(world.context, id, { id: 'R1', vnd: 1 })).toMatchObject({
      outcome: 'not_refundable',
    })
  })

  it.each([
    ['captureOrder', captureOrder, 'captured', 'paid paid'],
    ['releaseOrder', releaseOrder, 'released', 'cancelled released'],
  ] as const)(
    'is requested until the service answers, by %s',
    async (_name, settle, end, state) => {
      const world = await held()
      let calls = 0
      world.service.fault = (call) => {
        if (call !== 'hold') return 'none'
        calls += 1
        return calls % 2 === 0 ? 'lost request' : 'lost answer'
      }
      const first = await settle(world.context, id)
      await world.live(30)
      const silent = await statesOf(world, id)
      world.service.fault = () => 'none'
      await world.live(60)

      expect(first.outcome).toBe('pending')
      expect(silent).toMatch(/^held (capturing|releasing)$/)
      expect(await world.alertKinds()).toContain('hold_unanswered')
      expect((await settle(world.context, id)).outcome).toBe(end)
      expect(await statesOf(world, id)).toBe(state)
    },
  )

  it('is captured once the key is repaired, after any time', async () => {
    const world = await held()
    world.service.answers.hold = () => refusal(4010001, 'no')
    await captureOrder(world.context, id)
    await env.DB.prepare('UPDATE attempts SET calls = 60').run()
    await world.live(60)
    delete world.service.answers.hold
    await world.live(90)

    expect(await statesOf(world, id)).toBe('paid paid')
    expect(await world.alertKinds()).toEqual(['hold_unanswered'])
  })

  it('is requested again after it was given up when the shop asks again', async () => {
    const world = await held()
    world.service.answers.hold = () => refusal(5000001, 'maybe')
    await captureOrder(world.context, id)
    await env.DB.prepare('UPDATE attempts SET calls = 60').run()
    await world.live(60)
    delete world.service.answers.hold
    await world.live(60)
    const silent = await statesOf(world, id)

    expect(silent).toBe('held capturing')
    expect(await world.alertKinds()).toEqual(['hold_given_up'])
    expect(await captureOrder(world.context, id)).toMatchObject({ outcome: 'captured' })
  })

  it('is released when the shop asks again after its release was given up', async () => {
    const world = await held()
    world.service.answers.hold = () => accepted({ status: 'HOLDING' })
    await releaseOrder(world.context, id)
    delete world.service.answers.hold
    await world.live(60)
    const silent = await statesOf(world, id)

    expect(silent).toBe('held releasing')
    expect(await releaseOrder(world.context, id)).toMatchObject({ outcome: 'released' })
    expect(world.service.payments[0]?.status).toBe('FAIL')
  })

  it.each([
    ['captured', captureOrder, releaseOrder, 'capturing'],
    ['released', releaseOrder, captureOrder, 'releasing'],
  ] as const)(
    'that could not be %s is not asked for again by a request for the opposite',
    async (_what, settle, opposite, hold) => {
      const world = await held()
      world.service.holdStatuses.push('HOLDING')
      await settle(world.context, id)
      await world.live(60)

      const outcome = await opposite(world.context, id)

      expect(outcome).toMatchObject({ outcome: 'conflict', hold })
      expect(world.service.count('hold')).toBe(1)
      expect(world.service.payments[0]?.status).toBe('HOLDING')
      expect(await world.linkedAttempt(id)).toMatchObject({ state: hold, nextCallAtMs: null })
    },
  )

  it('of unknown outcome is in question, also after an earlier payment was released', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
    await world.payWithoutAnswer(id)
    await world.live(16)
    const first = await statesOf(world, id)
    await world.payWithoutAnswer(id)

    expect(first).toBe('creating released')
    expect(await statesOf(world, id)).toBe('creating payment_unknown')
    expect(await captureOrder(world.context, id)).toMatchObject({
      outcome: 'conflict',
      hold: 'in_question',
    })
  })

  it.each(['pay', 'confirm'] as const)(
    'that is under way is in question, for it may be held in a moment (%s)',
    async (call) => {
      const world = new World()
      world.service.needsOtp = call === 'confirm'
      await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
      if (call === 'confirm') await payWithLink(world.context, id)
      const { reached, release } = world.service.holdNextCall(call)
      const paying =
        call === 'pay' ? payWithLink(world.context, id) : confirmOtp(world.context, id, rightOtp)
      await reached
      const captured = await captureOrder(world.context, id)
      const released = await releaseOrder(world.context, id)
      release()
      await paying
      const after = await releaseOrder(world.context, id)

      for (const during of [captured, released]) {
        expect(during).toMatchObject({ outcome: 'conflict', hold: 'in_question' })
      }
      expect(after).toMatchObject({ outcome: 'released' })
      expect(world.service.payments[0]?.status).toBe('FAIL')
    },
  )

  it('that waits for a code is not held', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
    await payWithLink(world.context, id)

    expect(await releaseOrder(world.context, id)).toMatchObject({ outcome: 'not_held' })
  })

  it('of unknown outcome is not released where the shop did not want it held', async () => {
    const world = new World()
    await world.openLinked()
    await world.payWithoutAnswer(id)

    expect(await releaseOrder(world.context, id)).toMatchObject({ outcome: 'not_held' })
    expect(await statesOf(world, id)).toBe('creating payment_unknown')
    expect(world.service.count('hold')).toBe(0)
  })

  it('is not released while it is being captured', async () => {
    const world = await held()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)

    const outcome = await releaseOrder(world.context, id)

    expect(outcome.outcome).toBe('conflict')
    expect(await statesOf(world, id)).toBe('held capturing')
  })

  it('is unsettled while its release is under way, and nothing is charged again', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
    await world.payWithoutAnswer(id)
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await world.live(16)

    const outcome = await payWithLink(world.context, id)

    expect(await statesOf(world, id)).toBe('creating releasing')
    expect(outcome).toMatchObject({ outcome: 'unsettled', order: { state: 'creating' } })
    expect(world.service.count('pay')).toBe(1)
  })

  it('is released when it could not be captured', async () => {
    const world = await held()
    const [payment] = world.service.payments
    if (payment !== undefined) payment.status = 'FAIL'

    const outcome = await captureOrder(world.context, id)

    expect(outcome).toMatchObject({
      outcome: 'conflict',
      hold: 'released',
      order: { state: 'cancelled' },
    })
    expect(await world.alertKinds()).toEqual(['capture_failed'])
  })

  it('raises an alert when the service contradicts a release', async () => {
    const world = await held()
    world.service.answers.hold = () => accepted({ status: 'SUCCESS' })
    const outcome = await releaseOrder(world.context, id)
    await world.live(60)

    expect(outcome.outcome).toBe('pending')
    expect(world.service.count('hold')).toBe(1)
    expect(await world.alertKinds()).toEqual(['hold_given_up'])
    const verdict = {
      ...staff,
      reference: (await world.linkedAttempt(id)).reference,
      result: 'paid' as const,
    }
    expect(await settleLinkedPayment(world.context, id, verdict)).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid' },
    })
  })

  it('whose calls were given up raises an alert every day until it is settled', async () => {
    const world = await held()
    world.service.answers.hold = () => accepted({ status: 'SUCCESS' })
    await releaseOrder(world.context, id)
    const alert = async () => {
      const { alerts } = await listAlerts(world.context, { kind: 'hold_given_up' })
      return alerts[0]
    }
    const first = await alert()
    await world.live(23 * 60, 60 * 60)
    const early = await alert()
    await world.live(2 * 60, 60 * 60)
    const second = await alert()
    await acknowledgeAlert(world.context, first?.id ?? 0, staff)
    await world.live(24 * 60, 60 * 60)
    const third = await alert()
    await closeAlert(world.context, first?.id ?? 0, staff)
    await world.live(24 * 60, 60 * 60)
    const fourth = await alert()
    const verdict = {
      ...staff,
      reference: (await world.linkedAttempt(id)).reference,
      result: 'paid' as const,
    }
    await settleLinkedPayment(world.context, id, verdict)
    await closeAlert(world.context, first?.id ?? 0, staff)
    await world.live(48 * 60, 60 * 60)

    expect(early).toEqual(first)
    expect(second).toMatchObject({
      state: 'open',
      timesRaised: 2,
      facts: { ...first?.facts, age_days: 1 },
    })
    expect(third).toMatchObject({
      state: 'acknowledged',
      timesRaised: 3,
      facts: { ...first?.facts, age_days: 2 },
    })
    expect(fourth).toMatchObject({
      state: 'open',
      timesRaised: 4,
      facts: { order_id: id, asked: 'releasing', why: first?.facts['why'], age_days: 3 },
    })
    expect(first?.facts['why']).toContain('SUCCESS')
    expect(await alert()).toMatchObject({ state: 'closed', timesRaised: 4 })
    // The second one asks after the verdict to capture the money.
    expect(world.service.count('hold')).toBe(2)
  })

  it('whose calls were given up before alerts existed raises an alert', async () => {
    const world = await held()
    world.service.answers.hold = () => accepted({ status: 'SUCCESS' })
    await releaseOrder(world.context, id)
    await env.DB.prepare('DELETE FROM alerts').run()
    world.advance({ hours: 47 })
    await sweep(world.context)

    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([{ kind: 'hold_given_up', facts: { age_days: 1 } }])
  })

  it('whose capture is asked for while the alert is raised is not put off', async () => {
    const world = await held()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    world.advance({ hours: 24 })
    let batches = 0
    const database = batchDatabase(world.context.database, async (batch) => {
      batches += 1
      if (batches === 1) await captureOrder(world.context, id)
      return batch()
    })

    await settleLinkedPayments({ ...world.context, database }, 1)

    const { state, nextCallAtMs } = await world.linkedAttempt(id)
    expect(state).toBe('capturing')
    expect((nextCallAtMs ?? 0) - world.now()).toBeLessThan(60_000)
  })

  it('raises an alert after a day and is released after two', async () => {
    const world = new World()
    world.advance({ seconds: 0.9 })
    await world.openLinked({ holdPayment: true })
    await payWithLink(world.context, id)
    await world.live(25 * 60, 60 * 60)
    const afterADay = [await statesOf(world, id), await world.alertKinds()]
    const { heldAtMs, nextCallAtMs } = await world.linkedAttempt(id)
    const { alerts } = await listAlerts(world.context, { kind: 'hold_overdue' })
    await world.live(25 * 60, 60 * 60)

    expect(afterADay).toEqual(['held held', ['hold_overdue']])
    expect(nextCallAtMs).toBe((heldAtMs ?? 0) + 48 * 3_600_000)
    const releasedAt = Math.floor((nextCallAtMs ?? 0) / 1000)
    expect(alerts).toMatchObject([{ facts: { order_id: id, released_at: releasedAt } }])
    expect(await statesOf(world, id)).toBe('cancelled released')
    expect(await world.alertKinds()).toEqual(['hold_overdue', 'hold_released_overdue'])
    const event = world.events.find(({ type }) => type === 'order.cancelled')
    expect(event?.data.facts['reason']).toBe('overdue')
  })

  it('is captured immediately when the shop did not want to hold it', async () => {
    const world = new World()
    await world.openLinked()
    world.service.distort = (said) => ({ ...said, status: 'HOLDING' })
    const settled: string[] = []
    world.service.answers.hold = (asked) => {
      settled.push(asked.split(':').at(-1) ?? '')
      return accepted({ status: 'SUCCESS' })
    }

    const outcome = await payWithLink(world.context, id)

    expect(outcome.outcome).toBe('paid')
    expect(settled).toEqual(['capture'])
    const { journal } = await world.order(id)
    expect(journal.at(-1)?.data).toMatchObject({ captured: true, calls: 1 })
    await sweep(world.context)
    expect(eventTypes(world)).toEqual(['order.held', 'order.paid'])
  })

  it.each(['callback', 'query'])(
    'is released when a %s reports a payment on the hosted page',
    async (said) => {
      const world = new World()
      await world.openLinked({ holdPayment: true })
      await startPayment(world.context, id, { method: 'web-payment' })
      const page = world.service.newest
      await payWithLink(world.context, id)

      const callback = world.service.pay(page)
      if (said === 'callback') await recordCallback(world.context, callback)
      await world.live(2)

      expect(await statesOf(world, id)).toBe('paid released')
      expect(world.service.payments[0]?.status).toBe('FAIL')
      expect(await world.alertKinds()).toEqual(['superfluous_hold'])
      expect((await world.order(id)).order.paidReference).toBe(page.reference)
    },
  )

  it('is released when the order was paid while the wallet was being charged', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    world.service.during = async (call) => {
      if (call !== 'pay') return
      await recordCallback(world.context, world.service.pay(page))
      await sweep(world.context)
    }

    const outcome = await payWithLink(world.context, id)

    expect(outcome.outcome).toBe('closed')
    expect(await statesOf(world, id)).toBe('paid released')
    expect(world.service.payments[0]?.status).toBe('FAIL')
  })

  it('of unknown outcome gets a release after a while', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
    await world.payWithoutAnswer(id)

    await world.live(16)

    expect(await statesOf(world, id)).toBe('creating released')
    expect(world.service.payments[0]?.status).toBe('FAIL')
    expect((await payWithLink(world.context, id)).outcome).toBe('held')
  })

  it('cannot be captured or released on an order without any', async () => {
    const world = new World()
    await world.openLinked()

    expect((await captureOrder(world.context, id)).outcome).toBe('not_held')
    expect((await releaseOrder(world.context, 'none')).outcome).toBe('not_found')
  })
})

it('never shows the token of a wallet', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true })
  await payWithLink(world.context, id)
  const captured = await captureOrder(world.context, id)
  await sweep(world.context)

  const rows: unknown[] = []
  for (const table of ['journal', 'outbox', 'alerts', 'orders', 'attempts', 'links']) {
    rows.push((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results)
  }
  expect(JSON.stringify([rows, captured, world.events])).not.toContain('TOKEN-SECRET')
})
