import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import { findTransfer, listAlerts, settleTransfer, transferMoney } from '../index.ts'

const transferLimits = { perTransferVnd: 50_000, perDayVnd: 120_000 }

function prize(id: string, amountVnd = 50_000) {
  return { id, amountVnd, receiverPhone: '0900000123' }
}

/** A world whose clock stands at a time of a day in Vietnam. */
function worldAt(time: string, limits = transferLimits): World {
  const world = new World({ context: { transferLimits: limits } })
  const tomorrow = new Date(world.now() + 31 * 3_600_000).toISOString().slice(0, 10)
  world.advance({ seconds: (Date.parse(`${tomorrow}T${time}+07:00`) - world.now()) / 1000 })
  return world
}

function dayOf(world: World): string {
  return new Date(world.now() + 7 * 3_600_000).toISOString().slice(0, 10)
}

async function raised(world: World): Promise<unknown[]> {
  const { alerts } = await listAlerts(world.context)
  return alerts.map((alert) => {
    return { kind: alert.kind, subject: alert.subject, times: alert.timesRaised, ...alert.facts }
  })
}

describe('the limit of a transfer', () => {
  it('refuses a larger amount: nothing is stored, and the id stays free', async () => {
    const world = worldAt('09:00:00')

    const outcome = await transferMoney(world.context, prize('one', 50_001))
    const allowed = await transferMoney(world.context, prize('one', 50_000))

    expect(outcome).toEqual({ outcome: 'over_limit', limit: { of: 'transfer', vnd: 50_000 } })
    expect(allowed).toMatchObject({ outcome: 'known', transfer: { state: 'succeeded' } })
    expect(world.service.transfers.size).toBe(1)
    expect(await world.alertKinds()).toEqual([])
  })

  it('is the one that is named, without an alert, when the limit of the day is exceeded too', async () => {
    const world = worldAt('09:00:00')

    const outcome = await transferMoney(world.context, prize('one', 120_001))

    expect(outcome).toEqual({ outcome: 'over_limit', limit: { of: 'transfer', vnd: 50_000 } })
    expect(await world.alertKinds()).toEqual([])
  })

  it('does not hide the outcome of a transfer that was made under another limit', async () => {
    const generous = worldAt('09:00:00', { perTransferVnd: 90_000, perDayVnd: 90_000 })
    await transferMoney(generous.context, prize('one', 90_000))

    const again = await transferMoney({ ...generous.context, transferLimits }, prize('one', 90_000))

    expect(again).toMatchObject({ outcome: 'known', transfer: { state: 'succeeded' } })
  })
})

