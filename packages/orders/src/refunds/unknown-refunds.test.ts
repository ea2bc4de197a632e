import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { closeAlert, listAlerts, refundOrder, settleRefundByVerdict, sweep } from '../index.ts'
import type { RefundAccepted } from '../service/payment-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { failingDatabase } from '../../test/failing-database.ts'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { toMinuteOfOldest } from '../../test/oldest-first.ts'
import { World } from '../../test/world.ts'
import { settleRefunds } from './settle-refund.ts'

type Answer = PortAnswer<RefundAccepted>

const silence: Answer = { outcome: 'unknown', silent: true, message: 'no answer' }
const page: Answer = { outcome: 'unknown', silent: false, message: 'HTTP 502, text/html' }
const exists = refusal(4090801, 'maybe')
const failed = refusal(5000800, 'maybe')
const repeatedAfter502 = { repeatedAfterUnknown: true, repeatedAfterUnclear: true }
const wrongKey: Answer = { ...refusal(4010001, 'no'), kind: 'not_processed' }

/** A world in which 1,000 VND and 2 points were paid, and refunds meet these answers, the last one for ever. */
async function paidWorld(...answers: readonly Answer[]) {
  const world = new World({ context: { sleep: async () => {} } })
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  let calls = 0
  world.service.refundAnswer = () => {
    const answer = answers[Math.min(calls, answers.length - 1)]
    if (answer === undefined) throw new Error('There is no answer.')
    calls += 1
    return answer
  }
  const all = { id: 'R1', vnd: 1000, points: 2 }
  return {
    world,
    id,
    refund: () => refundOrder(world.context, id, all),
    row: async () => (await world.order(id)).refunds[0],
    order: async () => (await world.order(id)).order,
    calls: () => calls,
    told: () => world.events.map(({ type }) => type).filter((type) => type !== 'order.paid'),
  }
}

describe('"this id exists already"', () => {
  it.each<[string, readonly Answer[]]>([
    ['an HTML 502', [page]],
    ['silence and an HTML 502', [silence, page]],
    ['an HTML 502 and silence', [page, silence]],
    ['5000800', [failed]],
    ['4080804', [refusal(4080804, 'maybe')]],
    ['a code that no table knows', [{ outcome: 'unlisted', code: 5999999, message: '' }]],
    ['a refusal of a repeat', [silence, refusal(4000809, 'no')]],
  ])('after %s leaves the refund unknown, with an alert', async (_what, answers) => {
    const { world, refund, row, order, calls, told } = await paidWorld(...answers, exists)

    await refund()
    const reports = await world.live(60, 60)

    expect(reports.filter(({ refundsSettled }) => refundsSettled > 0)).toEqual([])
    expect(await row()).toMatchObject({
      state: 'refund_unknown',
      answeredUnclear: true,
      nextCallAtMs: null,
      settledVnd: 0,
      settledPoints: 0,
    })
    expect(await order()).toMatchObject({
      state: 'paid',
      refundedVnd: 1000,
      refundedPoints: 2,
      settledVnd: 0,
    })
    expect(calls()).toBe(answers.length + 1)
    expect(told()).toEqual([])
    expect(await world.alertKinds()).toEqual(['refund_unsettled'])
  })

  it('on the retry of the client itself after an HTML 502 proves nothing either', async () => {
    const { world, refund, row, calls } = await paidWorld({
      ...exists,
      repeatedAfterUnknown: true,
      repeatedAfterUnclear: true,
    })

    await refund()
    await world.live(60, 60)

    expect(await row()).toMatchObject({ state: 'refund_unknown', nextCallAtMs: null })
    expect(calls()).toBe(1)
    expect(await world.alertKinds()).toEqual(['refund_unsettled'])
  })

  it.each<[string, readonly Answer[]]>([
    ['silence', [silence, exists]],
    ['silence twice', [silence, silence, exists]],
    ['silence that the client has repeated by itself', [{ ...exists, repeatedAfterUnknown: true }]],
    ['silence and an outage of the key', [silence, wrongKey, exists]],
    ['a nonce that was used before', [refusal(4010006, 'maybe'), exists]],
  ])('after %s makes the refund presumed, in the answer and the event', async (_, answers) => {
    const { world, id, refund, row, order, told } = await paidWorld(...answers)

    await refund()
    await world.live(3, 10)

    expect(await row()).toMatchObject({
      state: 'presumed_refunded',
      settledVnd: 1000,
      settledPoints: 2,
      nextCallAtMs: null,
      remindAtMs: null,
    })
    expect(await order()).toMatchObject({ state: 'refunded', settledVnd: 1000, settledPoints: 2 })
    expect(told()).toEqual(['order.refunded'])
    expect(world.events.at(-1)?.data.facts).toMatchObject({
      refund_id: 'R1',
      vnd: 1000,
      points: 2,
      state: 'presumed_refunded',
      presumed: true,
    })
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'refund.presumed')?.evidence).toBe(
      'duplicate answer of the service',
    )
    expect(journal.map(({ kind }) => kind)).not.toContain('refund.settled')
    expect(await world.alertKinds()).toEqual([])
  })

  it('ends the calls: a presumed refund is not sent again', async () => {
    const { world, refund, calls } = await paidWorld(silence, exists)
    await refund()
    await world.live(3, 10)

    const again = await refund()
    await world.live(120, 600)

    expect(again).toMatchObject({ outcome: 'known', refund: { state: 'presumed_refunded' } })
    expect(calls()).toBe(2)
  })
})

