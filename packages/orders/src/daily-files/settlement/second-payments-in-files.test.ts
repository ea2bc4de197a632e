import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { rightOtp } from '../../../test/scripted-wallet.ts'
import { confirmOtp, payWithLink, startPayment, sweep } from '../../index.ts'
import { findReconciliation } from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

const id = 'order-1'

/** A day on which a customer pays an order on the hosted page, and with the linked wallet as well. */
async function paidTwice(
  payWithWallet: (world: DailyWorld) => Promise<void>,
): Promise<{ readonly world: DailyWorld; readonly rows: readonly ServiceRow[] }> {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 60_000 })
  await startPayment(world.context, id, { method: 'web-payment' })
  await payWithWallet(world)
  const { attempts } = await world.order(id)
  const invoice = attempts.find(({ method }) => method === 'linked-wallet')?.reference ?? ''
  const [payment] = world.service.payments
  const service = payment?.transactionId ?? ''
  const linked = { invoice, wallet: `W-${service}`, service, amount: 60_000, date: world.date() }
  return { world, rows: [await world.rowOfPayment(id), linked] }
}

/** The customer pays on the hosted page, and a poll finds it. */
async function payOnPage(world: DailyWorld): Promise<void> {
  world.service.pay(world.service.newest)
  world.advance({ minutes: 1 })
  await sweep(world.context)
}

/** Works on the day after, for which the service puts its rows down, and on the one behind it, for which it has none. */
async function filesOfTwoDays(world: DailyWorld, rows: readonly ServiceRow[]) {
  await world.endDay(rows)
  const next = dayOf(world.now())
  await world.endDay([], next)
  return {
    first: (await findReconciliation(world.files, world.day))?.run?.totals,
    second: (await findReconciliation(world.files, next))?.run?.totals,
    kinds: await world.alertKinds(),
  }
}

const agreeing = { '01': 0, '02': 0, '03': 0 }

describe('a second payment, with a linked wallet', () => {
  it('has its row under the code of the answer', async () => {
    const { world, rows } = await paidTwice(async (ours) => {
      ours.service.during = (call) => (call === 'pay' ? payOnPage(ours) : Promise.resolve())
      await payWithLink(ours.context, id)
    })

    const { first, kinds } = await filesOfTwoDays(world, rows)

    expect(first).toMatchObject({ counts: { '00': 2, ...agreeing } })
    expect(kinds).toEqual(['possible_double_payment'])
  })

  it('raises an alert when the file names another transaction for it', async () => {
    const { world, rows } = await paidTwice(async (ours) => {
      ours.service.during = (call) => (call === 'pay' ? payOnPage(ours) : Promise.resolve())
      await payWithLink(ours.context, id)
    })

    const { kinds } = await filesOfTwoDays(
      world,
      rows.map((row, at) => (at === 0 ? row : { ...row, wallet: 'W-OTHER', service: 'OTHER' })),
    )

    expect(kinds).toContain('file_contradicts')
  })

  it.each([
    ['money', undefined],
    ['money and points', 10],
  ])('of %s has its row on the next day when only the file names its code', async (...the) => {
    const [, points] = the
    const { world, rows } = await paidTwice(async (ours) => {
      ours.service.distort = ({ walletNumber: _walletNumber, ...answer }) => answer
      ours.service.during = (call) => (call === 'pay' ? payOnPage(ours) : Promise.resolve())
      await payWithLink(ours.context, id, points)
    })
    const [payment, linked] = rows
    if (payment === undefined || linked === undefined) throw new Error('It was not paid twice.')
    const parts =
      points === undefined
        ? [linked]
        : [
            { ...linked, amount: 50_000 },
            { ...linked, amount: points, currency: 'POINT' },
          ]

    const { first, second, kinds } = await filesOfTwoDays(world, [payment, ...parts])

    expect(first).toMatchObject({ counts: { '00': 1, '01': 1 } })
    expect(second).toMatchObject({
      counts: { '00': 1, ...agreeing },
      carried: { closed: parts.length, open: 0 },
    })
    expect(kinds).not.toContain('file_contradicts')
  })

  it('that only the file reports has its row under the code and the day of the file', async () => {
    const { world, rows } = await paidTwice(async (ours) => {
      await ours.payWithoutAnswer(id)
      await payOnPage(ours)
    })

    const { second, kinds } = await filesOfTwoDays(world, rows)

    expect((await world.order(id)).disputedPayments).toMatchObject([{ foundBy: 'file' }])
    expect(kinds).toContain('possible_double_payment')
    expect(second).toMatchObject({
      counts: { '00': 1, ...agreeing },
      carried: { closed: 1, open: 0 },
    })
  })

  it('has one row when the partner file has already listed it as unknown', async () => {
    const { world, rows } = await paidTwice(async (ours) => {
      ours.service.needsOtp = true
      await payWithLink(ours.context, id)
      ours.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
      await confirmOtp(ours.context, id, rightOtp)
      await payOnPage(ours)
    })

    const { second, kinds } = await filesOfTwoDays(
      world,
      // The partner file has the transaction, as long as nothing else has been named.
      rows.map((row) => ({ ...row, wallet: row.service ?? row.wallet })),
    )

    expect((await world.order(id)).disputedPayments).toMatchObject([{ foundBy: 'file' }])
    expect(kinds).toContain('possible_double_payment')
    expect(kinds).not.toContain('partner_rows_left_out')
    expect(second).toMatchObject({ counts: { '00': 0, ...agreeing }, carried: { open: 0 } })
  })

  it('gets its code from the file, although the file has named the first one by then', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 60_000, expiresInMinutes: 1_440 })
    world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
    await startPayment(world.context, id, { method: 'web-payment' })
    const { attempts } = await world.order(id)
    const invoice = attempts[0]?.reference ?? ''
    const common = { amount: 60_000, date: world.date() }
    world.service.distort = ({ walletNumber: _walletNumber, ...answer }) => answer
    world.service.during = async (call) => {
      if (call !== 'pay') return
      world.service.during = async () => {}
      await world.endDay([{ ...common, invoice, wallet: 'T77' }])
    }
    await payWithLink(world.context, id)
    const { reference } = await world.linkedAttempt(id)
    const service = world.service.payments[0]?.transactionId ?? ''
    const next = dayOf(world.now())

    await world.endDay(
      [{ ...common, invoice: reference, wallet: 'WN1', service, date: world.date(next) }],
      next,
    )

    const { order, disputedPayments, journal } = await world.order(id)
    expect(order).toMatchObject({ paidTransactionId: 'T77', confirmedBy: 'file' })
    expect(disputedPayments).toMatchObject([{ reference, transactionId: service }])
    const known = journal.filter(({ kind }) => kind === 'transaction.known')
    expect(known.map(({ data }) => data)).toMatchObject([{ reference, wallet_code: 'WN1' }])
  })
})
