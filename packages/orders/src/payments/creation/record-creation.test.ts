import { describe, expect, it } from 'vitest'
import { failingDatabase } from '../../../test/failing-database.ts'
import { refusal, type ServiceOrder } from '../../../test/scripted-service.ts'
import { World } from '../../../test/world.ts'
import { listAlerts, openOrder, recordCallback, startPayment, sweep } from '../../index.ts'

const id = 'order-1'

async function opened(): Promise<World> {
  const world = new World()
  await openOrder(world.context, { id, amountVnd: 100_000 })
  return world
}

function start(world: World) {
  return startPayment(world.context, id, { method: 'web-payment' })
}

/** The customer pays a payment before its creation is answered, and its callback is confirmed. */
async function paidByCallback(world: World, order: ServiceOrder): Promise<void> {
  await recordCallback(world.context, world.service.pay(order))
  await sweep(world.context)
}

/** Changes what the service answers about a payment that it has created. */
function answerWith(world: World, changed: { order_id: string } | { expiration: number }): void {
  const create = world.service.createWebPayment.bind(world.service)
  world.service.createWebPayment = async (payment) => {
    const answer = await create(payment)
    if (answer.outcome !== 'accepted') return answer
    return { ...answer, data: { ...answer.data, ...changed } }
  }
}

async function journalOf(world: World) {
  const { journal } = await world.order(id)
  return journal.map(({ kind, atMs, evidence, data }) => ({ kind, atMs, evidence, data }))
}

