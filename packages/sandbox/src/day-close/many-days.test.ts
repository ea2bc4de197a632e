import { beforeEach, describe, expect, it } from 'vitest'
import { exchangeBench, type ExchangeBench } from '../../test/exchange-bench.ts'
import { vietnamDay } from '../clock/vietnam-time.ts'
import { closeDueDays } from './close-due-days.ts'
import { exchangeDays, exchangeFiles } from './tables.ts'

// Goal: a sandbox that has run for more than a year closes days as on its first day. Method: the
// closed days and their files are inserted into the tables, because closing them one by one takes
// too long.

let bench: ExchangeBench

beforeEach(async () => {
  bench = await exchangeBench()
})

/** Closes days that lie before today, each with a file of the partner, the newest first. */
async function closeBefore(count: number): Promise<readonly string[]> {
  const sandbox = await bench.open()
  const now = sandbox.clock.nowSeconds()
  const days = Array.from({ length: count }, (_, index) => vietnamDay(now, -2 - index))
  const [first, ...rest] = days.flatMap((day) => [
    sandbox.database.insert(exchangeDays).values({
      merchantCode: 'EDGE',
      day,
      closedAt: now - 60,
      rows: 0,
      switches: {},
      spoiled: [],
      lateRows: [],
      lateCount: 0,
    }),
    sandbox.database.insert(exchangeFiles).values({
      merchantCode: 'EDGE',
      name: `${day.replaceAll('-', '')}_EDGE_SERVICE_TRAN.csv`,
      direction: 'from-partner',
      contentId: day,
      sizeBytes: 0,
      sha256: day,
      createdAt: now,
    }),
  ])
  if (first !== undefined) await sandbox.database.batch([first, ...rest])
  return days
}

describe('a sandbox with a long past', () => {
  it('closes only the day that is due', async () => {
    await closeBefore(440)
    const { reference } = await bench.paid()

    await bench.at('2026-03-06 01:00:00')
    const left = await closeDueDays(await bench.open())

    expect(left).toBe(0)
    expect(await bench.text('20260305_SERVICE_EDGE_TRAN.csv')).toContain(reference)
  })

  it('serves the files of a day that more than sixty days follow', async () => {
    const days = await closeBefore(70)
    const [date = ''] = days.slice(-1)

    const closed = await bench.control.closeDay({ date })

    expect(closed).toMatchObject({ day: date, rows: 0, files: { partner: {} } })
  })
})
