import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../test/daily-world.ts'
import type { Fault } from '../../test/scripted-wallet.ts'
import {
  acceptDispute,
  findTransfer,
  payWithLink,
  recordCallback,
  refundOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
  startPayment,
  transferMoney,
} from '../index.ts'
import { recordRefundElsewhere } from '../refunds/record-refund-elsewhere.ts'
import { processDailyFiles } from './index.ts'

// What a person says between the moment at which a row of a file is looked up and that at which it is applied.

const by = { reason: 'seen on the merchant web site', staffId: 'an' }

/** A database with work that happens before its first batch with a statement of a form. */
function before(database: D1Database, form: RegExp, work: () => Promise<unknown>): D1Database {
  let isNext: boolean | undefined
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return (constraint: D1SessionConstraint) => {
        const session = target.withSession(constraint)
        return {
          prepare(query: string) {
            if (form.test(query)) isNext ??= true
            return session.prepare(query)
          },
          async batch(statements: D1PreparedStatement[]) {
            if (isNext === true) {
              isNext = false
              await work()
            }
            return session.batch(statements)
          },
        }
      }
    },
  })
}

/** The service's file of the day names a transaction, and a person speaks before it is applied. */
async function fileAgainst(
  world: DailyWorld,
  row: Omit<ServiceRow, 'date'>,
  { form, word }: { readonly form: RegExp; readonly word: () => Promise<unknown> },
): Promise<void> {
  const rows = [await world.rowOfPayment('other'), { ...row, date: world.date() }]
  world.toNextDay()
  await world.putServiceFile(rows)
  const { files } = world
  await processDailyFiles({ ...files, database: before(files.database, form, word) })
}

async function unknownRefund(fault: Fault = 'lost answer'): Promise<DailyWorld> {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  world.service.fault = (call) => (call === 'refund' ? fault : 'none')
  await refundOrder(world.context, 'other', { id: 'R1', vnd: 1000 })
  world.advance({ minutes: 5 })
  return world
}

const refundRow = { invoice: 'R1', wallet: 'WR1', amount: 1000, type: '-1' }
const refundUpdate = /^update "refunds" set .*"settled_vnd"/is

