import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import { denyPayment, listAlerts, recordCallback, sweep } from '../index.ts'
import { closeSettledAlerts } from './close-settled-alerts.ts'
import { watchHealth } from './watch-health.ts'

const word = { reason: 'the service has no such transaction', staffId: 'an' }

async function statesOf(world: World): Promise<string[]> {
  const { alerts } = await listAlerts(world.context)
  return alerts.map(({ kind, state }) => `${kind} ${state}`).toSorted()
}

/** An order that is paid only according to a signed callback. */
async function called(context: ConstructorParameters<typeof World>[0] = {}) {
  const world = new World(context)
  const id = await world.openAndStart()
  const callback = world.service.pay(world.service.newest)
  await recordCallback(world.context, callback)
  return { world, id, callback, page: world.service.newest }
}

/** The same, while every query says that the payment is not made, or that there is none. */
async function denied(how: 'status' | 'unknown id') {
  const found = await called()
  const { page, world } = found
  if (how === 'status') {
    page.status = { ...page.status, pay_status: 'PROCESSING' }
    delete page.status.transaction_id
  } else {
    world.service.answers.query = () => refusal(4040001, 'no')
  }
  return found
}

describe('a callback that the signed query denies', () => {
  it.each([
    ['status', 'the query says PROCESSING'],
    ['unknown id', 'the query was refused with 4040001 reason_4040001'],
  ] as const)('raises an alert of its own after two minutes: by %s', async (how, why) => {
    const { world, id, callback } = await denied(how)
    await world.live(2, 10)
    const before = await statesOf(world)

    await world.live(20)

    expect(before).toEqual([])
    const { alerts } = await listAlerts(world.context, { state: 'open' })
    expect(alerts.filter(({ kind }) => kind !== 'query_failing')).toMatchObject([
      {
        kind: 'callback_denied',
        facts: { order_id: id, transaction_id: callback.signed.transaction_id, why },
      },
    ])
  })

  it('closes that alert when it is given up, because another alert is raised then', async () => {
    const { world } = await denied('status')

    await world.live(5 * 60)

    expect(await statesOf(world)).toEqual(['callback_denied closed', 'callback_not_confirmed open'])
  })

  it('closes that alert when the service confirms it', async () => {
    const { world, page, callback } = await denied('status')
    await world.live(20)
    const { transaction_id } = callback.signed
    page.status = { ...page.status, pay_status: 'SUCCESS', transaction_id }

    await world.live(60)

    expect(await statesOf(world)).toEqual(['callback_denied closed'])
  })

  it('closes that alert when a person denies the payment', async () => {
    const { world, id } = await denied('status')
    world.advance({ minutes: 1 })
    await world.live(60)
    const before = await statesOf(world)
    await denyPayment(world.context, id, word)

    await sweep(world.context)

    expect(before).toEqual(['callback_denied open'])
    expect(await statesOf(world)).toEqual(['callback_denied closed'])
  })
})

describe('callbacks whose query gets no answer', () => {
  it('raise one alert an hour, after two minutes, which closes once they are confirmed and its hour is over', async () => {
    const { world } = await called()
    world.service.fault = () => 'lost answer'
    await world.live(1, 10)
    const before = await statesOf(world)
    await world.live(5)
    const during = await statesOf(world)
    world.service.fault = () => 'none'
    await world.live(10)
    const confirmed = await statesOf(world)

    await world.live(60)

    expect([before, during, confirmed]).toEqual([
      [],
      ['confirmations_unanswered open'],
      ['confirmations_unanswered open'],
    ])
    expect(await statesOf(world)).toEqual(['confirmations_unanswered closed'])
  })
})

describe('due work that is not started', () => {
  it('raises an alert about a callback, which closes once it is done and its hour is over', async () => {
    const { world } = await called()
    world.advance({ minutes: 3 })
    await watchHealth(world.context)
    const before = await statesOf(world)
    await world.live(5)
    const within = await statesOf(world)

    await world.live(60)

    expect([before, within]).toEqual([['outbox_stalled open'], ['outbox_stalled open']])
    expect(await statesOf(world)).toEqual(['outbox_stalled closed'])
  })

  it('keeps the alert open beyond its hour while the callback waits', async () => {
    const { world } = await called()
    world.advance({ minutes: 3 })
    await watchHealth(world.context)
    world.advance({ minutes: 60 })

    await closeSettledAlerts(world.context, 10)

    expect(await statesOf(world)).toEqual(['outbox_stalled open'])
  })

  it.each([
    ['keeps it open while an event waits', '', 'open'],
    ['closes it when the events that wait are those of a paused endpoint', 'paused', 'closed'],
  ])('%s', async (_what, paused, state) => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()
    world.advance({ minutes: 3 })
    await watchHealth(world.context)
    world.advance({ minutes: 60 })
    if (paused !== '') {
      await env.DB.prepare(
        'INSERT INTO endpoints (id, paused_at_ms) SELECT DISTINCT endpoint, ?1 FROM outbox WHERE endpoint IS NOT NULL',
      )
        .bind(world.now())
        .run()
    }

    await closeSettledAlerts(world.context, 10)

    expect(await statesOf(world)).toEqual([`outbox_stalled ${state}`])
  })

  it('raises an alert about a confirmation that was started repeatedly and never ended', async () => {
    const { world } = await called()
    const begin = (tries: number) =>
      env.DB.prepare("UPDATE outbox SET tries = ?1, next_at_ms = ?2 WHERE kind = 'confirm'")
        .bind(tries, world.now() + 60_000)
        .run()
    world.advance({ minutes: 20 })
    await begin(12)
    await watchHealth(world.context)
    const before = await statesOf(world)
    await begin(13)

    await watchHealth(world.context)

    expect([before, await statesOf(world)]).toEqual([[], ['outbox_stalled open']])
  })
})
