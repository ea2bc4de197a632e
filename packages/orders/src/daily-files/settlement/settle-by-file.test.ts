import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { checksumKey, DailyWorld, serviceRow, type ServiceRow } from '../../../test/daily-world.ts'
import { refusal } from '../../../test/scripted-service.ts'
import {
  closeAlert,
  confirmOtp,
  findTransfer,
  listAlerts,
  openOrder,
  payWithLink,
  refundOrder,
  settleTransfer,
  startPayment,
  sweep,
  transferMoney,
} from '../../index.ts'
import { findReconciliation } from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

/** An order whose payment was created at the service while the answer got lost, and that has expired. */
async function unansweredPayment(amountVnd = 80_000): Promise<DailyWorld> {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await openOrder(world.context, { id: 'order-1', amountVnd })
  world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
  await startPayment(world.context, 'order-1', { method: 'web-payment' })
  world.service.fault = () => 'none'
  await world.live(30)
  return world
}

async function referenceOf(world: DailyWorld, id = 'order-1'): Promise<string> {
  const { attempts } = await world.order(id)
  return attempts[0]?.reference ?? ''
}

/** A payment with a linked wallet of unknown outcome, whose transaction the service has named. */
async function unknownLinkedPayment() {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await world.openLinked({ amountVnd: 60_000 })
  world.service.needsOtp = true
  await payWithLink(world.context, 'order-1')
  world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
  await confirmOtp(world.context, 'order-1', '424242')
  const { attempts } = await world.order('order-1')
  const code = attempts[0]?.transactionId ?? ''
  const invoice = attempts[0]?.reference ?? ''
  return { world, attempts, code, invoice }
}

/** Works on the day after the service has put down its file. */
async function fileSays(world: DailyWorld, rows: readonly ServiceRow[]): Promise<void> {
  const other = await world.rowOfPayment('other')
  await world.endDay([other, ...rows])
}

/** How many transactions the file of the day has settled. */
async function settledBy(world: DailyWorld): Promise<number | undefined> {
  return (await findReconciliation(world.files, world.day))?.run?.totals?.settled
}

async function knownOf(kind: string): Promise<string | undefined> {
  const row = await env.DB.prepare('SELECT known FROM journal WHERE kind = ? ORDER BY seq DESC')
    .bind(kind)
    .first<{ known: string }>()
  return row?.known
}