/** The first call is answered only after a second one has been made and answered. */
async function lateAnswer(
  first: Answer,
  second: Answer,
  amounts: { readonly vnd: number; readonly points?: number } = { vnd: 1000, points: 2 },
) {
  const setting = await paidWorld(second)
  const { world, id } = setting
  let calls = 0
  const port = Object.assign(Object.create(world.service), {
    refundOrder: async () => {
      calls += 1
      if (calls > 1) return second
      world.advance({ seconds: 61 })
      await sweep({ ...world.context, port })
      return first
    },
  })
  const context = { ...world.context, port }
  await refundOrder(context, id, { id: 'R1', ...amounts })
  await sweep(context)
  /** The answer to the next call, ten minutes later. */
  async function thenAnswered(third: Answer) {
    const next = Object.assign(Object.create(world.service), { refundOrder: async () => third })
    world.advance({ minutes: 10 })
    await sweep({ ...context, port: next })
  }
  return { ...setting, context, thenAnswered }
}

describe('an answer after the lease of its call', () => {
  it.each<[string, Answer]>([
    ['an HTML 502', page],
    ['5000800', failed],
    ['a refusal without effect', refusal(4000820, 'no')],
    // Then neither call has made it: the id is that of a refund of somebody else.
    ['"this id exists" too', exists],
    ['"this id exists", after an HTML 502', { ...exists, ...repeatedAfter502 }],
    ['a broken key', wrongKey],
  ])('withdraws a presumed refund when it is %s', async (_what, first) => {
    const { world, id, row, order, told } = await lateAnswer(first, exists)
    const atMs = world.now()
    await world.live(1, 10)

    expect(await row()).toMatchObject({
      state: 'refund_unknown',
      answeredUnclear: true,
      nextCallAtMs: null,
      callingUntilMs: null,
      updatedAtMs: atMs,
      settledVnd: 0,
      settledPoints: 0,
    })
    expect(await order()).toMatchObject({
      state: 'paid',
      refundedVnd: 1000,
      refundedPoints: 2,
      settledVnd: 0,
      settledPoints: 0,
    })
    expect(told()).toEqual(['order.refunded', 'order.refund_withdrawn'])
    const facts = { refund_id: 'R1', vnd: 1000, points: 2, state: 'refund_unknown', late: true }
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'refund.withdrawn')).toMatchObject({
      atMs,
      evidence: 'answer of the service',
      data: facts,
    })
    expect(world.events.at(-1)?.data.facts).toMatchObject(facts)
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      { kind: 'refund_presumed_wrong', subject: 'R1', facts: { order_id: id, ...facts } },
    ])
  })

  it('withdraws a presumed refund when its call was never sent', async () => {
    const { world, id, row } = await lateAnswer({ outcome: 'not_sent', message: 'no key' }, exists)

    expect(await row()).toMatchObject({ state: 'refund_unknown', answeredUnclear: true })
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'refund.withdrawn')).toMatchObject({
      evidence: 'own record',
      data: { message: 'no key', late: true },
    })
  })

  it.each<[string, Answer]>([
    ['missing', silence],
    ['"this id exists", after silence', { ...exists, repeatedAfterUnknown: true }],
    ['a broken key, after silence', { ...wrongKey, repeatedAfterUnknown: true }],
  ])('leaves a refund presumed when it is %s', async (_what, first) => {
    const { row } = await lateAnswer(first, exists)

    expect(await row()).toMatchObject({ state: 'presumed_refunded', answeredUnclear: false })
  })

  it.each<[string, Answer]>([
    ['"this id exists"', exists],
    ['a broken key', wrongKey],
    ['that it was never sent', { outcome: 'not_sent', message: 'no key' }],
  ])('keeps a later "this id exists" from proving anything: %s', async (_what, first) => {
    const { row, thenAnswered } = await lateAnswer(first, silence)

    await thenAnswered(exists)

    expect(await row()).toMatchObject({ state: 'refund_unknown', calls: 3, nextCallAtMs: null })
  })

  it.each<[string, Answer]>([
    ['silence', silence],
    ['"this id exists", after silence', { ...exists, repeatedAfterUnknown: true }],
  ])('lets a later "this id exists" presume the refund after %s', async (_what, first) => {
    const { row, thenAnswered } = await lateAnswer(first, silence)

    await thenAnswered(exists)

    expect(await row()).toMatchObject({ state: 'presumed_refunded' })
  })

  it('of a second call that was turned away leaves the first one unanswered', async () => {
    const { world, id, row } = await paidWorld(silence)
    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
    const answers = [wrongKey, exists]
    const port = Object.assign(Object.create(world.service), {
      async refundOrder() {
        const answer = answers.shift()
        if (answer === wrongKey) {
          world.advance({ seconds: 61 })
          await settleRefunds({ ...world.context, port }, 1)
        }
        return answer
      },
    })
    world.advance({ minutes: 10 })

    await settleRefunds({ ...world.context, port }, 1)

    expect(await row()).toMatchObject({ state: 'presumed_refunded', calls: 3 })
  })

  it('withdraws a presumed refund of which the money is still owed, with an event', async () => {
    const { world, id, row, order, told } = await lateAnswer(refundAccepted(2000802), exists, {
      vnd: 1000,
    })
    await world.live(1, 10)

    expect(await row()).toMatchObject({ state: 'part_settled', settledVnd: 0 })
    expect(await order()).toMatchObject({ state: 'paid', refundedVnd: 1000, settledVnd: 0 })
    expect(told()).toEqual(['order.refunded', 'order.refund_withdrawn'])
    expect(world.events.at(-1)?.data.facts).toMatchObject({
      vnd: 1000,
      points: 0,
      owed_vnd: 1000,
      state: 'part_settled',
    })
    await settleRefundByVerdict(world.context, id, 'R1', {
      result: 'refunded',
      reason: 'Seen on the merchant web site',
      staffId: 'an',
    })
    await world.live(1, 10)
    expect(told().at(-1)).toBe('order.refund_confirmed')
    expect(await order()).toMatchObject({ state: 'part_refunded', settledVnd: 1000 })
  })

  it('raises an alert a day after it has withdrawn a presumed refund', async () => {
    const { world, row } = await lateAnswer(page, exists)
    const takenBackAtMs = (await row())?.updatedAtMs ?? 0

    expect((await row())?.remindAtMs).toBe(takenBackAtMs + 24 * 3_600_000)
    await world.live(25 * 60, 60 * 60)
    expect(await world.alertKinds()).toEqual(['refund_presumed_wrong', 'refund_still_unknown'])
  })

  it('confirms a presumed refund when it accepts, without a second order.refunded', async () => {
    const { world, row, order, told } = await lateAnswer(refundAccepted(200), exists)
    await world.live(1, 10)

    expect(await row()).toMatchObject({ state: 'refunded', settledVnd: 1000, settledPoints: 2 })
    expect(await order()).toMatchObject({ state: 'refunded', settledVnd: 1000, settledPoints: 2 })
    expect(told()).toEqual(['order.refunded', 'order.refund_confirmed'])
    expect(await world.alertKinds()).toEqual([])
  })

  it('is stored for the next call when it was a response', async () => {
    const { row, thenAnswered } = await lateAnswer(page, silence)
    const before = await row()

    await thenAnswered(exists)

    expect(before).toMatchObject({ state: 'refund_unknown', calls: 2, answeredUnclear: true })
    expect(await row()).toMatchObject({ state: 'refund_unknown', nextCallAtMs: null })
  })

  it('that is missing does not change what a newer call has recorded', async () => {
    const { row } = await lateAnswer(silence, failed)

    expect(await row()).toMatchObject({ state: 'refund_unknown', calls: 2 })
  })

  it('never refuses a refund that a newer call may have made', async () => {
    const { row, order } = await lateAnswer(refusal(4000820, 'no'), silence)

    expect(await row()).toMatchObject({ state: 'refund_unknown', calls: 2, answeredUnclear: true })
    expect(await order()).toMatchObject({ refundedVnd: 1000, refundedPoints: 2 })
  })

  it('never reduces the count of calls below that of a newer call', async () => {
    const { row } = await lateAnswer({ outcome: 'not_sent', message: 'no key' }, silence)

    expect(await row()).toMatchObject({ calls: 2 })
  })
})