describe('the answer to a creation', () => {
  it('is stored with the reservation before it', async () => {
    const world = await opened()
    const reserved: unknown[] = []
    world.service.duringCreate = async () => {
      reserved.push(...(await world.order(id)).attempts)
      world.advance({ seconds: 2 })
    }
    const atMs = world.now()

    await start(world)

    const { order, attempts } = await world.order(id)
    const { reference, serviceOrderId } = world.service.newest
    const lifeMs = 15 * 60_000
    expect(reserved).toMatchObject([
      { state: 'creating', createdAtMs: atMs, leaseUntilMs: atMs + 90_000 },
    ])
    expect(reserved).toMatchObject([{ expiresAtMs: atMs + lifeMs, serviceOrderId: null }])
    expect(attempts).toMatchObject([
      { state: 'created', serviceOrderId, expiresAtMs: atMs + 2_000 + lifeMs, pollStep: 1 },
    ])
    expect(order).toMatchObject({ state: 'created', version: 2 })
    expect((await journalOf(world)).slice(1)).toEqual([
      {
        kind: 'attempt.started',
        atMs,
        evidence: 'own record',
        data: { reference, method: 'web-payment', amount_vnd: 100_000 },
      },
      {
        kind: 'attempt.created',
        atMs: atMs + 2_000,
        evidence: 'answer of the service',
        data: {
          reference,
          service_order_id: serviceOrderId,
          expires_at: (atMs + 2_000 + lifeMs) / 1000,
        },
      },
    ])
  })

  it.each([
    [
      'refused',
      refusal(4040201, 'no'),
      {
        kind: 'attempt.refused',
        evidence: 'answer of the service',
        data: { code: 4040201, reason: 'reason_4040201' },
      },
    ],
    [
      'unknown',
      refusal(5000001, 'maybe'),
      {
        kind: 'attempt.create_unknown',
        evidence: 'no answer of the service',
        data: { code: 5000001, reason: 'reason_5000001' },
      },
    ],
    [
      'unknown',
      { outcome: 'unlisted', code: 4999999, message: '' } as const,
      {
        kind: 'attempt.create_unknown',
        evidence: 'no answer of the service',
        data: { code: 4999999 },
      },
    ],
    [
      'unknown',
      { outcome: 'unknown', silent: true, message: 'no answer' } as const,
      { kind: 'attempt.create_unknown', evidence: 'no answer of the service', data: {} },
    ],
    [
      'refused',
      { outcome: 'not_sent', message: 'a value cannot be sent' } as const,
      {
        kind: 'attempt.refused',
        evidence: 'own record',
        data: { reason: 'not_sent' },
      },
    ],
  ] as const)('has a line in the journal when it is %s: %j', async (outcome, answer, line) => {
    const world = await opened()
    let reference = ''
    world.service.createAnswer = (payment) => {
      reference = payment.reference
      return answer
    }

    expect((await start(world)).outcome).toBe(outcome)

    const data = { reference, ...line.data }
    expect((await journalOf(world)).at(-1)).toEqual({ ...line, atMs: world.now(), data })
  })

  it('says why a payment was not sent', async () => {
    const world = await opened()
    world.service.createAnswer = () => ({ outcome: 'not_sent', message: 'a value cannot be sent' })

    expect(await start(world)).toEqual({
      outcome: 'refused',
      code: 0,
      reason: 'not_sent',
      remedy: 'a value cannot be sent',
    })
  })

  /** Starts the payment; the write of the answer is committed and seems to fail, then `pause` runs. */
  async function startWithRepeatedWrite(world: World, pause: () => Promise<void>) {
    let isFailing = false
    world.service.duringCreate = async () => {
      isFailing = true
    }
    const database = failingDatabase(world.context.database, () => {
      const now = isFailing ? 'after' : 'none'
      isFailing = false
      return now
    })
    const context = { ...world.context, database, sleep: pause }
    return startPayment(context, id, { method: 'web-payment' })
  }

  it('names the stored expiry when the service names none to believe and the write is repeated', async () => {
    const world = await opened()
    answerWith(world, { expiration: world.now() / 1000 - 1 })

    const outcome = await startWithRepeatedWrite(world, async () => world.advance({ seconds: 2 }))

    expect(outcome).toMatchObject({ expiresAt: world.now() / 1000 - 2 + 900 })
  })

  it('offers no page when the payment is paid before the write is repeated', async () => {
    const world = await opened()

    const outcome = await startWithRepeatedWrite(world, () =>
      paidByCallback(world, world.service.newest),
    )

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
    expect(await world.alertKinds()).toEqual([])
  })

  it('comes after a callback that has paid the order', async () => {
    const world = await opened()
    world.service.duringCreate = (order) => paidByCallback(world, order)

    const outcome = await start(world)

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
    expect((await world.order(id)).attempts).toMatchObject([{ state: 'paid', paymentUrl: null }])
    expect(await world.alertKinds()).toEqual([])
  })

  it.each([
    ['lost', { outcome: 'unknown', silent: true, message: 'no answer' } as const],
    ['a refusal', refusal(4040201, 'no')],
  ])('does not change a payment that a callback has settled when it is %s', async (...row) => {
    const [, answer] = row
    const world = await opened()
    world.service.duringCreate = (order) => paidByCallback(world, order)
    const create = world.service.createWebPayment.bind(world.service)
    world.service.createWebPayment = async (payment) => {
      await create(payment)
      return answer
    }

    const { outcome } = await start(world)

    const { order, attempts, journal } = await world.order(id)
    expect([outcome, order.state]).toEqual(['closed', 'paid'])
    expect(attempts.map(({ state }) => state)).toEqual(['paid'])
    const kinds = journal.map(({ kind }) => kind)
    expect(kinds).not.toContain('attempt.refused')
    expect(kinds).not.toContain('attempt.create_unknown')
  })

  it('is stored after a callback with the same id that is not confirmed yet, and sends nobody there', async () => {
    const world = await opened()
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    world.service.duringCreate = (order) => paidByCallback(world, order)

    const outcome = await start(world)

    const { serviceOrderId } = world.service.newest
    const paymentUrl = `https://pay.example/${serviceOrderId}`
    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid_unverified' } })
    const { attempts } = await world.order(id)
    expect(attempts).toMatchObject([{ state: 'created', serviceOrderId, paymentUrl }])
    expect(await world.alertKinds()).toEqual([])
  })

  it.each([
    ['has paid the order', 'none', 'paid', 'paid'],
    ['is not confirmed yet', 'lost answer', 'paid_unverified', 'creating'],
  ] as const)(
    'raises an alert when it names another id than a callback that %s',
    async (...row) => {
      const [, fault, state, attemptState] = row
      const world = await opened()
      world.service.fault = (call) => (call === 'query' ? fault : 'none')
      world.service.duringCreate = (order) => paidByCallback(world, order)
      answerWith(world, { order_id: 'S-OTHER' })

      const outcome = await start(world)

      const { serviceOrderId } = world.service.newest
      expect(outcome).toMatchObject({ outcome: 'closed', order: { state } })
      expect((await world.order(id)).attempts).toMatchObject([
        { state: attemptState, serviceOrderId, paymentUrl: null },
      ])
      const { alerts } = await listAlerts(world.context, {})
      expect(alerts).toMatchObject([
        {
          kind: 'service_order_differs',
          subject: world.service.newest.reference,
          facts: {
            order_id: id,
            service_order_id: 'S-OTHER',
            service_order_id_of_callback: serviceOrderId,
          },
        },
      ])
    },
  )
})