describe('a row of the service file', () => {
  it('settles a payment of unknown outcome, with an event for the shop', async () => {
    const world = await unansweredPayment()
    const invoice = await referenceOf(world)

    await fileSays(world, [{ invoice, wallet: 'T77', amount: 80_000, date: world.date() }])
    await world.live(1)

    const { order, attempts } = await world.order('order-1')
    expect(order).toMatchObject({ state: 'paid', paidTransactionId: 'T77', confirmedBy: 'file' })
    expect(attempts[0]?.state).toBe('paid')
    expect(world.events.map(({ type }) => type)).toContain('order.paid')
    const confirmed = await env.DB.prepare(
      `SELECT known, json_extract(facts, '$.file') AS file FROM journal
       WHERE dedupe = 'payment.confirmed:order-1'`,
    ).first()
    expect(confirmed).toEqual({
      known: 'daily file of the service',
      file: world.name('service').slice(9),
    })
    expect((await findReconciliation(world.files, world.day))?.run?.totals).toMatchObject({
      counts: { '00': 1, '01': 1 },
      settled: 1,
    })
  })

  it('has its partner row in the file of the day on which it became known', async () => {
    const world = await unansweredPayment()
    const invoice = await referenceOf(world)
    await fileSays(world, [{ invoice, wallet: 'T77', amount: 80_000, date: world.date() }])
    const next = dayOf(world.now())
    world.toNextDay()
    await world.putServiceFile([], next)

    await world.work()

    expect((await findReconciliation(world.files, next))?.run?.totals).toMatchObject({
      counts: { '00': 1, '01': 0, '02': 0, '03': 0 },
      carried: { closed: 1, open: 0 },
    })
  })

  it.each([
    ['money and points over the price', { amount: 70_000 }, 10, 'paid'],
    ['less than the price', { amount: 79_999 }, 0, 'expired'],
    ['a fraction of a dong', { amount: '80000.5' }, 0, 'expired'],
    ['money that is held', { amount: 80_000, status: '1' }, 0, 'expired'],
    ['a failure', { amount: 80_000, status: '-1' }, 0, 'expired'],
    ['a refund', { amount: 80_000, type: '-1' }, 0, 'expired'],
  ])('about %s leads to the right state of the order', async (_what, row, points, state) => {
    const world = await unansweredPayment()
    const common = { invoice: await referenceOf(world), wallet: 'T77', date: world.date() }
    const rows: ServiceRow[] = [{ ...common, ...row }]
    if (points > 0) rows.push({ ...common, amount: points, currency: 'POINT' })

    await fileSays(world, rows)

    expect((await world.order('order-1')).order.state).toBe(state)
    expect(await settledBy(world)).toBe(state === 'paid' ? 1 : 0)
  })

  it('over another amount raises an alert', async () => {
    const world = await unansweredPayment()
    const invoice = await referenceOf(world)

    await fileSays(world, [{ invoice, wallet: 'T77', amount: 1, date: world.date() }])

    expect(await world.alertKinds()).toContain('file_amount_differs')
  })

  it('about a payment that can be queried triggers the query, and does not settle it', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndStart()
    const invoice = await referenceOf(world)
    await world.live(180, 600)
    const queries = () => world.service.count('query')
    const before = queries()

    await fileSays(world, [{ invoice, wallet: 'T77', amount: 100_000, date: world.date() }])
    const state = (await world.order('order-1')).order.state
    await world.live(1)

    expect(state).toBe('expired')
    expect(queries()).toBe(before + 1)
    expect(await settledBy(world)).toBe(0)
  })

  it('settles an unknown refund of equal amount', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndPay({ amountVnd: 9000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 4000 })
    const payment = await world.rowOfPayment('order-1')
    const row = { invoice: 'R1', wallet: 'WR1', amount: 4000, date: world.date(), type: '-1' }

    await fileSays(world, [payment, row])

    const { order, refunds } = await world.order('order-1')
    expect(refunds[0]).toMatchObject({ state: 'refunded', nextCallAtMs: null })
    expect(order).toMatchObject({ state: 'part_refunded', settledVnd: 4000 })
    expect(await knownOf('refund.settled')).toBe('daily file of the service')
  })

  it('leaves an unknown refund of another amount with its reservation', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndPay({ amountVnd: 9000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 4000 })
    const payment = await world.rowOfPayment('order-1')
    const row = { invoice: 'R1', wallet: 'WR1', amount: 3999, date: world.date(), type: '-1' }

    await fileSays(world, [payment, row])

    const { order, refunds } = await world.order('order-1')
    expect(refunds[0]?.state).toBe('refund_unknown')
    expect(order).toMatchObject({ refundedVnd: 4000, settledVnd: 0 })
    expect(await world.alertKinds()).toContain('file_amount_differs')
  })

  it('settles an unknown payment with a linked wallet that our file lists as pending', async () => {
    const { world, attempts, code, invoice } = await unknownLinkedPayment()
    const row = { invoice, wallet: code, amount: 60_000, date: world.date() }

    await fileSays(world, [row])
    const partnerFile = await world.text(world.name('partner'))
    const settled = await world.order('order-1')
    const next = dayOf(world.now())
    await world.endDay([], next)

    expect(attempts[0]?.state).toBe('payment_unknown')
    expect(partnerFile).toContain(`${invoice},${code},60000,VND`)
    expect(settled.order.state).toBe('paid')
    expect(await knownOf('payment.confirmed')).toBe('daily file of the service')
    expect(await world.text(world.name('partner', next))).toBe('')
    expect((await findReconciliation(world.files, next))?.run?.totals?.carried.open).toBe(0)
  })

  it.each([
    ['is a failure', { status: '-1' }, checksumKey, false],
    ['has a wrong checksum', {}, 'not the key', false],
    ['names another transaction', { service: 'LT-OTHER' }, checksumKey, true],
  ])('that %s leaves a pending payment unknown', async (_what, row, key, isContradiction) => {
    const { world, code, invoice } = await unknownLinkedPayment()
    const common = { invoice, wallet: code, amount: 60_000, date: world.date() }
    const other = await serviceRow(await world.rowOfPayment('other'))
    world.toNextDay()
    await env.FILES.put(
      world.name('service'),
      other + (await serviceRow({ ...common, ...row }, key)),
    )

    await world.work()

    expect((await world.order('order-1')).attempts[0]?.state).toBe('payment_unknown')
    expect((await world.alertKinds()).includes('file_contradicts')).toBe(isContradiction)
    expect(await settledBy(world)).toBe(0)
  })

  it.each(['creating', 'paying'] as const)(
    'about a payment whose call is still %s changes nothing',
    async (state) => {
      const world = new DailyWorld()
      await world.openAndPay({ id: 'other' })
      const other = await world.rowOfPayment('other')
      await world.openLinked({ amountVnd: 60_000, expiresInMinutes: 1_440 })
      const { reached, release } = world.service.holdNextCall()
      const started =
        state === 'creating'
          ? startPayment(world.context, 'order-1', { method: 'web-payment' })
          : payWithLink(world.context, 'order-1')
      await reached
      const { attempts } = await world.order('order-1')
      const invoice = attempts[0]?.reference ?? ''
      const row = { invoice, wallet: 'WN1', service: 'LT1', amount: 60_000, date: world.date() }

      await world.endDay([other, row])
      const meanwhile = await world.order('order-1')
      release()
      await started

      expect(attempts[0]?.state).toBe(state)
      expect(meanwhile.attempts).toEqual(attempts)
      expect(await settledBy(world)).toBe(0)
      expect(await world.alertKinds()).not.toContain('file_contradicts')
    },
  )

  it('about a payment that was confirmed a day later is no contradiction', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    const other = await world.rowOfPayment('other')
    const date = world.date()
    await world.openAndStart({ expiresInMinutes: 1_440 })
    world.toNextDay()
    world.service.pay(world.service.newest)
    await world.live(5, 60)
    const row = { ...(await world.rowOfPayment('order-1')), date }

    await world.putServiceFile([other, row])
    await world.work()

    expect((await world.order('order-1')).order.state).toBe('paid')
    expect(await world.alertKinds()).not.toContain('file_contradicts')
    expect(await settledBy(world)).toBe(0)
    expect(await knownOf('transaction.known')).toBeUndefined()
  })

  it('settles an unknown payment with a linked wallet that has no transaction yet', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openLinked({ amountVnd: 60_000 })
    await world.payWithoutAnswer('order-1')
    const { attempts } = await world.order('order-1')
    const invoice = attempts[0]?.reference ?? ''

    await fileSays(world, [
      { invoice, wallet: 'WN1', service: 'LT1', amount: 60_000, date: world.date() },
    ])

    expect(attempts[0]?.state).toBe('payment_unknown')
    const { order } = await world.order('order-1')
    expect(order).toMatchObject({ state: 'paid', paidTransactionId: 'LT1' })
  })

  it('settles an unknown transfer', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }
    await transferMoney(world.context, transfer)
    const invoice = (await findTransfer(world.context, 'T1'))?.reference ?? ''

    await fileSays(world, [{ invoice, wallet: 'WT1', amount: 20_000, date: world.date() }])

    expect(await findTransfer(world.context, 'T1')).toMatchObject({
      state: 'succeeded',
      transactionId: 'WT1',
    })
  })

  it('raises an alert when it lists a transfer that the service refused', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    world.service.answers.transfer = () => refusal(4000506, 'no')
    await transferMoney(world.context, {
      id: 'T1',
      amountVnd: 20_000,
      receiverPhone: '0900000123',
    })
    const invoice = (await findTransfer(world.context, 'T1'))?.reference ?? ''

    await fileSays(world, [{ invoice, wallet: 'WT1', amount: 20_000, date: world.date() }])

    expect((await findTransfer(world.context, 'T1'))?.state).toBe('refused')
    expect(await settledBy(world)).toBe(0)
    const { alerts } = await listAlerts(world.context, { kind: 'file_contradicts' })
    expect(alerts).toMatchObject([
      {
        subject: 'transfer:T1',
        facts: { transfer_id: 'T1', state: 'refused', amount_vnd: 20_000 },
      },
    ])
  })

  it('raises an alert when it names the transaction of another transfer', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }
    await transferMoney(world.context, transfer)
    const wallet = (await findTransfer(world.context, 'T1'))?.transactionId ?? ''
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    await transferMoney(world.context, { ...transfer, id: 'T2' })
    const invoice = (await findTransfer(world.context, 'T2'))?.reference ?? ''

    await fileSays(world, [{ invoice, wallet, amount: 20_000, date: world.date() }])
    const settled = await settledBy(world)
    const alert = await env.DB.prepare(
      `SELECT subject, state, json_extract(facts, '$.other_transfer_id') AS other,
         json_extract(facts, '$.service_code') AS code
       FROM alerts WHERE kind = 'transaction_of_other_transfer'`,
    ).first()
    const next = dayOf(world.now())
    await world.endDay([], next)
    for (let days = 0; days < 3; days += 1) world.toNextDay()
    await world.work()

    expect(wallet).not.toBe('')
    expect(settled).toBe(0)
    expect(alert).toEqual({ subject: 'T2', state: 'open', other: 'T1', code: wallet })
    expect((await findTransfer(world.context, 'T2'))?.state).toBe('unknown')
    expect(await world.alertKinds()).not.toContain('unknown_not_in_files')
  })

  it('provides the code of a refund that a duplicate answer had settled, so that the next file lists it', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndPay({ amountVnd: 1000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
    world.service.fault = () => 'none'
    await world.live(2, 30)
    const payment = await world.rowOfPayment('order-1')
    const row = { invoice: 'R1', wallet: 'WR1', amount: 1000, date: world.date(), type: '-1' }
    await fileSays(world, [payment, row])
    const next = dayOf(world.now())
    world.toNextDay()
    await world.putServiceFile([], next)

    await world.work()

    expect((await world.order('order-1')).refunds[0]?.state).toBe('refunded')
    expect(await world.text(world.name('partner', next))).toContain(',R1,WR1,1000,VND')
    expect((await findReconciliation(world.files, next))?.run?.totals).toMatchObject({
      counts: { '00': 1 },
      carried: { closed: 1, open: 0 },
    })
  })

  it('with a wrong checksum settles nothing', async () => {
    const world = await unansweredPayment()
    const invoice = await referenceOf(world)
    const row = { invoice, wallet: 'T77', amount: 80_000, date: world.date() }
    const other = await serviceRow(await world.rowOfPayment('other'))
    world.toNextDay()
    await env.FILES.put(world.name('service'), other + (await serviceRow(row, 'not the key')))

    await world.work()

    expect((await world.order('order-1')).order.state).toBe('expired')
  })
})

