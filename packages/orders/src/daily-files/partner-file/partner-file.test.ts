import { env } from 'cloudflare:workers'
import { assert, describe, expect, it, vi } from 'vitest'
import { checksumKey, DailyWorld, md5, numberedRefund } from '../../../test/daily-world.ts'
import { refundAccepted, refusal } from '../../../test/scripted-service.ts'
import { rightOtp } from '../../../test/scripted-wallet.ts'
import {
  confirmOtp,
  listAlerts,
  payWithLink,
  refundOrder,
  releaseOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
} from '../../index.ts'
import {
  findReconciliation,
  openPartnerFile,
  processDailyFiles,
  writePartnerFile,
} from '../index.ts'
import { dayOf, dayPlus } from '../vietnam-day.ts'

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A day with a payment and a refund of part of it. */
async function paidAndRefunded(): Promise<DailyWorld> {
  const world = new DailyWorld()
  await world.openAndPay({ amountVnd: 100_000 }, { updated_at: world.now() / 1000 + 30 })
  world.service.refundAnswer = numberedRefund('W-R1')
  world.advance({ minutes: 10 })
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 30_000 })
  return world
}

describe('the partner file', () => {
  // Specification: 2.18.2, 2.18.3, 2.18.4, 2.18.8, 2.18.9
  it('has a row for every payment and refund of the day, as the specification writes it', async () => {
    const world = await paidAndRefunded()
    const { order } = await world.order('order-1')
    world.toNextDay()

    const writing = await writePartnerFile(world.files, world.day)

    const place = `MERCHANT-1,STORE-1,POS-1,${world.date()}`
    const payment = `PARTNER-1,${order.paidReference},${order.paidTransactionId},100000,VND,0,0,0`
    const records = [
      `${payment},${place},12:00:30,0,"{""order_id"":""order-1""}",1`,
      `PARTNER-1,R1,W-R1,30000,VND,0,0,0,${place},12:11:00,0,"{""order_id"":""order-1""}",-1`,
    ]
    const sums = await Promise.all(records.map((record) => md5(record + checksumKey)))
    const rows = records.map((record, index) => `${record},${sums[index]}\r\n`)
    expect(writing).toBe('written')
    expect(await world.text(world.name('partner'))).toBe(rows.join(''))
  })

  // Specification: 1.49, 2.18.5
  it('is one file for all stores, and each row names the store of its order', async () => {
    const world = new DailyWorld(
      {},
      {
        context: {
          stores: {
            default: { storeCode: 'STORE-1', posCode: 'POS-1' },
            allowed: [
              { storeCode: 'STORE-2', posCodes: ['TILL-9'] },
              { storeCode: 'A-STORE-TOO-LONG-FOR-MID', posCodes: [] },
            ],
          },
        },
      },
    )
    await world.openAndPay({ id: 'web' })
    await world.openAndPay({ id: 'till', storeCode: 'STORE-2', posCode: 'TILL-9' })
    await world.openAndPay({ id: 'long', storeCode: 'A-STORE-TOO-LONG-FOR-MID' })
    await world.openAndPay({ id: 'old' })
    await env.DB.exec("UPDATE orders SET store_code = NULL, pos_code = NULL WHERE id = 'old'")
    world.service.refundAnswer = numberedRefund('W-R1')
    await refundOrder(world.context, 'till', { id: 'R1', vnd: 30_000 })
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    const rows = (await world.text(world.name('partner'))).trimEnd().split('\r\n')
    const places = rows.map((row) => row.split(',').slice(9, 11))
    expect(places).toEqual([
      ['STORE-1', 'POS-1'],
      ['STORE-2', 'TILL-9'],
      ['', ''],
      ['STORE-1', 'POS-1'],
      ['STORE-2', 'TILL-9'],
    ])
  })

  it('states the promotion part of a payment that the service has paid', async () => {
    const world = new DailyWorld()
    const parts = { vnd_amount: 73_000, point_amount: 20 }
    await world.openAndPay({ id: 'promoted', amountVnd: 100_000 }, parts)
    await world.openAndPay(
      { id: 'full', amountVnd: 100_000 },
      { vnd_amount: 80_000, point_amount: 20 },
    )
    await world.openAndPay({ id: 'odd', amountVnd: 100_000 }, { vnd_amount: 120_000 })
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    const rows = (await world.text(world.name('partner'))).trimEnd().split('\r\n')
    expect(rows.map((row) => row.split(',').slice(3, 8).join(' '))).toEqual([
      '100000 VND 0 0 7000',
      '100000 VND 0 0 0',
      '100000 VND 0 0 0',
    ])
    expect(await world.alertKinds()).toEqual(['paid_parts_differ', 'paid_parts_differ'])
  })

  it('has a row of status 2 for released held money, and for a payment that was found not to be made', async () => {
    const world = new DailyWorld()
    await world.openLinked({ id: 'held', amountVnd: 100_000, holdPayment: true })
    await payWithLink(world.context, 'held', 20)
    await releaseOrder(world.context, 'held')
    await world.openLinked({ id: 'refused', amountVnd: 50_000, linkedCustomerId: 'customer-2' })
    world.service.needsOtp = true
    await payWithLink(world.context, 'refused')
    world.service.fault = (call) => (call === 'confirm' ? 'lost request' : 'none')
    await confirmOtp(world.context, 'refused', rightOtp)
    world.service.fault = () => 'none'
    const { attempts } = await world.order('refused')
    await settleLinkedPayment(world.context, 'refused', {
      reference: attempts[0]?.reference ?? '',
      result: 'not_paid',
      reason: 'not in the daily file',
      staffId: 'S1',
    })
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    const rows = (await world.text(world.name('partner'))).trimEnd().split('\r\n')
    expect(rows.map((row) => row.split(',').filter((_, at) => [2, 3, 13].includes(at)))).toEqual([
      ['W-LT000001', '100000', '2'],
      ['LT000002', '50000', '2'],
    ])
    expect(await world.alertKinds()).not.toContain('partner_rows_left_out')
  })

  it('has no row for a payment that was refused before the service named it', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000 })
    world.service.answers.pay = () => refusal(4000001, 'no')
    await payWithLink(world.context, 'order-1')
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    expect(await world.text(world.name('partner'))).toBe('')
    expect(await world.alertKinds()).toEqual([])
  })

  it('is written once for the same content', async () => {
    const world = await paidAndRefunded()
    world.toNextDay()
    await writePartnerFile(world.files, world.day)
    const first = await env.FILES.head(world.name('partner'))
    const opened = vi.spyOn(env.FILES, 'get')

    const again = await writePartnerFile(world.files, world.day)

    const second = await env.FILES.head(world.name('partner'))
    expect(again).toBe('unchanged')
    expect(second?.version).toBe(first?.version)
    // The content would be begun and thrown away.
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
  })

  it('is not sent for a day before the store existed, on which another system may have sold', async () => {
    const world = new DailyWorld()
    const before = world.name('partner', dayPlus(world.day, -1))
    await env.FILES.put(before, 'sent by another system')
    await world.openAndPay()
    await world.work()
    const untouched = await world.text(before)
    // Whoever fetches an empty file may send it.
    const fetched = await openPartnerFile(world.files, dayPlus(world.day, -1))
    world.toNextDay()
    await world.work()

    expect(fetched).toEqual({ outcome: 'before_first' })
    expect(untouched).toBe('sent by another system')
    expect(await world.text(world.name('partner'))).toContain('PARTNER-1,')
  })

  it('is empty for a day without transactions', async () => {
    const world = new DailyWorld()
    await world.openAndStart()
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    expect(await world.text(world.name('partner'))).toBe('')
  })

  it('is not replaced without an alert when its content changes', async () => {
    const world = await paidAndRefunded()
    world.toNextDay()
    await writePartnerFile(world.files, world.day)
    const before = await world.text(world.name('partner'))
    const otherKey = { ...world.files, files: { ...world.files.files, checksumKey: 'another key' } }

    await env.FILES.put(world.name('service'), '')
    const afterTaken = await writePartnerFile(otherKey, world.day)
    const kept = await world.text(world.name('partner'))
    await env.FILES.delete(world.name('service'))
    const beforeTaken = await writePartnerFile(otherKey, world.day)

    expect([afterTaken, beforeTaken]).toEqual(['kept', 'replaced'])
    expect(kept).toBe(before)
    expect(await world.text(world.name('partner'))).not.toBe(before)
    expect(await world.alertKinds()).toEqual(['partner_file_changed', 'partner_file_replaced'])
  })

  it('leaves out transactions that the service has not named, and raises an alert', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refundAccepted(200)
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    expect((await world.text(world.name('partner'))).split('\r\n')).toHaveLength(2)
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      { kind: 'partner_rows_left_out', facts: { transactions: 1, ids: 'R1' } },
    ])
  })

  it('raises another alert for left-out transactions that the service has not confirmed', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await world.live(5, 30)
    await settleRefundByVerdict(world.context, 'order-1', 'R1', {
      result: 'refunded',
      reason: 'the customer says so',
      staffId: 'an',
    })
    world.toNextDay()
    const before = await world.alertKinds()

    await writePartnerFile(world.files, world.day)

    const { alerts } = await listAlerts(world.context)
    expect((await world.alertKinds()).slice(before.length)).toEqual(['partner_rows_unproven'])
    expect(alerts[0]).toMatchObject({ subject: world.day, facts: { transactions: 1, ids: 'R1' } })
  })

  it('has no row for a presumed refund', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ amountVnd: 1000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
    world.service.fault = () => 'none'
    await world.live(2, 30)
    world.toNextDay()

    await writePartnerFile(world.files, world.day)

    expect((await world.order('order-1')).refunds[0]?.state).toBe('presumed_refunded')
    expect((await world.text(world.name('partner'))).split('\r\n')).toHaveLength(2)
    expect(await world.alertKinds()).toEqual([])
  })

  it('has a transaction on the day in Vietnam on which it became known', async () => {
    const world = new DailyWorld()
    world.toNextDay('23:58')
    await world.openAndPay({ id: 'late' })
    world.toNextDay('00:00')
    await world.openAndPay({ id: 'early' })
    world.toNextDay('12:00')
    const { order: late } = await world.order('late')
    const { order: early } = await world.order('early')

    const days = [late, early].map((order) => dayOf(order.confirmedAtMs ?? 0))
    for (const day of days) await writePartnerFile(world.files, day)

    const [first = '', second = ''] = await Promise.all(
      days.map((day) => world.text(world.name('partner', day))),
    )
    expect(first).toContain(late.paidReference)
    expect(first).not.toContain(early.paidReference)
    expect(second).toContain(early.paidReference)
    expect(second).not.toContain(late.paidReference)
  })

  it('has all rows of a day of many pages, in the order of the journal', async () => {
    const world = new DailyWorld()
    const rows = 10_500
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       SELECT ?1 + (i % 7), 'payment.confirmed', 'o' || i, 'd' || i, 'signed query',
         json_object('reference', 'ref-' || i, 'transaction_id', 'T' || i, 'order_amount', i)
       FROM n`,
    )
      .bind(world.now())
      .run()
    world.toNextDay()

    const outcome = await openPartnerFile(world.files, world.day)

    assert(outcome.outcome === 'file', outcome.outcome)
    const text = await new Response(outcome.body).text()
    const codes = text
      .split('\r\n')
      .slice(0, -1)
      .map((row) => Number(row.split(',')[2]?.slice(1)))
    const expected = Array.from({ length: rows }, (_, index) => index + 1)
    expect(codes.toSorted((a, b) => a - b)).toEqual(expected)
    expect(codes).toEqual(expected.toSorted((a, b) => (a % 7) - (b % 7) || a - b))
    expect(outcome).toMatchObject({ rows, leftOut: 0, bytes: text.length })
    expect(outcome.sha256).toBe(await sha256(text))
  })

  it('does not exist before 00:45, Vietnam time, and is then written on request', async () => {
    const world = await paidAndRefunded()
    world.toNextDay('00:44')
    const early = await openPartnerFile(world.files, world.day)
    world.advance({ minutes: 1 })

    const outcome = await openPartnerFile(world.files, world.day)

    expect(early).toEqual({ outcome: 'too_early', readyAt: world.now() / 1000 })
    expect(outcome).toMatchObject({
      outcome: 'file',
      rows: 2,
      name: world.name('partner').slice(9),
    })
  })

  it('dates a payment by the clock of the service, which may be ahead of ours at midnight', async () => {
    const world = new DailyWorld()
    world.toNextDay('23:58')
    world.advance({ seconds: 59 })
    // Paid at 23:59:59 by our clock; the service's clock shows 00:00:01.
    await world.openAndPay({ id: 'late' }, { updated_at: world.now() / 1000 + 62 })
    const { order } = await world.order('late')
    const day = dayOf(order.confirmedAtMs ?? 0)
    world.toNextDay()

    await writePartnerFile(world.files, day)

    const [row = ''] = (await world.text(world.name('partner', day))).split('\r\n')
    expect(row.split(',').slice(11, 13)).toEqual([world.date(dayPlus(day, 1)), '00:00:01'])
  })

  it('stays the same for a payment whose codes become known on the next day', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openLinked({ amountVnd: 60_000 })
    await world.payWithoutAnswer('order-1')
    const { attempts } = await world.order('order-1')
    const row = { invoice: attempts[0]?.reference ?? '', wallet: 'W-9', service: 'LT9' }
    const rows = [await world.rowOfPayment('other'), { ...row, amount: 60_000, date: world.date() }]
    world.toNextDay()
    await world.putServiceFile(rows)

    await world.work()

    expect((await world.order('order-1')).order.state).toBe('paid')
    expect(await world.alertKinds()).not.toContain('partner_file_changed')
    expect(await writePartnerFile(world.files, world.day)).toBe('unchanged')
  })

  it('is written and sent again when its stored copy was removed and it is requested, at any age', async () => {
    const world = await paidAndRefunded()
    world.toNextDay()
    await world.work()
    const outgoing = world.name('partner')
    const before = await world.text(outgoing)
    await env.FILES.put(world.name('service'), '')
    world.advance({ minutes: 90 * 24 * 60 })
    const otherKey = { ...world.files, files: { ...world.files.files, checksumKey: 'another key' } }
    const kept = await writePartnerFile(otherKey, world.day)

    await env.FILES.delete(`reconciliations/${world.day}/${outgoing.slice(9)}`)
    const fetched = await openPartnerFile(otherKey, world.day)
    if (fetched.outcome === 'file') await new Response(fetched.body).text()

    expect([kept, fetched.outcome]).toEqual(['kept', 'file'])
    expect(await world.text(outgoing)).not.toBe(before)
  })

  it('is sent when a round was interrupted after it stored the copy', async () => {
    const world = await paidAndRefunded()
    world.toNextDay()
    await world.work()
    const outgoing = world.name('partner')
    // A person has the file written again, under other settings.
    await env.FILES.delete(`reconciliations/${world.day}/${outgoing.slice(9)}`)
    const settings = { ...world.files.files, merchantCode: 'MERCHANT-2' }
    const bucket = new Proxy(env.FILES, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) => {
          if (name === 'put' && args[0] === outgoing) throw new Error('the Worker was stopped')
          return Reflect.apply(method, target, args)
        }
      },
    })
    world.advance({ minutes: 30 })
    const broken = processDailyFiles({ ...world.files, files: { ...settings, bucket } })
    await expect(broken).rejects.toThrow('Some daily files')
    world.advance({ hours: 1 })

    await processDailyFiles({ ...world.files, files: settings })

    expect(await world.text(outgoing)).toContain('MERCHANT-2')
  })

  it('does not exist for a day before the store existed, and is not sent', async () => {
    const world = await paidAndRefunded()
    world.toNextDay()
    const day = dayPlus(world.day, -365)

    const outcome = await openPartnerFile(world.files, day)

    expect(outcome).toEqual({ outcome: 'before_first' })
    expect(await env.FILES.head(world.name('partner', day))).toBeNull()
    expect(await findReconciliation(world.files, day)).toBeNull()
  })

  it.each(['2026-02-30', '20260101', 'today', ''])('refuses "%s" as a day', async (day) => {
    const world = new DailyWorld()

    const asked = openPartnerFile(world.files, day)

    await expect(asked).rejects.toThrow("The file's day must be a day of the calendar")
  })
})
