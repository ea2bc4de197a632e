import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { refundByOperator } from '../approvals/refund-by-operator.ts'
import { openOrder, refundOrder, startPayment, sweep } from '../index.ts'
import type { RefundToMake } from '../service/payment-port.ts'

describe('refundOrder', () => {
  // Specification: 1.15, 1.46
  it('returns money once for repeated requests', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })

    const outcomes = []
    for (let repeat = 0; repeat < 3; repeat += 1) {
      outcomes.push(await refundOrder(world.context, id, { id: 'R1', vnd: 400, staffId: 'S1' }))
    }

    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        outcome: 'known',
        refund: { id: 'R1', state: 'refunded', vnd: 400 },
        order: { state: 'part_refunded', refunded: { vnd: 400, points: 0 } },
      })
    }
    expect(world.service.received.filter(({ call }) => call === 'refund')).toEqual([
      { call: 'refund', id: 'R1' },
    ])
    expect(world.service.returnedVnd(world.service.newest.reference)).toBe(400)
  })

  it('sends the reason and the operator to the service, if given', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const asked: RefundToMake[] = []
    world.service.refundAnswer = (refund) => {
      asked.push(refund)
      return refundAccepted(200)
    }
    const said = { reason: 'damaged', staffId: 'S1', staffName: 'An' }

    await refundOrder(world.context, id, { id: 'R1', vnd: 400, ...said })
    await refundOrder(world.context, id, { id: 'R2', vnd: 600 })

    const { originalReference } = asked[0] ?? {}
    expect(asked).toEqual([
      { refundId: 'R1', originalReference, vnd: 400, points: 0, ...said },
      { refundId: 'R2', originalReference, vnd: 600, points: 0 },
    ])
  })

  it('stores the reason of an operator in the journal, and that of the shop outside of it', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const said = { reason: 'damaged', staffId: 'S1' }

    await refundOrder(world.context, id, { id: 'R1', vnd: 400, ...said })
    await refundOrder(world.context, id, { id: 'R2', vnd: 100 })
    await refundByOperator(world.context, id, { id: 'R3', vnd: 500, ...said })

    const { journal, refunds } = await world.order(id)
    const reserved = journal.filter(({ kind }) => kind === 'refund.reserved')
    expect(reserved.map(({ data }) => data)).toEqual([
      { refund_id: 'R1', vnd: 400, points: 0, staff_id: 'S1' },
      { refund_id: 'R2', vnd: 100, points: 0, staff_id: null },
      { refund_id: 'R3', vnd: 500, points: 0, staff_id: 'S1', verdict_reason: 'damaged' },
    ])
    expect(refunds.map(({ reason }) => reason)).toEqual(['damaged', null, 'damaged'])
  })

  it('increments the version of the order, for its reservation and for its outcome', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const before = (await world.order(id)).order.version
    const during: number[] = []
    world.service.duringRefund = async () => {
      during.push((await world.order(id)).order.version)
    }

    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })

    expect(during).toEqual([before + 1])
    expect((await world.order(id)).order.version).toBe(before + 2)
  })

  it('makes the order refunded when everything is returned, with an event for each refund', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })

    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
    const outcome = await refundOrder(world.context, id, { id: 'R2', vnd: 600 })
    await sweep(world.context)

    expect(outcome).toMatchObject({ order: { state: 'refunded', refunded: { vnd: 1000 } } })
    const refunded = world.events.filter((event) => event.type === 'order.refunded')
    expect(refunded.map(({ data }) => [data.facts['refund_id'], data.facts['vnd']])).toEqual([
      ['R1', 400],
      ['R2', 600],
    ])
  })

  it.each([
    ['VND', { vnd: 1 }],
    ['point', { points: 1 }],
  ])('tells the shop of the smallest refund, of 1 %s', async (_unit, amounts) => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 2000 }, { vnd_amount: 1000, point_amount: 1 })
    world.events.splice(0)

    await refundOrder(world.context, id, { id: 'R1', ...amounts })
    await sweep(world.context)

    expect(world.events.map(({ type }) => type)).toEqual(['order.refunded'])
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'refund.settled')).toHaveLength(1)
  })

  it('allows 33 of 50 concurrent refunds of 30 out of 1,000', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refundOrder(world.context, id, { id: `R${index}`, vnd: 30 }),
      ),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'known')).toHaveLength(33)
    expect(outcomes.filter(({ outcome }) => outcome === 'not_refundable')).toHaveLength(17)
    expect((await world.order(id)).order).toMatchObject({ refundedVnd: 990, settledVnd: 990 })
    expect(world.service.returnedVnd(world.service.newest.reference)).toBe(990)
  })

  // Specification: 1.16
  it('reserves money and points separately', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 }, { vnd_amount: 700, point_amount: 3 })

    const outcomes = [
      await refundOrder(world.context, id, { id: 'R1', points: 4 }),
      await refundOrder(world.context, id, { id: 'R2', vnd: 701 }),
      await refundOrder(world.context, id, { id: 'R3', points: 3 }),
      await refundOrder(world.context, id, { id: 'R4', vnd: 700 }),
    ]

    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'not_refundable',
      'not_refundable',
      'known',
      'known',
    ])
    expect((await world.order(id)).order.state).toBe('refunded')
  })

  it('keeps an unanswered refund reserved, and settles it by a retry under the same id', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    const unanswered = await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    const meanwhile = await refundOrder(world.context, id, { id: 'R2', vnd: 1 })
    world.service.fault = () => 'none'

    await world.live(1, 10)

    expect(unanswered).toMatchObject({ refund: { state: 'refund_unknown' } })
    expect(meanwhile).toMatchObject({ outcome: 'not_refundable' })
    expect((await world.order(id)).refunds[0]).toMatchObject({ state: 'refunded', calls: 2 })
    expect([...world.service.refunds.keys()]).toEqual(['R1'])
  })

  it('presumes a refund after an unanswered call and the answer "this id exists"', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    world.service.fault = () => 'none'

    await world.live(1, 10)

    const { order, journal } = await world.order(id)
    expect(order.state).toBe('refunded')
    expect(journal.find((line) => line.kind === 'refund.presumed')).toMatchObject({
      evidence: 'duplicate answer of the service',
      data: { code: 4090801, earlier_calls: 1, presumed: true },
    })
    expect(world.service.returnedVnd(world.service.newest.reference)).toBe(1000)
  })

  it('continues after a crash between the call and its record', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    const id = await world.openAndPay({ amountVnd: 1000 })
    const database = new Proxy(world.context.database, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => {
          if (world.service.refunds.size > 0) throw new Error('crash')
          return target.withSession('first-primary')
        }
      },
    })
    await expect(
      refundOrder({ ...world.context, database }, id, { id: 'R1', vnd: 1000 }),
    ).rejects.toThrow('crash')
    const afterCrash = (await world.order(id)).refunds[0]

    await world.live(2, 30)

    expect(afterCrash).toMatchObject({ state: 'reserved', calls: 1 })
    expect((await world.order(id)).refunds[0]).toMatchObject({
      state: 'presumed_refunded',
      calls: 2,
    })
    expect(world.service.returnedVnd(world.service.newest.reference)).toBe(1000)
  })

  it('sends a refund once for concurrent requests', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })

    await Promise.all(
      Array.from({ length: 8 }, () => refundOrder(world.context, id, { id: 'R1', vnd: 1000 })),
    )

    expect(world.service.received.filter(({ call }) => call === 'refund')).toHaveLength(1)
    expect((await world.order(id)).refunds[0]).toMatchObject({ state: 'refunded', calls: 1 })
  })

  it('records a refund once when its answer arrives after the sweep has settled it', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.duringRefund = async () => {
      world.service.duringRefund = async () => {}
      world.advance({ seconds: 61 })
      await sweep(world.context)
    }

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 400 })

    expect(outcome).toMatchObject({
      refund: { state: 'refunded' },
      order: { state: 'part_refunded', refunded: { vnd: 400 } },
    })
    expect((await world.order(id)).order.settledVnd).toBe(400)
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'refund.settled')).toHaveLength(1)
  })

  it('lets the later call decide when an overtaken call is refused', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    let calls = 0
    const port = Object.assign(Object.create(world.service), {
      refundOrder: async () => {
        calls += 1
        if (calls > 1) return refundAccepted(200)
        world.advance({ seconds: 61 })
        await sweep({ ...world.context, port })
        return refusal(4000820, 'no')
      },
    })

    const outcome = await refundOrder({ ...world.context, port }, id, { id: 'R1', vnd: 400 })

    expect(outcome).toMatchObject({
      refund: { state: 'refunded' },
      order: { refunded: { vnd: 400 } },
    })
  })

  it('keeps the reservation when an overtaken call is refused and the later call has no record', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    let calls = 0
    const dying = new Proxy(world.context.database, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => {
          if (calls > 1) throw new Error('crash')
          return target.withSession('first-primary')
        }
      },
    })
    const port = Object.assign(Object.create(world.service), {
      refundOrder: async (refund: RefundToMake) => {
        calls += 1
        if (calls > 1) return world.service.refundOrder(refund)
        world.advance({ seconds: 61 })
        const dead = { ...world.context, port, database: dying, sleep: async () => {} }
        await expect(sweep(dead)).rejects.toThrow()
        return refusal(4000820, 'no')
      },
    })

    await refundOrder({ ...world.context, port }, id, { id: 'R1', vnd: 400 })

    const { order, refunds } = await world.order(id)
    expect(world.service.returnedOf('R1').vnd).toBe(400)
    expect(refunds[0]).toMatchObject({ state: 'reserved', calls: 2 })
    expect(order.refundedVnd).toBe(400)
  })

  it('does not presume a refund after an answered failure and the answer "this id exists"', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')

    await world.live(10, 30)

    const { order, refunds } = await world.order(id)
    expect(refunds[0]).toMatchObject({ state: 'refund_unknown', calls: 2 })
    expect(order).toMatchObject({ state: 'paid', refundedVnd: 1000, settledVnd: 0 })
    expect(await world.alertKinds()).toEqual(['refund_unsettled'])
    expect(world.events.map((event) => event.type)).toEqual(['order.paid'])
  })

  it('raises an alert when a refund cannot be sent for a quarter of an hour', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => ({ outcome: 'not_sent', message: 'the key is damaged' })

    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    const reports = await world.live(10, 60)
    const early = await world.alertKinds()
    reports.push(...(await world.live(20, 60)))

    expect(early).toEqual([])
    expect(reports.filter(({ refundsSettled }) => refundsSettled > 0)).toEqual([])
    expect((await world.order(id)).refunds[0]).toMatchObject({ state: 'reserved', calls: 0 })
    expect(await world.alertKinds()).toEqual(['refund_not_sent'])
  })

  it.each([
    [899.99, []],
    [900, ['refund_not_sent']],
  ])('raises that alert after a quarter of an hour: %d seconds', async (seconds, kinds) => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => ({ outcome: 'not_sent', message: 'the key is damaged' })
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    world.advance({ seconds })

    await sweep(world.context)

    expect(world.service.count('refund')).toBe(2)
    expect(await world.alertKinds()).toEqual(kinds)
  })

  it('has the time at which its outcome was recorded', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.duringRefund = async () => world.advance({ seconds: 5 })
    const asked = world.now()

    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })

    expect((await world.order(id)).refunds[0]).toMatchObject({
      createdAtMs: asked,
      firstCallAtMs: asked,
      lastCallAtMs: asked,
      updatedAtMs: asked + 5000,
      callingUntilMs: null,
    })
  })

  it('raises an alert when the first call gets "this id exists"', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')

    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    await world.live(60, 300)

    const { order, refunds } = await world.order(id)
    expect(refunds[0]).toMatchObject({ state: 'refund_unknown', calls: 1 })
    expect(order).toMatchObject({ state: 'paid', refundedVnd: 1000, settledVnd: 0 })
    expect(await world.alertKinds()).toEqual(['refund_id_taken'])
  })

  it('releases the reservation when the first call is refused without effect', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => {
      world.advance({ seconds: 5 })
      return refusal(4000820, 'no')
    }

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    expect(outcome).toMatchObject({
      refund: { state: 'refused', refusal: { code: 4000820 }, owed: { vnd: 0, points: 0 } },
      order: { state: 'paid', refunded: { vnd: 0, points: 0 } },
    })
    await sweep(world.context)
    const facts = { refund_id: 'R1', vnd: 1000, points: 0, code: 4000820, reason: 'reason_4000820' }
    const told = world.events.find(({ type }) => type === 'order.refund_refused')
    expect(told?.data.facts).toMatchObject(facts)
    const { refunds, journal } = await world.order(id)
    expect(refunds).toMatchObject([
      {
        refusalReason: 'reason_4000820',
        refusalRemedy: 'remedy of 4000820',
        nextCallAtMs: null,
        callingUntilMs: null,
        remindAtMs: null,
        updatedAtMs: world.now(),
      },
    ])
    expect(journal.find(({ kind }) => kind === 'refund.refused')).toMatchObject({
      evidence: 'answer of the service',
      data: facts,
    })
  })

  it('releases reserved points separately from the money', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 5000 }, { vnd_amount: 2000, point_amount: 3 })
    world.service.refundAnswer = () => refusal(4000820, 'no')
    await refundOrder(world.context, id, { id: 'R1', vnd: 700, points: 2 })
    world.service.refundAnswer = undefined

    const outcome = await refundOrder(world.context, id, { id: 'R2', vnd: 2000, points: 3 })

    expect(outcome).toMatchObject({
      refund: { state: 'refunded', returned: { vnd: 2000, points: 3 } },
      order: { state: 'refunded', refunded: { vnd: 2000, points: 3 } },
    })
    expect((await world.order(id)).order).toMatchObject({ settledVnd: 2000, settledPoints: 3 })
  })

  it.each([
    [{ vnd: 2000, points: 2 }, 'part_refunded'],
    [{ vnd: 1999, points: 3 }, 'part_refunded'],
    [{ vnd: 2000, points: 3 }, 'refunded'],
  ] as const)(
    'makes an order of 2,000 VND and 3 points, with %j returned, %s',
    async (back, state) => {
      const world = new World()
      const id = await world.openAndPay({ amountVnd: 5000 }, { vnd_amount: 2000, point_amount: 3 })

      const outcome = await refundOrder(world.context, id, { id: 'R1', ...back })

      expect(outcome).toMatchObject({ order: { state } })
      expect((await world.order(id)).order).toMatchObject({
        refundedVnd: back.vnd,
        refundedPoints: back.points,
        settledVnd: back.vnd,
        settledPoints: back.points,
      })
    },
  )

  it('keeps the reservation when a retry after an unanswered call is refused', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    world.service.fault = () => 'none'
    world.service.refundAnswer = () => refusal(4000809, 'no')

    await world.live(5, 30)

    expect((await world.order(id)).order.refundedVnd).toBe(1000)
    expect((await world.order(id)).refunds[0]?.state).toBe('refund_unknown')
    expect(await world.alertKinds()).toContain('refund_unknown')
  })

  it('keeps the reservation when the client itself retried after an unanswered request', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => ({ ...refusal(4000809, 'no'), repeatedAfterUnknown: true })

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    expect(outcome).toMatchObject({
      refund: { state: 'refund_unknown' },
      order: { refunded: { vnd: 1000 } },
    })
  })

  it('does not count a call that was never sent', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => ({ outcome: 'not_sent', message: 'key unreadable' })
    const unsent = await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    world.service.refundAnswer = undefined

    await world.live(1, 10)

    expect(unsent).toMatchObject({ refund: { state: 'reserved' } })
    expect((await world.order(id)).refunds[0]).toMatchObject({ state: 'refunded', calls: 1 })
  })

  it.each([
    ['is known', 'refunded', false, 'known'],
    ['was presumed and is unknown again', 'refund_unknown', true, 'known'],
    ['was never known', 'refund_unknown', false, 'conflict'],
  ])(
    'compares no erased texts of a refund whose outcome %s',
    async (_what, state, wasPresumed, outcome) => {
      const world = new World()
      const id = await world.openAndPay({ amountVnd: 1000 })
      const asked = { id: 'R1', vnd: 400, reason: 'broken', staffName: 'An' }
      world.service.refundAnswer = () => refusal(4090801, 'maybe')
      if (state === 'refunded') world.service.refundAnswer = undefined
      await refundOrder(world.context, id, asked)
      await env.DB.prepare(
        'UPDATE refunds SET reason = NULL, staff_name = NULL, presumed_at_ms = ?',
      )
        .bind(wasPresumed ? world.now() : null)
        .run()

      expect(await refundOrder(world.context, id, asked)).toMatchObject({
        outcome,
        refund: { state },
      })
    },
  )

  it('refuses another refund under the same id', async () => {
    const world = new World()
    const id = await world.openAndPay({ id: 'first', amountVnd: 1000 })
    const other = await world.openAndPay({ id: 'second', amountVnd: 1000 })
    const asked = { id: 'R1', vnd: 400, reason: 'broken', staffId: 'an' }
    await refundOrder(world.context, id, asked)

    const outcomes = await Promise.all([
      refundOrder(world.context, id, asked),
      refundOrder(world.context, id, { ...asked, vnd: 500 }),
      refundOrder(world.context, id, { ...asked, points: 1 }),
      refundOrder(world.context, id, { ...asked, reason: 'too late' }),
      refundOrder(world.context, id, { ...asked, staffId: 'binh' }),
      refundOrder(world.context, id, { ...asked, staffName: 'Bình' }),
      refundOrder(world.context, other, asked),
    ])

    expect(outcomes).toMatchObject([
      { outcome: 'known' },
      { outcome: 'conflict', differs: ['vnd'] },
      { outcome: 'conflict', differs: ['points'] },
      { outcome: 'conflict', differs: ['reason'] },
      { outcome: 'conflict', differs: ['staffId'] },
      { outcome: 'conflict', differs: ['staffName'] },
      { outcome: 'conflict', differs: ['orderId'] },
    ])
    expect((await world.order(other)).order.refundedVnd).toBe(0)
  })

  it('states what is left to return', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 5000 }, { vnd_amount: 2000, point_amount: 3 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 500, points: 2 })

    expect(await refundOrder(world.context, id, { id: 'R2', vnd: 1501 })).toMatchObject({
      remedy: 'At most 1500 VND and 1 points are left to return.',
    })
  })

  it('refuses a refund of an unpaid or unknown order', async () => {
    const world = new World()
    const id = await world.openAndStart()

    expect(await refundOrder(world.context, id, { id: 'R1', vnd: 1 })).toMatchObject({
      outcome: 'not_refundable',
      remedy: 'The order is created; only a confirmed payment can be returned.',
    })
    expect(await refundOrder(world.context, 'never', { id: 'R2', vnd: 1 })).toEqual({
      outcome: 'not_found',
    })
    expect(world.service.received.map(({ call }) => call)).not.toContain('refund')
  })

  it('refunds the confirmed payment of a disputed order, which stays disputed', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'twice', amountVnd: 1000 })
    for (const method of ['web-payment', 'transaction-qr'] as const) {
      await startPayment(world.context, 'twice', { method })
      world.service.pay(world.service.newest)
    }
    await world.live(3)

    const outcome = await refundOrder(world.context, 'twice', { id: 'R1', vnd: 1000 })

    expect(outcome).toMatchObject({
      refund: { state: 'refunded' },
      order: { state: 'disputed', refunded: { vnd: 1000 } },
    })
  })

  it.each([
    [{ id: 'a b', vnd: 1 }, 'id'],
    [{ id: 'R'.repeat(36), vnd: 1 }, 'id'],
    [{ id: 'R1' }, 'vnd, points or both'],
    [{ id: 'R1', vnd: 0 }, 'vnd'],
    [{ id: 'R1', vnd: 1.5 }, 'vnd'],
    [{ id: 'R1', points: -1 }, 'points'],
  ])('names the field that is wrong in %j', async (refund, field) => {
    const world = new World()

    await expect(refundOrder(world.context, 'any', refund)).rejects.toThrow(
      new RegExp(`refund.* ${field}\\b`),
    )
  })
})