describe('a transaction that no file names', () => {
  it('stays unknown, with an alert after three days', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }
    await transferMoney(world.context, transfer)
    await fileSays(world, [])
    const next = dayOf(world.now())
    await world.endDay([], next)
    const before = await world.alertKinds()
    world.toNextDay()
    world.toNextDay()

    await world.work()

    expect(before).not.toContain('unknown_not_in_files')
    expect(await world.alertKinds()).toContain('unknown_not_in_files')
    expect((await findTransfer(world.context, 'T1'))?.state).toBe('unknown')
  })

  it('is not one that a file names without settling it', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndPay({ amountVnd: 9000 })
    world.service.fault = (call) =>
      call === 'transfer' || call === 'refund' ? 'lost answer' : 'none'
    // The shop counts its refunds and its transfers each from one on.
    for (const id of ['1', '2']) {
      await transferMoney(world.context, { id, amountVnd: 20_000, receiverPhone: '0900000123' })
      await refundOrder(world.context, 'order-1', { id, vnd: 4000 })
    }
    const payment = await world.rowOfPayment('order-1')
    const invoice = (await findTransfer(world.context, '1'))?.reference ?? ''
    const common = { date: world.date(), amount: 3999 }
    await fileSays(world, [
      payment,
      { ...common, invoice, wallet: 'WT1' },
      { ...common, invoice: '2', wallet: 'WR2', type: '-1' },
    ])
    const next = dayOf(world.now())
    await world.endDay([], next)
    for (let days = 0; days < 3; days += 1) world.toNextDay()
    await world.work()

    const { results } = await env.DB.prepare(
      `SELECT kind, subject, json_extract(facts, '$.what') AS what FROM alerts
       WHERE kind IN ('file_amount_differs', 'unknown_not_in_files') ORDER BY kind, subject`,
    ).all()
    expect(results).toEqual([
      { kind: 'file_amount_differs', subject: '2', what: null },
      { kind: 'file_amount_differs', subject: 'transfer:1', what: null },
      { kind: 'unknown_not_in_files', subject: '1', what: 'refund' },
      { kind: 'unknown_not_in_files', subject: 'transfer:2', what: 'transfer' },
    ])
  })

  it.each([
    ['nothing', false],
    ['another amount', true],
  ])(
    'has separate alerts for a refund and a transfer of the same id, of which a file says %s',
    async (_what, isNamed) => {
      const world = new DailyWorld()
      await world.openAndPay({ id: 'other' })
      await world.openAndPay({ amountVnd: 9000 })
      world.service.fault = (call) =>
        call === 'transfer' || call === 'refund' ? 'lost answer' : 'none'
      await transferMoney(world.context, {
        id: '1',
        amountVnd: 20_000,
        receiverPhone: '0900000123',
      })
      await refundOrder(world.context, 'order-1', { id: '1', vnd: 4000 })
      const invoice = (await findTransfer(world.context, '1'))?.reference ?? ''
      const common = { date: world.date(), amount: 3999 }
      await fileSays(world, [
        await world.rowOfPayment('order-1'),
        ...(isNamed
          ? [
              { ...common, invoice, wallet: 'WT1' },
              { ...common, invoice: '1', wallet: 'WR1', type: '-1' },
            ]
          : []),
      ])
      const next = dayOf(world.now())
      await world.endDay([], next)
      for (let days = 0; days < 3; days += 1) world.toNextDay()
      await world.work()
      const read = async () => {
        const kind = isNamed ? 'file_amount_differs' : 'unknown_not_in_files'
        const { results } = await env.DB.prepare(
          'SELECT subject, state FROM alerts WHERE kind = ?1 ORDER BY subject',
        )
          .bind(kind)
          .all()
        return results.map(({ subject, state }) => `${String(subject)} ${String(state)}`)
      }
      const open = await read()
      world.service.fault = () => 'none'
      const word = { result: 'refused', reason: 'asked the service', staffId: 'an' } as const
      await settleTransfer(world.context, '1', word)
      await sweep(world.context)

      expect(open).toEqual(['1 open', 'transfer:1 open'])
      if (!isNamed) expect(await read()).toEqual(['1 open', 'transfer:1 closed'])
    },
  )

  it('raises the alert again every day, also after it was closed', async () => {
    const { world, code, invoice } = await unknownLinkedPayment()
    await fileSays(world, [])
    const next = dayOf(world.now())
    world.toNextDay()
    await world.putServiceFile([], next)
    for (let days = 0; days < 2; days += 1) world.toNextDay()
    await world.work()
    const read = () =>
      env.DB.prepare(
        `SELECT id, subject, state, times_raised AS times FROM alerts
         WHERE kind = 'unknown_not_in_files'`,
      ).first<{ id: number; times: number }>()
    const first = await read()
    await closeAlert(world.context, first?.id ?? 0, { reason: 'by mistake', staffId: 'an' })
    world.advance({ hours: 20 })
    await world.work()
    const sameDay = await read()

    world.advance({ hours: 5 })
    await world.work()

    expect(code).not.toBe('')
    expect(first).toMatchObject({ subject: invoice, state: 'open', times: 1 })
    expect(sameDay).toMatchObject({ state: 'closed', times: 1 })
    expect(await read()).toMatchObject({ state: 'open', times: 2 })
  })

  it('raises no alert while a file of its days is missing', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }
    await transferMoney(world.context, transfer)
    await fileSays(world, [])
    for (let days = 0; days < 4; days += 1) world.toNextDay()

    await world.work()

    expect(await world.alertKinds()).not.toContain('unknown_not_in_files')
  })
})
