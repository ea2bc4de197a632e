import { beforeAll, describe, expect, it } from 'vitest'
import { exchangeBench, row, type ExchangeBench } from '../../test/exchange-bench.ts'
import type { CloseSwitchesInput } from './spoil-rows.ts'

const march5 = '20260305_SERVICE_EDGE_TRAN.csv'
const march6 = '20260306_SERVICE_EDGE_TRAN.csv'
let bench: ExchangeBench
let codes: string[]

beforeAll(async () => {
  bench = await exchangeBench()
  const first = await bench.paid({ description: '' })
  const second = await bench.paid({ description: '' }, { points: 30 })
  codes = [first.transactionId, second.transactionId]
})

async function linesWith(switches: CloseSwitchesInput) {
  await bench.control.closeDay({ date: '2026-03-05', switches, again: true })
  return (await bench.text(march5)).split('\r\n').filter((line) => line !== '')
}

describe('a service file with injected faults', () => {
  it('has no row whose fault is `lose`', async () => {
    const lines = await linesWith({ lose: [1] })

    expect(lines.map((line) => line.split(',')[1])).toEqual([codes[1], codes[1]])
  })

  it('lacks both rows of a payment that is named by its code', async () => {
    const lines = await linesWith({ lose: [codes[1] ?? ''] })

    expect(lines.map((line) => line.split(',')[1])).toEqual([codes[0]])
  })

  it('has a row twice', async () => {
    const lines = await linesWith({ double: [3] })

    expect(lines).toHaveLength(4)
    expect(lines[3]).toBe(lines[2])
  })

  it('has another amount under a valid checksum', async () => {
    const honest = await linesWith({})
    const lines = await linesWith({ changeAmount: [{ row: 1, by: -1 }] })

    const values = (honest[0] ?? '').split(',').slice(0, -1)
    expect(`${lines[0]}\r\n`).toBe(row(values.with(2, '99999')))
    expect(lines.slice(1)).toEqual(honest.slice(1))
  })

  it('has a checksum with one wrong digit', async () => {
    const honest = await linesWith({})
    const lines = await linesWith({ wrongChecksum: [2] })

    const differing = (lines[1] ?? '').split('').filter((digit, at) => digit !== honest[1]?.[at])
    expect(differing).toHaveLength(1)
    expect(lines[1]?.length).toBe(honest[1]?.length)
    expect(lines[2]).toBe(honest[2])
  })

  it('is listed with its faults', async () => {
    const day = await bench.control.closeDay({
      date: '2026-03-05',
      switches: { lose: [1], double: [2] },
      again: true,
    })

    expect(day.spoiled).toEqual([
      { what: 'lost', walletCode: codes[0], currency: 'VND' },
      { what: 'doubled', walletCode: codes[1], currency: 'VND' },
    ])
  })

  it('refuses a row that has no number', async () => {
    const switches = { lose: [0] }

    await expect(
      bench.control.closeDay({ date: '2026-03-05', switches, again: true }),
    ).rejects.toMatchObject({ reason: 'input_invalid' })
  })
})

describe('rows that come late', () => {
  it('come with the next file, with their own date, once', async () => {
    const honest = await linesWith({})
    const early = await linesWith({ late: [1] })

    await bench.at('2026-03-07 00:30:00')
    const next = await bench.text(march6)
    await bench.control.closeDay({ date: '2026-03-06', again: true })
    await bench.at('2026-03-08 00:30:00')

    expect(early).toEqual(honest.slice(1))
    expect(next).toBe(`${honest[0]}\r\n`)
    expect(await bench.text(march6)).toBe(next)
    const days = await bench.control.exchangeDays()
    expect(days.map(({ day }) => day)).toEqual(['2026-03-06', '2026-03-05'])
    expect(days[0]?.spoiled).toEqual([{ what: 'came-late', walletCode: codes[0], currency: 'VND' }])
  })
})

describe('faults for the next close', () => {
  it('are used once, by the tick', async () => {
    await bench.at('2026-03-10 10:00:00')
    await bench.paid()
    await bench.control.setNextCloseSwitches('EDGE', { lose: [1] })
    await bench.at('2026-03-11 10:00:00')
    await bench.paid()
    await bench.at('2026-03-12 10:00:00')

    const days = await bench.control.exchangeDays()
    expect(days.slice(0, 2).map(({ day, rows }) => [day, rows])).toEqual([
      ['2026-03-11', 1],
      ['2026-03-10', 0],
    ])
    expect((await bench.control.exchangePartner('EDGE')).nextSwitches).toBeNull()
  })
})

describe('a day whose late rows came with a later file', () => {
  it('has each late row in one file only when it is closed again with the same faults', async () => {
    const fresh = await exchangeBench()
    const { transactionId } = await fresh.paid({ description: '' })
    await fresh.paid({ description: '' })
    const switches = { late: [1] }
    await fresh.control.closeDay({ date: '2026-03-05', switches, again: true })
    await fresh.at('2026-03-07 00:30:00')
    await fresh.control.closeDay({ date: '2026-03-05', switches, again: true })
    await fresh.paid({ description: '' })
    await fresh.at('2026-03-08 00:30:00')

    const names = ['05', '06', '07'].map((day) => `202603${day}_SERVICE_EDGE_TRAN.csv`)
    const files = await Promise.all(names.map((name) => fresh.text(name)))
    const isItsRow = (line: string) => line.split(',')[1] === transactionId
    expect(files.map((text) => text.split('\r\n').filter(isItsRow).length)).toEqual([0, 1, 0])
  })
})