describe('a broken key', () => {
  it.each([4010001, 4010002, 4010003, 4010004, 4010005])(
    'answered by %i does not change the refund, and the same id succeeds afterwards',
    async (code) => {
      const turnedAway: Answer = { ...refusal(code, 'no'), kind: 'not_processed' }
      const { world, refund, row, order } = await paidWorld(turnedAway)
      const first = await refund()
      await world.live(20, 60)
      const during = await row()
      const kinds = await world.alertKinds()
      world.service.refundAnswer = undefined

      await world.live(31, 60)

      expect(first).toMatchObject({ outcome: 'known', refund: { state: 'reserved' } })
      expect(during).toMatchObject({ state: 'reserved', calls: 0, firstCallAtMs: null })
      expect(kinds).toEqual(['refund_not_sent'])
      expect(await row()).toMatchObject({ state: 'refunded', calls: 1, answeredUnclear: false })
      expect(await order()).toMatchObject({ state: 'refunded', settledVnd: 1000 })
      expect([...world.service.refunds.keys()]).toEqual(['R1'])
    },
  )

  it('raises an alert with the cause and the remedy of the code', async () => {
    const { world, id, refund } = await paidWorld(wrongKey)
    await refund()
    await world.live(20, 60)

    const { alerts } = await listAlerts(world.context)
    expect(alerts.map(({ subject, facts }) => [subject, facts])).toEqual([
      ['R1', { order_id: id, why: '4010001 reason_4010001: remedy of 4010001' }],
    ])
  })

  it('keeps the times of the earlier call that may have taken effect', async () => {
    const { world, refund, row } = await paidWorld(silence, wrongKey)
    const atMs = world.now()
    await refund()
    world.advance({ minutes: 10 })

    await sweep(world.context)

    expect(await row()).toMatchObject({
      state: 'refund_unknown',
      calls: 1,
      firstCallAtMs: atMs,
      updatedAtMs: atMs,
      callingUntilMs: null,
    })
  })

  it('causes retries at intervals that grow to half an hour', async () => {
    const { world, refund, calls } = await paidWorld(wrongKey)
    await refund()
    world.advance({ hours: 5 })
    await sweep(world.context)
    const early = calls()

    await world.live(4 * 60, 5 * 60)

    expect(calls() - early).toBe(8)
  })

  it.each([
    [8 * 60_000, 2 * 60_000],
    [60 * 60_000 + 4, 15 * 60_000 + 1],
    [2 * 60 * 60_000, 30 * 60_000],
    [5 * 60 * 60_000, 30 * 60_000],
  ])('is tried again, %i ms after the request, in %i ms', async (ageMs, pauseMs) => {
    const { world, refund, row } = await paidWorld(wrongKey)
    await refund()
    world.advance({ seconds: ageMs / 1000 })

    await sweep(world.context)

    expect((await row())?.nextCallAtMs).toBe(world.now() + pauseMs)
  })

  it('between two unanswered calls keeps the count of these two', async () => {
    const { world, refund, row } = await paidWorld(silence, wrongKey, silence)
    await refund()
    await world.live(8, 2)

    const found = await row()
    expect(found?.state).toBe('refund_unknown')
    expect(found?.calls).toBeGreaterThanOrEqual(2)
    expect(await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'refund.unknown'")).toBe(
      found?.calls,
    )
  })

  it('in a retry of the client counts the request before it', async () => {
    const { refund, row } = await paidWorld({ ...wrongKey, repeatedAfterUnknown: true })

    await refund()

    expect(await row()).toMatchObject({
      state: 'refund_unknown',
      calls: 1,
      answeredUnclear: false,
    })
  })
})

