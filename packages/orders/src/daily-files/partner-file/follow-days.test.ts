import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { listReconciliations, openPartnerFile } from '../index.ts'
import { dayPlus } from '../vietnam-day.ts'

async function daysOf(world: DailyWorld): Promise<readonly string[]> {
  return (await listReconciliations(world.files)).map(({ day }) => day).toReversed()
}

/** A world whose first day was followed; its rounds then stood still for so many days. */
async function stoodStill(days: number): Promise<DailyWorld> {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'a' })
  world.toNextDay()
  await world.work()
  for (let day = 0; day < days; day += 1) world.toNextDay()
  return world
}

describe('the days that are followed', () => {
  it('include those that were missed, although the shop fetches the file of the newest day first', async () => {
    const world = await stoodStill(3)

    await openPartnerFile(world.files, dayPlus(world.day, 3))
    await world.work()

    const days = [0, 1, 2, 3].map((more) => dayPlus(world.day, more))
    expect(await daysOf(world)).toEqual(days)
  })

  it('include 31 days at most, in a round and when the shop fetches a file', async () => {
    const world = await stoodStill(33)

    await openPartnerFile(world.files, dayPlus(world.day, 33))
    world.advance({ hours: 33 * 24 })
    await world.work()

    const days = [0, ...Array.from({ length: 31 }, (_, at) => at + 3)]
    const later = Array.from({ length: 31 }, (_, at) => at + 36)
    expect(await daysOf(world)).toEqual([...days, ...later].map((more) => dayPlus(world.day, more)))
  })

  it('begin with the day whose file the shop fetches, where none is followed yet', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a' })
    for (let day = 0; day < 4; day += 1) world.toNextDay()

    await openPartnerFile(world.files, dayPlus(world.day, 1))
    const first = await daysOf(world)
    await world.work()

    expect(first).toEqual([dayPlus(world.day, 1)])
    expect(await daysOf(world)).toEqual([1, 2, 3].map((more) => dayPlus(world.day, more)))
  })

  it('get no other ones when the shop fetches the file of a day before them', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a' })
    for (let day = 0; day < 4; day += 1) world.toNextDay()
    await world.work()

    await openPartnerFile(world.files, dayPlus(world.day, 1))
    await world.work()

    expect(await daysOf(world)).toEqual([1, 3].map((more) => dayPlus(world.day, more)))
  })
})
