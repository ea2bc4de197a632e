import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { restorePoint } from '../../test/restore-point.ts'
import { refusal, rightOtp } from '../../test/scripted-wallet.ts'
import { webhookSecret } from '../../test/world.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { leaseRefund } from '../refunds/lease-refund.ts'
import {
  captureOrder,
  claimLoyaltyId,
  closeAlert,
  confirmOtp,
  findOrder,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  requestNewCode,
  settleLinkedPayment,
  startPayment,
  transferMoney,
} from '../index.ts'
import { verifyJournal } from './index.ts'

const onCall = {
  id: 'on-call',
  url: 'https://on-call.example/hooks',
  events: ['alert.*'],
  secrets: [webhookSecret],
}
const prize = { id: 'prize-1', amountVnd: 50_000, receiverPhone: '0900000123' }

/** The present as an argument of a restore. */
function momentOf(world: DailyWorld): string {
  return new Date(world.now()).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Runs the statements that follow a restore, at the time of the world. */
function afterRestore(world: DailyWorld): Promise<unknown> {
  const seconds = String(Math.floor(world.now() / 1000))
  return run(env.AFTER_RESTORE.replaceAll('unixepoch()', seconds))
}

/** Runs the statements of a file, as `wrangler d1 execute` does. */
function run(file: string): Promise<D1Result<Record<string, unknown>>[]> {
  const statements = file.split(/;\s*$/m).filter((text) => text.trim() !== '')
  return env.DB.batch(statements.map((text) => env.DB.prepare(text)))
}

// docs/operations.md, "When the database was restored"
describe('a database that was restored to an hour ago', () => {
  it('finds by queries what was paid since at an earlier address', async () => {
    const world = new DailyWorld()
    await world.openAndStart({ id: 'A' })
    const restore = await restorePoint()
    const callback = world.service.pay(world.service.newest)
    await recordCallback(world.context, callback)
    await world.live(1)
    await restore()

    await world.live(3)

    expect((await world.order('A')).order.state).toBe('paid')
    expect(world.events.map(({ id }) => id)).toEqual(['order-paid:A', 'order-paid:A'])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('raises an alert about a callback of a lost order, and allows its id again', async () => {
    const world = new DailyWorld()
    const restore = await restorePoint()
    await world.openAndStart({ id: 'A' })
    const order = world.service.newest
    await restore()
    await openOrder(world.context, { id: 'A', amountVnd: 100_000 })
    await recordCallback(world.context, world.service.pay(order))

    await world.live(10)

    expect((await world.order('A')).order.state).toBe('creating')
    expect(await world.alertKinds()).toContain('orphan_callback')
  })

  it('makes no refund twice that is requested again under its id', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    const reference = (await world.order('A')).order.paidReference ?? ''
    const restore = await restorePoint()
    await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await restore()

    const again = await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })

    expect(world.service.returnedVnd(reference)).toBe(20_000)
    expect(again).toMatchObject({ refund: { state: 'refund_unknown' } })
    expect(await world.alertKinds()).toEqual(['refund_id_taken'])
  })

  it.each([
    ['asks for a new code', (world: DailyWorld) => requestNewCode(world.context, 'A')],
    [
      'lets the time of the code pass, and pays again',
      (world: DailyWorld) => payWithLink(world.context, 'A'),
    ],
    [
      'pays on a page',
      (world: DailyWorld) => startPayment(world.context, 'A', { method: 'web-payment' }),
    ],
  ])(
    'debits nothing twice when a code was typed in the lost time, and the customer %s',
    async (_what, payAgain) => {
      const world = new DailyWorld()
      world.service.needsOtp = true
      await world.openLinked({ id: 'A', expiresInMinutes: 120 })
      await payWithLink(world.context, 'A')
      const restore = await restorePoint()
      await confirmOtp(world.context, 'A', rightOtp)
      await restore()
      await afterRestore(world)
      await world.live(20)

      const again = await payAgain(world)
      const confirmed = await confirmOtp(world.context, 'A', rightOtp)

      expect(again).toMatchObject({ outcome: 'unsettled' })
      expect(confirmed).toMatchObject({ outcome: 'paid' })
      expect(world.service.payments.map(({ status }) => status)).toEqual(['SUCCESS'])
      expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
    },
  )

  it.each([4_000_809, 4_000_813, 4_004_009])(
    'refuses no lost refund that the service refuses because less is left (%i)',
    async (code) => {
      const world = new DailyWorld()
      await world.openAndPay({ id: 'A', amountVnd: 30_000 })
      const restore = await restorePoint()
      await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
      await restore()
      await afterRestore(world)
      world.service.refundAnswer = () => refusal(code, 'no')

      const again = await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })

      expect(again).toMatchObject({
        refund: { state: 'refund_unknown' },
        order: { refunded: { vnd: 20_000 } },
      })
    },
  )

  it('refuses a refund that the service refuses for another reason', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    await afterRestore(world)
    world.service.refundAnswer = () => refusal(4_000_820, 'no')

    const refused = await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })

    expect(refused).toMatchObject({ refund: { state: 'refused' } })
  })

  it("finds a refund that nobody repeats in the service's file", async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    const payment = await world.rowOfPayment('A')
    const restore = await restorePoint()
    await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await restore()
    world.toNextDay()
    const refund = { ...payment, wallet: 'W-1', amount: 20_000, type: '-1' }
    await world.putServiceFile([payment, refund])

    await world.work()

    expect(await findOrder(world.context, 'A')).toMatchObject({
      state: 'part_refunded',
      refunds: [{ state: 'refunded', origin: 'elsewhere', vnd: 20_000 }],
    })
  })

  it('makes no transfer twice that is requested again under its id', async () => {
    const world = new DailyWorld()
    world.service.takenTransfer = refusal(4000502, 'maybe')
    const restore = await restorePoint()
    await transferMoney(world.context, prize)
    await restore()

    const again = await transferMoney(world.context, prize)

    expect(world.service.transfers.size).toBe(1)
    expect(again).toMatchObject({ transfer: { state: 'unknown' } })
    expect(await world.alertKinds()).toEqual(['transfer_unknown'])
  })

  it('captures held money once although it was captured since, and does not release it', async () => {
    const world = new DailyWorld()
    await world.openLinked({ id: 'A', holdPayment: true })
    await payWithLink(world.context, 'A')
    const restore = await restorePoint()
    await captureOrder(world.context, 'A')
    await restore()

    await captureOrder(world.context, 'A')

    expect((await world.order('A')).order.state).toBe('paid')
  })

  it('does not release held money that was captured since, when nobody captures it again', async () => {
    const world = new DailyWorld()
    await world.openLinked({ id: 'A', holdPayment: true })
    await payWithLink(world.context, 'A')
    const restore = await restorePoint()
    await captureOrder(world.context, 'A')
    await restore()
    world.advance({ hours: 49 })
    await world.live(2)

    expect(world.service.payments).toMatchObject([{ status: 'SUCCESS' }])
    expect((await world.order('A')).order.state).not.toBe('paid')
    expect(await world.alertKinds()).toContain('hold_given_up')
  })

  it.each([4_000_001, 4_090_801])(
    'charges no linked wallet twice for an order whose charge it has lost, if the service answers a repeated id with %i, and the file of the day settles the payment',
    async (code) => {
      const world = new DailyWorld()
      await world.openLinked({ id: 'A' })
      const restore = await restorePoint()
      await payWithLink(world.context, 'A')
      const [charged] = world.service.payments
      await restore()
      await afterRestore(world)
      world.service.takenPayment = refusal(code, 'no')

      const again = await payWithLink(world.context, 'A')
      const third = await payWithLink(world.context, 'A')
      const alerts = await world.alertKinds()
      const row = {
        invoice: charged?.reference ?? '',
        wallet: charged?.transactionId ?? '',
        amount: 100_000,
        date: world.date(),
      }
      await world.endDay([row])

      expect([again, third]).toMatchObject([{ outcome: 'unsettled' }, { outcome: 'unsettled' }])
      expect(alerts).toEqual(['database_restored', 'linked_payment_unknown'])
      expect(world.service.payments).toHaveLength(1)
      expect((await world.order('A')).order.state).toBe('paid')
    },
  )

  it('charges no linked wallet twice for an order that it has lost and that is opened again under its id, also when the wallet was charged in vain before', async () => {
    const world = new DailyWorld()
    const order = { id: 'A', amountVnd: 100_000, linkedCustomerId: 'customer-1' }
    await world.openLinked({ id: 'EARLIER' })
    const restore = await restorePoint()
    await openOrder(world.context, order)
    world.service.distort = (said) => ({ ...said, status: 'FAIL' })
    await payWithLink(world.context, 'A')
    world.service.distort = (said) => said
    await payWithLink(world.context, 'A')
    const made = world.service.payments.length
    await restore()
    await afterRestore(world)
    world.service.takenPayment = refusal(4_000_001, 'no')
    await openOrder(world.context, order)

    const again = await payWithLink(world.context, 'A')
    const [attempt] = (await world.order('A')).attempts
    await settleLinkedPayment(world.context, 'A', {
      reference: attempt?.reference ?? '',
      result: 'not_paid',
      reason: 'the file reports it as failed',
      staffId: 'an',
    })
    const afterVerdict = await payWithLink(world.context, 'A')

    expect([again, afterVerdict]).toMatchObject([
      { outcome: 'unsettled' },
      { outcome: 'unsettled' },
    ])
    expect(world.service.payments).toHaveLength(made)
  })

  it('refuses a charge for what the service calls invalid when no database was restored lately', async () => {
    const world = new DailyWorld()
    await world.openLinked({ id: 'A' })
    await afterRestore(world)
    world.advance({ hours: 31 * 24 })
    await openOrder(world.context, { id: 'B', amountVnd: 1_000, linkedCustomerId: 'customer-1' })
    world.service.answers.pay = () => refusal(4_000_001, 'no')

    const refused = await payWithLink(world.context, 'B')

    expect(refused).toMatchObject({ outcome: 'failed', code: 4_000_001 })
  })

  it('makes a refund once that was requested again while money was paused', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    const reference = (await world.order('A')).order.paidReference ?? ''
    const restore = await restorePoint()
    await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await restore()
    world.service.refundAnswer = () => ({ outcome: 'not_sent', message: 'paused' })
    const whilePaused = await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await world.live(20)
    world.service.refundAnswer = undefined
    await world.live(40)

    expect(whilePaused).toMatchObject({ refund: { state: 'reserved' } })
    expect(world.service.returnedVnd(reference)).toBe(20_000)
    expect((await world.order('A')).refunds).toMatchObject([{ state: 'refund_unknown' }])
    expect(await world.alertKinds()).toContain('refund_id_taken')
  })

  it('is preceded by an exact list of what it discards', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'OLD' })
    await refundOrder(world.context, 'OLD', { id: 'R-0', vnd: 1_000 })
    await world.openLinked({ id: 'LINKED-OLD', linkedCustomerId: 'customer-2' })
    world.advance({ minutes: 5 })
    const moment = momentOf(world)
    world.advance({ minutes: 5 })
    await refundOrder(world.context, 'OLD', { id: 'R-1', vnd: 20_000 })
    await transferMoney(world.context, prize)
    await payWithLink(world.context, 'LINKED-OLD')
    await openOrder(world.context, { id: 'NEW', amountVnd: 7_000 })
    await claimLoyaltyId(world.context, { call: 'topUpPoints', id: 'X-1', request: {} })

    const found = await run(env.MOVED_SINCE.replaceAll('MOMENT', moment))

    const paid = { order_id: 'LINKED-OLD', state: 'paid', vnd: 100_000, points: 0 }
    expect(found.flatMap(({ results }) => results)).toMatchObject([
      { what: 'refund', id: 'R-1', order_id: 'OLD', state: 'refunded', vnd: 20_000 },
      { what: 'transfer', id: 'prize-1', state: 'succeeded', vnd: 50_000 },
      { what: 'linked payment', ...paid },
      { what: 'payment', ...paid },
      { what: 'new order', order_id: 'NEW', state: 'creating', vnd: 7_000 },
      { what: 'points, gift codes, vouchers', key: 'topUpPoints:X-1', state: 'claimed' },
    ])
  })

  it('is preceded by a list with refunds without an outcome and disputed money', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    const transactionId = world.service.newest.status.transaction_id ?? ''
    world.service.refundAnswer = () => ({ outcome: 'not_sent', message: 'no connection' })
    await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await world.openAndStart({ id: 'B' })
    world.advance({ minutes: 5 })
    const moment = momentOf(world)
    world.advance({ minutes: 5 })
    // The process that sends the refund dies before it stores an answer.
    await leaseRefund(world.context, 'R-1')
    world.service.pay(world.service.newest, { transaction_id: transactionId })
    await world.live(2)

    const found = await run(env.MOVED_SINCE.replaceAll('MOMENT', moment))

    expect(found.flatMap(({ results }) => results)).toMatchObject([
      { what: 'refund', id: 'R-1', state: 'reserved', vnd: 20_000 },
      { what: 'disputed payment', transaction_id: transactionId, order_id: 'B', vnd: 100_000 },
    ])
  })

  // The restore takes a Unix time too, and reads a time without a zone as that of the machine.
  it.each([
    '1788255000',
    '2026-09-01T09:30:00',
    '2026-09-01T16:30:00+07:00',
    '2026-09-01 09:30:00',
    '2026-09-31T25:30:00Z',
    'MOMENT',
  ])('gets an error instead of an empty list for the moment %s', async (moment) => {
    const list = run(env.MOVED_SINCE.replaceAll('MOMENT', moment))

    await expect(list).rejects.toThrow(`${moment} is no instant such as 2026-09-01T09:30:00Z`)
  })

  it('sends its alerts under event ids that no endpoint has received', async () => {
    const world = new DailyWorld({}, { context: { endpoints: [onCall] } })
    const alert = (subject: string) =>
      raiseAlert(world.context, {
        kind: 'callback_of_other_order',
        subject,
        atMs: world.now(),
        data: {},
      })
    const ids = () => world.requests.map(({ headers }) => headers.get('webhook-id'))
    await alert('before')
    await world.live(1)
    const restore = await restorePoint()
    await alert('lost')
    await world.live(1)
    await restore()
    await afterRestore(world)
    await alert('after')
    await world.live(1)

    expect(ids()).toHaveLength(3)
    expect(new Set(ids()).size).toBe(3)
  })

  it('sends an alert that is opened again under another webhook-id than in the lost time', async () => {
    const world = new DailyWorld({}, { context: { endpoints: [onCall] } })
    const raise = async () => {
      const alert = { kind: 'callback_of_other_order', subject: 'A', atMs: world.now() } as const
      await raiseAlert(world.context, { ...alert, data: {} })
      await world.live(1)
    }
    const close = async () => {
      await closeAlert(world.context, 1, { reason: 'looked at it', staffId: 'an' })
      await world.live(1)
    }
    await raise()
    await close()
    const restore = await restorePoint()
    await raise()
    await close()
    await restore()
    await afterRestore(world)
    await raise()
    await close()

    const sent = world.requests.map(({ headers }) => headers.get('webhook-id'))
    expect(sent).toHaveLength(6)
    expect(new Set(sent).size).toBe(6)
  })

  it('sends no two alerts under one webhook-id when it is restored twice to the same moment', async () => {
    const world = new DailyWorld({}, { context: { endpoints: [onCall] } })
    const raise = async (subject: string) => {
      const alert = { kind: 'callback_of_other_order', subject, atMs: world.now() } as const
      await raiseAlert(world.context, { ...alert, data: {} })
      await world.live(1)
    }
    const close = async () => {
      await closeAlert(world.context, 1, { reason: 'looked at it', staffId: 'an' })
      await world.live(1)
    }
    await raise('A')
    await close()
    const restore = await restorePoint()
    for (const time of ['first', 'second']) {
      await restore()
      await afterRestore(world)
      await raise('A')
      await close()
      await raise(time)
    }

    const sent = world.requests.map(({ headers }) => headers.get('webhook-id'))
    expect(sent).toHaveLength(8)
    expect(new Set(sent).size).toBe(8)
  })
})
