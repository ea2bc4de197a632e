import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, serviceRow } from '../../test/daily-world.ts'
import { findReconciliation, type HeaderRows } from './index.ts'

const names =
  'invoice,transaction,amount,currency,fee,tax,discount,merchant,store,terminal,date,time,text,id,status,type,checksum\r\n'

/** A day with one payment, on which the service writes its file with a header row. */
async function dayWithHeader(headerRows: HeaderRows): Promise<DailyWorld> {
  const world = new DailyWorld({ headerRows })
  await world.openAndPay({ id: 'a', amountVnd: 50_000 })
  const row = await world.rowOfPayment('a')
  world.toNextDay()
  await env.FILES.put(world.name('service'), names + (await serviceRow(row)))
  const columns = Array.from({ length: 20 }, (_, at) => `column ${at + 1}`)
  await env.FILES.put(world.name('result'), `${columns.join(',')},checksum\r\n`)
  await world.work()
  await world.work()
  return world
}

describe('a header row', () => {
  it.each([
    ['none', false, 1],
    ['service', false, 0],
    ['partner', true, 0],
    ['both', true, 0],
  ] as const)('of the files %s have', async (headerRows, isWritten, malformed) => {
    const world = await dayWithHeader(headerRows)

    const day = await findReconciliation(world.files, world.day)
    expect(day).toMatchObject({ state: 'done', partnerFile: { rows: 1 } })
    expect(day?.run?.totals).toMatchObject({
      counts: { '00': 1, '01': 0, '02': 0, '03': 0 },
      exceptions: { malformed },
    })
    const [first, second] = (await world.text(world.name('partner'))).split('\r\n')
    expect(first?.startsWith('partnerId,invoiceCode,')).toBe(isWritten)
    expect(isWritten ? second : first).toMatch(/^PARTNER-1,/)
  })

  it.each([
    ['none', 1],
    ['partner', 1],
    ['service', 0],
    ['both', 0],
  ] as const)('of the result file when %s have one is no bad row', async (headerRows, badRows) => {
    const world = await dayWithHeader(headerRows)

    expect(await findReconciliation(world.files, world.day)).toMatchObject({
      serviceResult: { badRows },
    })
  })
})
