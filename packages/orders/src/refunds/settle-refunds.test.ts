import { expect, it } from 'vitest'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { listAlerts, refundOrder, settleRefundByVerdict, sweep } from '../index.ts'
import type { RefundAccepted } from '../service/payment-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { leaseRefund } from './lease-refund.ts'
import { settleRefunds } from './settle-refund.ts'

const id = 'order-1'
const silence = { outcome: 'unknown', silent: true, message: 'no answer' } as const
const turnedAway = { ...refusal(4_010_002, 'no'), kind: 'not_processed' } as const

/** An order with a refund that the service has turned away, and whose next call is due. */
async function turnedAwayOnce(): Promise<World> {
  const world = new World()
  await world.openAndPay({ id, amountVnd: 1000 })
  world.service.refundAnswer = () => turnedAway
  await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
  world.advance({ hours: 1 })
  return world
}

it('counts a refund that the service has refused as settled', async () => {
  const world = await turnedAwayOnce()
  world.service.refundAnswer = () => refusal(4_000_820, 'no')

  expect(await settleRefunds(world.context, 10)).toBe(1)
  expect((await world.order(id)).refunds).toMatchObject([{ id: 'R1', state: 'refused' }])
})

it('counts a refund that two workers find as settled once', async () => {
  const world = await turnedAwayOnce()
  world.service.refundAnswer = undefined

  const settled = await Promise.all([
    settleRefunds(world.context, 10),
    settleRefunds(world.context, 10),
  ])

  expect(settled.toSorted((one, other) => one - other)).toEqual([0, 1])
})

it('counts none as settled that was turned away after a call without an answer', async () => {
  const world = await turnedAwayOnce()
  world.service.refundAnswer = () => ({ ...turnedAway, repeatedAfterUnknown: true })

  expect(await settleRefunds(world.context, 10)).toBe(0)
  expect((await world.order(id)).refunds).toMatchObject([{ id: 'R1', state: 'refund_unknown' }])
})

const no = 'no answer of the service'
const unclear = 'answer of the service'

it.each<[string, PortAnswer<RefundAccepted>, string, string | undefined]>([
  ['was never sent', { outcome: 'not_sent', message: 'no key' }, 'reserved', undefined],
  [
    'got an unlisted code',
    { outcome: 'unlisted', code: 5_999_999, message: '' },
    'refund_unknown',
    unclear,
  ],
  ['got no answer', silence, 'refund_unknown', no],
  ['got a page', { ...silence, silent: false }, 'refund_unknown', unclear],
  ['has an id that exists', refusal(4_090_801, 'maybe'), 'refund_unknown', unclear],
  ['may have been made', refusal(5_000_800, 'maybe'), 'refund_unknown', unclear],
])('counts none as settled that %s', async (_what, answer, state, evidence) => {
  const world = await turnedAwayOnce()
  world.service.refundAnswer = () => answer

  expect(await settleRefunds(world.context, 10)).toBe(0)
  const { refunds, journal } = await world.order(id)
  expect(refunds).toMatchObject([{ state, answeredUnclear: evidence === unclear }])
  expect(journal.find(({ kind }) => kind === 'refund.unknown')?.evidence).toBe(evidence)
})

it.each([
  ['refuses', refusal(4_000_820, 'no'), { refusalCode: 4_000_820 }],
  ['accepts', refundAccepted(200), { refusalCode: 0 }],
])(
  'counts none as settled that a verdict has settled before the service %s it',
  async (_how, answer, found) => {
    const world = await turnedAwayOnce()
    world.service.refundAnswer = () => answer
    const { reached, release } = world.service.holdNextCall('refund')
    const settled = settleRefunds(world.context, 10)
    await reached
    world.advance({ minutes: 2 })
    const verdict = { result: 'not_refunded', reason: 'nothing was found', staffId: 'an' } as const
    await settleRefundByVerdict(world.context, id, 'R1', verdict)
    release()

    expect(await settled).toBe(0)
    expect((await world.order(id)).refunds).toMatchObject([{ state: 'refused', ...found }])
  },
)