describe('a row of the service file', () => {
  it('adds no second payment to one that a verdict settles with another transaction', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openLinked({ amountVnd: 60_000 })
    const { reference } = await world.payWithoutAnswer('order-1')
    const verdict = { ...by, reference, result: 'paid', transactionId: 'WRONG' } as const

    await fileAgainst(
      world,
      { invoice: reference, wallet: 'WN1', service: 'LT1', amount: 60_000 },
      {
        form: /^update "orders" set .*"paid_reference"/is,
        word: () => settleLinkedPayment(world.context, 'order-1', verdict),
      },
    )

    const { order, disputedPayments } = await world.order('order-1')
    expect(order).toMatchObject({ state: 'paid', paidTransactionId: 'WRONG' })
    expect(disputedPayments).toEqual([])
    expect(await world.alertKinds()).toContain('file_contradicts')
  })

  it('of a returned refund contradicts a verdict that it was not returned', async () => {
    const world = await unknownRefund()
    const verdict = { ...by, result: 'not_refunded' } as const

    await fileAgainst(world, refundRow, {
      form: refundUpdate,
      word: () => settleRefundByVerdict(world.context, 'other', 'R1', verdict),
    })

    expect((await world.order('other')).refunds[0]?.state).toBe('refused')
    expect(await world.alertKinds()).toContain('file_contradicts')
    const correction = { ...by, result: 'refunded', walletCode: 'WR1' } as const
    const corrected = await settleRefundByVerdict(world.context, 'other', 'R1', correction)
    expect(corrected).toMatchObject({ outcome: 'settled', order: { state: 'part_refunded' } })
  })

  it('provides the transaction of a refund that a verdict has just settled as returned', async () => {
    const world = await unknownRefund()
    const verdict = { ...by, result: 'refunded' } as const

    await fileAgainst(world, refundRow, {
      form: refundUpdate,
      word: () => settleRefundByVerdict(world.context, 'other', 'R1', verdict),
    })

    const known = "SELECT COUNT(*) n FROM journal WHERE facts ->> '$.wallet_code' = 'WR1'"
    expect(await world.count(known)).toBe(1)
  })

  it('of a failed refund contradicts a verdict that it was returned', async () => {
    const world = await unknownRefund()
    const verdict = { ...by, result: 'refunded' } as const

    await fileAgainst(
      world,
      { ...refundRow, status: '-1' },
      {
        form: refundUpdate,
        word: () => settleRefundByVerdict(world.context, 'other', 'R1', verdict),
      },
    )

    expect((await world.order('other')).refunds[0]?.state).toBe('refunded')
    expect(await world.alertKinds()).toContain('file_contradicts')
  })

  it('of a failed refund does not refuse it while it is being retried', async () => {
    const world = await unknownRefund('lost request')
    const { promise: late, resolve: release } = Promise.withResolvers<void>()
    const { promise: isMade, resolve: made } = Promise.withResolvers<void>()
    world.service.fault = () => 'none'
    world.service.during = async (call) => {
      if (call !== 'refund') return
      made()
      await late
    }
    let again: Promise<unknown> = Promise.resolve()

    await fileAgainst(
      world,
      { ...refundRow, status: '-1' },
      {
        form: refundUpdate,
        async word() {
          again = refundOrder(world.context, 'other', { id: 'R1', vnd: 1000 })
          await isMade
        },
      },
    )
    const meanwhile = await world.order('other')
    release()
    await again

    expect(meanwhile.order.refundedVnd).toBe(1000)
    const { refunds, journal } = await world.order('other')
    expect(refunds[0]?.state).toBe('refunded')
    expect(journal.map(({ kind }) => kind)).not.toContain('refund.refused')
    expect(await world.alertKinds()).toContain('file_contradicts')
  })

  it('of a transfer contradicts a verdict that it was not made', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }
    await transferMoney(world.context, transfer)
    const invoice = (await findTransfer(world.context, 'T1'))?.reference ?? ''
    const verdict = { ...by, result: 'refused' } as const

    await fileAgainst(
      world,
      { invoice, wallet: 'WT1', amount: 20_000 },
      {
        form: /^update "transfers"/i,
        word: () => settleTransfer(world.context, 'T1', verdict),
      },
    )

    expect((await findTransfer(world.context, 'T1'))?.state).toBe('refused')
    expect(await world.alertKinds()).toContain('file_contradicts')
  })

  it('of a refund that was made elsewhere is not recorded when another row names it as our refund', async () => {
    const world = await unknownRefund()
    await settleRefundByVerdict(world.context, 'other', 'R1', { ...by, result: 'refunded' })
    await world.endDay([await world.rowOfPayment('other'), { ...refundRow, date: world.date() }])
    const elsewhere = { id: 'elsewhere:WR1', orderId: 'other', transactionId: null }

    const recording = await recordRefundElsewhere(
      world.context,
      { ...elsewhere, vnd: 2000, points: 0 },
      { wallet_code: 'WR1' },
    )

    expect(recording).toBe('ours')
    expect((await world.order('other')).order.settledVnd).toBe(1000)
  })

  it('of a refund that was made elsewhere is not recorded once a verdict names it as our refund', async () => {
    const world = await unknownRefund('lost request')
    const { invoice } = await world.rowOfPayment('other')
    const verdict = { ...by, result: 'refunded', walletCode: 'SITE-1' } as const

    await fileAgainst(
      world,
      { invoice, wallet: 'SITE-1', amount: 2000, type: '-1' },
      {
        form: /^insert into "refunds"/i,
        word: () => settleRefundByVerdict(world.context, 'other', 'R1', verdict),
      },
    )

    const { order, refunds } = await world.order('other')
    expect(refunds).toMatchObject([{ id: 'R1', state: 'refunded' }])
    expect(order.settledVnd).toBe(1000)
    expect(await world.alertKinds()).toContain('refund_elsewhere_unclear')
  })

  it('of a refund that was made elsewhere is not counted for a payment that has taken the place of its own', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, 'order-1', { method: 'web-payment' })
    const page = world.service.newest
    world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
    await payWithLink(world.context, 'order-1')
    world.service.fault = () => 'none'
    const { reference } = await world.linkedAttempt('order-1')
    const named = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
    await settleLinkedPayment(world.context, 'order-1', named)
    await recordCallback(world.context, world.service.pay(page))
    await world.live(2)
    const transactionId = page.status.transaction_id ?? ''

    await fileAgainst(
      world,
      { invoice: reference, wallet: 'SITE-1', amount: 2000, type: '-1' },
      {
        form: /^insert into "refunds"/i,
        word: () =>
          acceptDispute(world.context, 'order-1', { ...by, transactionId, insteadOf: 'X1' }),
      },
    )

    const { order, refunds } = await world.order('order-1')
    expect(order).toMatchObject({ paidTransactionId: transactionId, settledVnd: 0 })
    expect(refunds).toEqual([])
    expect(await world.alertKinds()).toContain('refund_elsewhere_exceeds')
  })
})