describe('the limit of a day', () => {
  it('allows concurrent transfers up to it, and raises one alert', async () => {
    const world = worldAt('09:00:00')

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => transferMoney(world.context, prize(`p${index}`))),
    )

    const limit = { of: 'day', vnd: 120_000, day: dayOf(world) }
    expect(outcomes.filter(({ outcome }) => outcome === 'known')).toHaveLength(2)
    expect(outcomes.filter(({ outcome }) => outcome === 'over_limit')).toEqual(
      Array.from({ length: 6 }, () => ({ outcome: 'over_limit', limit })),
    )
    expect(world.service.transfers.size).toBe(2)
    expect(await raised(world)).toEqual([
      {
        kind: 'transfer_day_limit',
        subject: dayOf(world),
        times: 6,
        limit_vnd: 120_000,
        transfer_id: expect.any(String),
        amount_vnd: 50_000,
      },
    ])
  })

  it('can be reached exactly', async () => {
    const world = worldAt('09:00:00')
    for (const id of ['one', 'two']) await transferMoney(world.context, prize(id))

    const over = await transferMoney(world.context, prize('three', 20_001))
    const exact = await transferMoney(world.context, prize('four', 20_000))

    expect(over.outcome).toBe('over_limit')
    expect(exact).toMatchObject({ outcome: 'known', transfer: { state: 'succeeded' } })
  })

  it('counts unknown transfers, and no failed ones', async () => {
    const world = worldAt('09:00:00')
    world.service.answers.transfer = () => refusal(4000506, 'no')
    for (const id of ['no-1', 'no-2', 'no-3']) await transferMoney(world.context, prize(id))
    delete world.service.answers.transfer
    world.service.fault = () => 'lost answer'
    await transferMoney(world.context, prize('lost-1'))
    await transferMoney(world.context, prize('lost-2'))

    const over = await transferMoney(world.context, prize('three'))
    await settleTransfer(world.context, 'lost-1', {
      result: 'refused',
      reason: 'not in the file',
      staffId: 'S1',
    })
    const after = await transferMoney(world.context, prize('three'))

    expect(over.outcome).toBe('over_limit')
    expect(after).toMatchObject({ outcome: 'known' })
  })

  it('is for a day in Vietnam', async () => {
    const world = worldAt('23:59:59')
    for (const id of ['one', 'two']) await transferMoney(world.context, prize(id))
    const before = await transferMoney(world.context, prize('three'))
    world.advance({ seconds: 1 })

    const after = await transferMoney(world.context, prize('three'))

    expect(before.outcome).toBe('over_limit')
    expect(after).toMatchObject({ outcome: 'known', transfer: { state: 'succeeded' } })
  })

  it.each([
    ['for the first time', false],
    ['again after it was turned away', true],
  ])('is one day for a transfer that is requested at midnight, %s', async (_what, isAgain) => {
    const perDayVnd = 50_000
    const world = worldAt('23:59:59', { perTransferVnd: perDayVnd, perDayVnd })
    // Each further try begins a millisecond closer to midnight, which one of them passes.
    const ids = Array.from({ length: 20 }, (_, place) => `at-midnight-${place}`)
    if (isAgain) {
      world.service.answers.transfer = () => refusal(4010001, 'no')
      for (const id of ids) await transferMoney(world.context, prize(id))
      delete world.service.answers.transfer
    }
    await transferMoney(world.context, prize('of-the-day'))
    const midnight = world.now() + 1_000

    for (const [place, id] of ids.entries()) {
      let ms = midnight - ids.length + place
      await transferMoney({ ...world.context, now: () => (ms += 1) }, prize(id))
    }

    const { results } = await env.DB.prepare(
      `SELECT SUM(amount_vnd) AS vnd FROM transfers WHERE state <> 'refused' GROUP BY counted_on`,
    ).all()
    expect(results).toEqual([{ vnd: perDayVnd }, { vnd: perDayVnd }])
  })

  it('counts a retried transfer on the day of its retry', async () => {
    const world = worldAt('09:00:00')
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, prize('turned-away'))
    delete world.service.answers.transfer
    world.advance({ hours: 24 })
    for (const id of ['one', 'two']) await transferMoney(world.context, prize(id))

    const over = await transferMoney(world.context, prize('turned-away'))
    const still = await findTransfer(world.context, 'turned-away')
    world.advance({ hours: 24 })
    const after = await transferMoney(world.context, prize('turned-away'))
    const counted = await env.DB.prepare(
      `SELECT counted_on FROM transfers WHERE id = 'turned-away'`,
    ).first()

    expect(over).toMatchObject({ outcome: 'over_limit', limit: { of: 'day' } })
    expect(still).toMatchObject({ state: 'refused', refusal: { idReusable: true } })
    expect(after).toMatchObject({ outcome: 'known', transfer: { state: 'succeeded' } })
    expect(counted).toEqual({ counted_on: dayOf(world) })
    expect(await world.alertKinds()).toEqual(['transfer_turned_away', 'transfer_day_limit'])
  })

  it.each([
    ['for the first time', false],
    ['again after it was turned away', true],
  ])('does not apply to a request that another one has overtaken, %s', async (_what, isAgain) => {
    const world = worldAt('09:00:00', { perTransferVnd: 50_000, perDayVnd: 50_000 })
    if (isAgain) {
      world.service.answers.transfer = () => refusal(4010001, 'no')
      await transferMoney(world.context, prize('one'))
      delete world.service.answers.transfer
    }

    const outcomes = await Promise.all([
      transferMoney(world.context, prize('one')),
      transferMoney(world.context, prize('one')),
    ])

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['known', 'known'])
    expect(world.service.transfers.size).toBe(1)
    expect(await world.alertKinds()).toEqual(isAgain ? ['transfer_turned_away'] : [])
  })
})