describe('a refund that stays unknown', () => {
  it('raises an alert at its fifth call, and not before', async () => {
    const { world, refund, row } = await paidWorld(silence)
    await refund()
    const kinds: string[][] = []
    for (let calls = 1; calls < 5;) {
      kinds.push(await world.alertKinds())
      world.advance({ minutes: 2 })
      await sweep(world.context)
      calls = (await row())?.calls ?? 0
    }

    expect(kinds.flat()).toEqual([])
    expect(await world.alertKinds()).toEqual(['refund_unknown'])
  })

  it('is recorded with each call and its evidence, and with one time for the reminder', async () => {
    const { world, id, refund, row } = await paidWorld(silence, page)
    const first = world.now()
    await refund()
    world.advance({ minutes: 10 })
    const second = world.now()
    await sweep(world.context)

    expect(await row()).toMatchObject({
      calls: 2,
      firstCallAtMs: first,
      lastCallAtMs: second,
      updatedAtMs: second,
      callingUntilMs: null,
      remindAtMs: first + 24 * 3_600_000,
    })
    const { journal } = await world.order(id)
    const lines = journal.filter(({ kind }) => kind === 'refund.unknown')
    const of = { refund_id: 'R1', vnd: 1000, points: 2 }
    expect(lines.map(({ atMs, evidence, data }) => [atMs, evidence, data])).toEqual([
      [first, 'no answer of the service', { ...of, calls: 1, message: 'no answer' }],
      [second, 'answer of the service', { ...of, calls: 2, message: 'HTTP 502, text/html' }],
    ])
  })

  it.each<[string, Answer, object]>([
    ['refund_id_taken', exists, { calls: 1, code: 4090801, reason: 'reason_4090801' }],
    [
      'refund_unsettled',
      { ...exists, ...repeatedAfter502 },
      { calls: 1, code: 4090801, reason: 'reason_4090801' },
    ],
  ])('raises the alert %s with the answer', async (kind, answer, said) => {
    const { world, id, refund } = await paidWorld(answer)

    await refund()

    const { alerts } = await listAlerts(world.context)
    const of = { order_id: id, refund_id: 'R1', vnd: 1000, points: 2 }
    expect(alerts).toMatchObject([{ kind, subject: 'R1', facts: { ...of, ...said } }])
  })

  it.each<[string, Answer, object]>([
    [
      'a code that no table knows',
      { outcome: 'unlisted', code: 5999999, message: '' },
      { code: 5999999 },
    ],
    ['5000800', failed, { code: 5000800, reason: 'reason_5000800' }],
    [
      'a refusal after silence',
      { ...refusal(4000820, 'no'), repeatedAfterUnknown: true },
      { code: 4000820, reason: 'reason_4000820' },
    ],
  ])('stores %s in the journal', async (_what, answer, said) => {
    const { world, id, refund } = await paidWorld(answer)

    await refund()

    const { journal } = await world.order(id)
    expect(journal.at(-1)).toMatchObject({ kind: 'refund.unknown', data: said })
  })

  it('is sent forty times at most', async () => {
    const { world, refund, row, calls } = await paidWorld(silence)
    await refund()
    for (let sweeps = 0; sweeps < 100; sweeps += 1) {
      world.advance({ minutes: 20 })
      await sweep(world.context)
      // A pause in the world of the test does not count against the limit in time.
      await env.DB.prepare(
        'UPDATE refunds SET first_call_at_ms = ?, next_call_at_ms = next_call_at_ms - 3600000',
      )
        .bind(world.now())
        .run()
    }

    expect(calls()).toBe(40)
    expect(await row()).toMatchObject({ state: 'refund_unknown', nextCallAtMs: null })
    expect(await world.alertKinds()).toContain('refund_given_up')
  })

  it.each([
    [36 * 3600 - 1, false],
    [36 * 3600, true],
  ])('is sent for 36 hours at most: after %i seconds', async (seconds, isLast) => {
    const { world, refund, row } = await paidWorld(silence)
    await refund()
    world.advance({ seconds })

    await sweep(world.context)

    const found = await row()
    expect(found?.calls).toBe(2)
    expect(found?.nextCallAtMs === null).toBe(isLast)
    expect((await world.alertKinds()).includes('refund_given_up')).toBe(isLast)
  })

  it('counts these hours from the first call that may have taken effect, not from a broken key', async () => {
    const { world, refund, row } = await paidWorld(wrongKey, silence)
    await refund()
    world.advance({ hours: 40 })

    await sweep(world.context)

    expect(await row()).toMatchObject({
      state: 'refund_unknown',
      calls: 1,
      firstCallAtMs: world.now(),
    })
    expect((await row())?.nextCallAtMs).not.toBeNull()
  })

  it('raises an alert every day, with its age, and reopens a closed one', async () => {
    const { world, refund, row } = await paidWorld(failed, exists)
    await refund()
    await world.live(10, 60)
    const reminders = async () => {
      const { results } = await world.context.database
        .prepare(
          "SELECT id, state, times_raised AS times, json_extract(facts, '$.age_days') AS age FROM alerts WHERE kind = 'refund_still_unknown'",
        )
        .all<{ id: number; state: string; times: number; age: number }>()
      return results
    }
    await world.live(23 * 60, 60 * 60)
    const early = await reminders()
    await world.live(2 * 60, 60 * 60)
    const [first] = await reminders()
    const closing = { reason: 'I wait for the file.', staffId: 'an' }
    await closeAlert(world.context, first?.id ?? 0, closing)
    await world.live(24 * 60, 60 * 60)
    const [second] = await reminders()
    await world.live(24 * 60, 60 * 60)
    const [third] = await reminders()

    expect(early).toEqual([])
    expect(first).toMatchObject({ state: 'open', times: 1, age: 1 })
    expect(second).toMatchObject({ state: 'open', times: 2, age: 2 })
    expect(third).toMatchObject({ state: 'open', times: 3, age: 3 })
    expect((await row())?.remindAtMs).toBeGreaterThan(world.now())
  })

  it('states its age in whole days', async () => {
    const { world, refund } = await paidWorld(wrongKey, failed, exists)
    await refund()
    world.advance({ hours: 24, seconds: -1 })
    await sweep(world.context)
    world.advance({ hours: 24 })
    await sweep(world.context)

    const ages = await world.context.database
      .prepare(
        "SELECT json_extract(facts, '$.age_days') AS age FROM alerts WHERE kind = 'refund_still_unknown'",
      )
      .all()
    expect(ages.results).toEqual([{ age: 1 }])
  })

  it('does not change another refund, of the same order or of another', async () => {
    const { world, id } = await paidWorld(silence)
    const other = await world.openAndPay({ id: 'other', amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
    world.advance({ seconds: 1 })
    await refundOrder(world.context, id, { id: 'R2', vnd: 500 })
    const untouched = async () => [
      ...(await world.order(id)).refunds,
      ...(await world.order(other)).refunds,
    ]
    const before = await untouched()
    world.advance({ seconds: 1 })

    await refundOrder(world.context, other, { id: 'R3', vnd: 100 })

    expect(before.map(({ id: refundId, state }) => [refundId, state])).toEqual([
      ['R1', 'refund_unknown'],
      ['R2', 'refund_unknown'],
    ])
    expect((await untouched()).slice(0, 2)).toEqual(before)
  })

  it('is sent before one that is overdue for a shorter time', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => silence
    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
    world.advance({ hours: 1 })
    await refundOrder(world.context, id, { id: 'R2', vnd: 600 })
    world.advance({ hours: 1 })
    world.service.received.splice(0)
    toMinuteOfOldest(world)

    await settleRefunds(world.context, 1)

    expect(world.service.received).toEqual([{ call: 'refund', id: 'R1' }])
  })

  it('costs a sweep no statement until its next call is due', async () => {
    const { world, refund, row } = await paidWorld(silence)
    await refund()
    const nextCallAtMs = (await row())?.nextCallAtMs ?? 0
    const looks: number[] = []
    for (const restMs of [1, 0]) {
      world.advance({ seconds: (nextCallAtMs - restMs - world.now()) / 1000 })
      await settleRefunds(world.context, 10)
      looks.push(world.invocation.roundTrips)
    }

    expect(looks[0]).toBe(2)
    expect(looks[1]).toBeGreaterThan(2)
  })

  it('is recorded although the database fails for seconds', async () => {
    const { world, id, row } = await paidWorld(failed)
    await refundOrder(
      {
        ...world.context,
        database: failingDatabase(world.context.database, (batch) =>
          batch === 3 || batch === 4 ? 'before' : 'none',
        ),
      },
      id,
      { id: 'R1', vnd: 1000 },
    )

    expect(await row()).toMatchObject({ state: 'refund_unknown', answeredUnclear: true })
  })

  it('is recorded once when the write of its answer seems to have failed', async () => {
    const { world, id, row } = await paidWorld(silence)
    const database = failingDatabase(world.context.database, (batch) =>
      batch === 3 ? 'after' : 'none',
    )

    const outcome = await refundOrder({ ...world.context, database }, id, { id: 'R1', vnd: 1000 })

    expect(outcome).toMatchObject({ outcome: 'known', refund: { state: 'refund_unknown' } })
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'refund.unknown')).toHaveLength(1)
    expect(await row()).toMatchObject({ calls: 1, answeredUnclear: false })
  })

  it('counts its call although the write that takes an earlier one back is repeated late', async () => {
    const { world, id, row } = await paidWorld(wrongKey, silence, refusal(4004009, 'no'))
    let slept = 0
    let endNext: (() => Promise<unknown>) | undefined
    const sleep = async (ms: number) => {
      slept += ms
      if (slept < 10_000 || endNext !== undefined) return
      world.advance({ seconds: 10 })
      const { reached, release } = world.service.holdNextCall('refund')
      const next = settleRefunds(world.context, 1)
      endNext = () => {
        release()
        return next
      }
      await reached
    }
    const database = failingDatabase(world.context.database, (batch) => {
      if (batch === 3) return 'after'
      return batch > 3 && batch < 8 ? 'before' : 'none'
    })

    await refundOrder({ ...world.context, sleep, database }, id, { id: 'R1', vnd: 1000 })
    await endNext?.()
    await world.live(2, 10)

    expect(await row()).toMatchObject({ state: 'refund_unknown' })
    expect((await world.order(id)).order.refundedVnd).toBe(1000)
  })
})