it.each([
  [4_000_809, true, 'refund_unknown'],
  [4_000_813, true, 'refund_unknown'],
  [4_004_009, true, 'refund_unknown'],
  [4_000_820, true, 'refused'],
  [4_004_009, false, 'refused'],
])('after %i, and a restore: %s, a refund is %s', async (code, isRestored, state) => {
  const world = await turnedAwayOnce()
  const atMs = world.now()
  const restored = { kind: 'database_restored', subject: 'now', atMs, data: {} } as const
  if (isRestored) await raiseAlert(world.context, restored)
  world.service.refundAnswer = () => refusal(code, 'no')

  await settleRefunds(world.context, 10)

  expect((await world.order(id)).refunds).toMatchObject([{ state }])
})

it('sends no refund before its time', async () => {
  const world = await turnedAwayOnce()
  const { nextCallAtMs } = (await world.order(id)).refunds[0] ?? {}
  world.advance({ seconds: ((nextCallAtMs ?? 0) - world.now() - 1) / 1000 })

  expect(await settleRefunds(world.context, 10)).toBe(0)
  expect(world.invocation.roundTrips).toBe(2)
  world.advance({ seconds: 0.001 })
  world.service.refundAnswer = undefined
  expect(await settleRefunds(world.context, 10)).toBe(1)
})

it.each([
  [36 * 3600 - 0.001, false],
  [36 * 3600, true],
])('gives a refund up 36 hours after its first call: %d seconds', async (seconds, isLast) => {
  const world = await turnedAwayOnce()
  world.service.refundAnswer = () => silence
  await settleRefunds(world.context, 10)
  const first = world.now()
  expect((await world.order(id)).refunds).toMatchObject([
    { firstCallAtMs: first, remindAtMs: first + 24 * 3_600_000 },
  ])
  world.advance({ seconds })

  await settleRefunds(world.context, 10)

  const [refund] = (await world.order(id)).refunds
  expect(refund?.nextCallAtMs === null).toBe(isLast)
})

it.each([
  [200, { vnd: 400, points: 2 }],
  [2_000_801, { vnd: 400, points: 0 }],
  [2_000_802, { vnd: 0, points: 2 }],
] as const)(
  'stores which halves the answer %i names contrary to a verdict',
  async (code, named) => {
    const world = new World()
    await world.openAndPay({ id, amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
    world.service.refundAnswer = () => refundAccepted(code)
    const { reached, release } = world.service.holdNextCall('refund')
    const called = refundOrder(world.context, id, { id: 'R1', vnd: 400, points: 2 })
    await reached
    world.advance({ minutes: 2 })
    const verdict = { result: 'not_refunded', reason: 'nothing was found', staffId: 'an' } as const
    await settleRefundByVerdict(world.context, id, 'R1', verdict)
    release()
    await called

    const { journal } = await world.order(id)
    const line = journal.find(({ kind }) => kind === 'refund.contradicted')
    expect(line?.data).toMatchObject({ refund_id: 'R1', code, ...named })
  },
)

/** A refund during whose first calls the process ended. */
async function interrupted(calls: number): Promise<World> {
  const world = await turnedAwayOnce()
  for (let call = 0; call < calls; call += 1) {
    await leaseRefund(world.context, 'R1')
    world.advance({ minutes: 2 })
  }
  return world
}

it.each([
  [4, 'reserved', ['refund_not_sent']],
  [5, 'refund_unknown', ['refund_unknown']],
  [39, 'refund_unknown', ['refund_unknown']],
  [40, 'refund_unknown', ['refund_given_up']],
])('after %i calls during which the process ended, a refund is %s', async (calls, state, kinds) => {
  const world = await interrupted(calls)
  world.service.refundAnswer = () => ({ outcome: 'not_sent', message: 'no key' })

  expect(await settleRefunds(world.context, 10)).toBe(0)

  expect(await world.alertKinds()).toEqual(kinds)
  const { refunds } = await world.order(id)
  expect(refunds).toMatchObject([{ state, calls, answeredUnclear: false }])
  world.advance({ hours: 2 })
  world.service.refundAnswer = undefined
  expect(await settleRefunds(world.context, 10)).toBe(calls < 40 ? 1 : 0)
})

it('closes the alert about interrupted calls once the service has answered', async () => {
  const world = await interrupted(5)
  await settleRefunds(world.context, 10)
  world.advance({ hours: 1 })
  world.service.refundAnswer = undefined

  await sweep(world.context)
  await sweep(world.context)

  expect((await world.order(id)).refunds).toMatchObject([{ state: 'refunded' }])
  const { alerts } = await listAlerts(world.context, { kind: 'refund_unknown' })
  expect(alerts).toMatchObject([{ state: 'closed' }])
})
