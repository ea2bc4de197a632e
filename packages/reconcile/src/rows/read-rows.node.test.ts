import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileOf } from '../../test/sink.ts'
import { formatRecord } from '../csv/fields.ts'
import { type ReadRow, readRows } from './read-rows.ts'

const hostile = fc.string({
  unit: fc.constantFrom(...Array.from('ab,"\r\n \té€😀=;')),
  maxLength: 12,
})

async function rowsOf(bytes: string | Uint8Array, columns: number, pieceBytes?: number) {
  const rows: ReadRow[] = []
  for await (const row of readRows(fileOf(bytes, pieceBytes)(), columns)) rows.push(row)
  return rows
}

/** What csv-parse reads, or that it refuses the text. */
function byCsvParse(text: string): string[][] | 'refused' {
  try {
    return parse(text, { bom: true, record_delimiter: ['\r\n', '\n'], relax_column_count: true })
  } catch {
    return 'refused'
  }
}

describe('readRows beside csv-parse', () => {
  it('reads the same values from any written file', async () => {
    const records = fc.array(fc.array(hostile, { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    })
    const shape = {
      end: fc.constantFrom('\r\n', '\n'),
      isEnded: fc.boolean(),
      hasMark: fc.boolean(),
    }
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.record(shape),
        fc.integer({ min: 1, max: 40 }),
        async (values, form, piece) => {
          const body = values.map((record) => formatRecord(record)).join(form.end)
          const text = `${form.hasMark ? '\ufeff' : ''}${body}${form.isEnded ? form.end : ''}`

          const rows = await rowsOf(text, 3, piece)

          expect(rows.map((row) => row.values)).toEqual(values)
          expect(byCsvParse(text)).toEqual(values)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('agrees on hostile text when neither reports an error', async () => {
    let agreed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const text = pieces.join('')
        const rows = await rowsOf(text, 3)
        const others = byCsvParse(text)
        const isBroken = rows.some(({ broken }) => broken !== undefined)
        if (others === 'refused' || isBroken || others.some(({ length }) => length !== 3)) return

        expect(rows.map(({ values }) => values)).toEqual(others)
        agreed += 1
      }),
      { numRuns: 4000 },
    )
    expect(agreed).toBeGreaterThan(10)
  })

  it('reports an error whenever csv-parse does', async () => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const text = pieces.join('')
        if (byCsvParse(text) !== 'refused') return
        refused += 1

        const rows = await rowsOf(text, 3)

        expect(rows.some(({ broken }) => broken !== undefined)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(refused).toBeGreaterThan(100)
  })
})
