import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/scripted-service.ts'
import type { Fault } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { listAlerts, openOrder, payWithLink, startPayment } from '../../index.ts'

/** Starts a payment for each of as many new orders, some time apart. */
async function startSome(
  world: World,
  name: string,
  { count, secondsApart = 30 }: { count: number; secondsApart?: number },
) {
  for (let number = 1; number <= count; number += 1) {
    world.advance({ seconds: secondsApart })
    const id = `${name}-${number}`
    await openOrder(world.context, { id, amountVnd: 10_000 })
    await startPayment(world.context, id, { method: 'web-payment' })
  }
}

function failing(world: World, fault: Fault): void {
  world.service.fault = (call) => (call === 'create' || call === 'pay' ? fault : 'none')
}

describe('payments that cannot be started', () => {
  it('raise an alert immediately when the service rejects the key, the signature or the time', async () => {
    const world = new World()
    failing(world, 'turned away')

    await startSome(world, 'A', { count: 2 })

    expect((await listAlerts(world.context, {})).alerts).toMatchObject([
      {
        kind: 'payments_not_started',
        timesRaised: 2,
        facts: { order_id: 'A-2', code: 4_010_002, reason: 'reason_4010002' },
      },
    ])
  })

  it('raise the alert for linked wallets too', async () => {
    const world = new World()
    const id = await world.openLinked()
    failing(world, 'turned away')

    await payWithLink(world.context, id)

    expect(await world.alertKinds()).toEqual(['payments_not_started'])
  })

  it.each(['lost request', 'error before'] as const)(
    'raise the alert with the third one in a row that ends with a %s, however rare payments are',
    async (fault) => {
      const world = new World()
      await startSome(world, 'GOOD', { count: 1 })
      failing(world, fault)

      await startSome(world, 'A', { count: 2, secondsApart: 7200 })
      const before = await world.alertKinds()
      await startSome(world, 'B', { count: 1 })

      expect(before).toEqual([])
      expect(await world.alertKinds()).toEqual(['payments_not_started'])
    },
  )

  it.each([
    [29.999, []],
    [30, ['payments_not_started']],
  ])(
    'raise the alert with the third one, if it comes %d seconds after 30',
    async (after, kinds) => {
      const world = new World()
      await startSome(world, 'GOOD', { count: 1 })
      failing(world, 'error before')

      await startSome(world, 'A', { count: 2 })
      await startSome(world, 'B', { count: 1, secondsApart: after })

      expect(await world.alertKinds()).toEqual(kinds)
    },
  )

  it.each([
    ['refused', () => refusal(4040201, 'no'), { code: 4040201, reason: 'reason_4040201' }],
    ['not sent', () => ({ outcome: 'not_sent', message: 'no' }) as const, { reason: 'not_sent' }],
  ])('raise the alert when three are %s', async (_name, answer, facts) => {
    const world = new World()
    world.service.createAnswer = answer

    await startSome(world, 'A', { count: 3 })

    expect((await listAlerts(world.context, {})).alerts).toMatchObject([
      { kind: 'payments_not_started', timesRaised: 1, facts: { order_id: 'A-3', ...facts } },
    ])
  })

  it('raise one alert in each hour', async () => {
    const world = new World()
    failing(world, 'turned away')

    await startSome(world, 'A', { count: 3, secondsApart: 1500 })

    const { alerts } = await listAlerts(world.context, {})
    const hourOf = (ms: number) => new Date(ms).toISOString().slice(0, 13)
    expect(alerts.map(({ subject, timesRaised }) => [subject, timesRaised])).toEqual([
      [hourOf(world.now()), 1],
      [hourOf(world.now() - 1_500_000), 2],
    ])
  })

  it('raise no alert while others can be started, or for a failure of some seconds', async () => {
    const world = new World()
    failing(world, 'error before')
    await startSome(world, 'A', { count: 2 })
    failing(world, 'none')
    await startSome(world, 'GOOD', { count: 1 })
    failing(world, 'error before')
    await startSome(world, 'B', { count: 2 })
    failing(world, 'none')
    await startSome(world, 'BETTER', { count: 1 })
    failing(world, 'error before')
    await startSome(world, 'C', { count: 20, secondsApart: 2 })

    expect(await world.alertKinds()).toEqual([])
  })
})
