import { checksumProfiles } from '@merchant-edge/reconcile'
import { resultLayout } from '@merchant-edge/reconcile/files'
import { describe, expect, it } from 'vitest'
import { checksumKey, rowOf } from '../../../test/daily-world.ts'
import { readResultFile } from './read-result-file.ts'

const form = { profile: checksumProfiles.record, key: checksumKey }

function streamOf(text: string, pieceBytes = 7): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        controller.enqueue(bytes.slice(at, at + pieceBytes))
      }
      controller.close()
    },
  })
}

/** A row of the service's result file; only its number of columns and its end are of interest. */
function resultRow(columns: number, status: string): Promise<string> {
  const values = Array.from({ length: columns - 2 }, (_, at) => (at === 15 ? 'a, "b"' : `${at}`))
  return rowOf([...values, status])
}

// Goal: the end of a row says its status, however many columns the service counts before it (G-24).
describe('the result file of the service', () => {
  it.each([21, 22, 23])('is read with %i columns', async (columns) => {
    const rows = await Promise.all(
      ['01', '03', '03', '02'].map((status) => resultRow(columns, status)),
    )

    const result = await readResultFile(streamOf(rows.join('')), form)

    expect(result).toEqual({ counts: { '00': 0, '01': 1, '02': 1, '03': 2 }, badRows: 0 })
  })

  it.each([20, 24, 1])('is not one with %i columns', async (columns) => {
    const row = columns === 1 ? 'torn\r\n' : await resultRow(columns, '01')

    const result = await readResultFile(streamOf(row), form)

    expect(result).toEqual({ counts: { '00': 0, '01': 0, '02': 0, '03': 0 }, badRows: 1 })
  })

  it('counts a row with another number of columns than the first as bad', async () => {
    const rows = [await resultRow(23, '01'), await resultRow(21, '01')]

    expect(await readResultFile(streamOf(rows.join('')), form)).toMatchObject({
      counts: { '01': 1 },
      badRows: 1,
    })
  })

  it.each([
    [true, 0],
    [false, 1],
  ])('may have a header when it is to have one (%s)', async (hasHeader, badRows) => {
    const names = `${resultLayout.columns.map(({ name }) => name).join(',')}\r\n`
    const rows = [names, await resultRow(resultLayout.columns.length, '01')]
    const result = await readResultFile(streamOf(rows.join('')), { ...form, hasHeader })

    expect(result).toEqual({ counts: { '00': 0, '01': 1, '02': 0, '03': 0 }, badRows })
  })

  it.each([0, 1])('counts a torn row %i as bad also where a header is skipped', async (at) => {
    const rows = [await resultRow(22, '01'), await resultRow(22, '02')]
    const torn = rows.map((row, index) => (index === at ? row.replace('0,1,2', '0,9,2') : row))

    const result = await readResultFile(streamOf(torn.join('')), { ...form, hasHeader: true })

    expect(result).toMatchObject({ badRows: 1 })
  })

  it('may be empty', async () => {
    expect(await readResultFile(streamOf(''), form)).toMatchObject({ badRows: 0 })
  })

  it('is not searched for the end of a first row that has none', async () => {
    const endless = 'x'.repeat(200_000)

    expect(await readResultFile(streamOf(endless, 65_536), form)).toMatchObject({ badRows: 1 })
  })
})
