import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileOf } from '../../test/sink.ts'
import { type ReadRow, readRows } from './read-rows.ts'

async function rowsOf(bytes: string | Uint8Array, pieceBytes?: number, columns = 3) {
  const rows: ReadRow[] = []
  for await (const row of readRows(fileOf(bytes, pieceBytes)(), columns)) rows.push(row)
  return rows
}

async function reasons(text: string) {
  return (await rowsOf(text)).map(({ line, broken }) => (broken ? `${line} ${broken}` : `${line}`))
}

describe('readRows', () => {
  it('keeps the bytes of the record, quotes and all', async () => {
    const [row] = await rowsOf('a,"b ""c"", đ\r\n",d\r\n')

    expect(new TextDecoder().decode(row?.record)).toBe('a,"b ""c"", đ\r\n",d')
    expect(row?.values).toEqual(['a', 'b "c", đ\r\n', 'd'])
  })

  it.each([
    ['LF and CRLF, and no line ending at the end', 'a,b,c\nd,e,f\r\ng,h,i', ['1', '2', '3']],
    ['a byte order mark', '\ufeffa,b,c\r\n', ['1']],
    ['nothing but separators behind a byte order mark', '\ufeff,,', ['1']],
    ['an empty file', '', []],
    ['empty lines at the end', 'a,b,c\r\n\r\n\r\n', ['1']],
    ['an empty line before a row', 'a,b,c\n\n\nd,e,f\n', ['1', '2 empty_line', '4']],
    [
      'too few and too many columns',
      'a,b\na,b,c,d\na,b,c\n',
      ['1 too_few_columns', '2 too_many_columns', '3'],
    ],
    ['a row that is cut off', 'a,b,c\nd,e', ['1', '2 too_few_columns']],
    ['a row that is cut off inside quotes', 'a,b,c\nd,"e', ['1', '2 quote_not_closed']],
    ['a line break inside quotes', 'a,"b\r\nb",c\nd,e,f\n', ['1', '3']],
    ['a quote that is never closed', 'a,"b,c\nd,e,f\ng,h,i\n', ['1 quote_not_closed', '2', '3']],
    [
      'a closing quote that is missing',
      'a,"b,c\nd,"e",f\ng,h,i\n',
      ['1 text_after_quote', '2', '3'],
    ],
    ['text after a closing quote', 'a,"b"x,c\nd,e,f\n', ['1 text_after_quote', '2']],
    ['a quote inside a plain field', 'a,b"x,c\nd,e,f\n', ['1 quote_inside_text', '2']],
    ['a carriage return on its own', 'a,b\rx,c\nd,e,f\n', ['1 stray_carriage_return', '2']],
    ['a carriage return at the end', 'a,b,c\r', ['1 stray_carriage_return']],
  ])('reads %s', async (_name, text, expected) => {
    expect(await reasons(text)).toEqual(expected)
  })

  it.each([
    [16_384, undefined],
    [16_385, 'row_too_long'],
  ])('handles a row of %i bytes correctly', async (bytes, broken) => {
    for (const end of ['\n', '\r\n', '']) {
      const rows = await rowsOf(`${'x'.repeat(bytes - 4)},b,c${end}`, 1000)

      expect(rows.map((row) => row.broken)).toEqual([broken])
    }
  })

  it('continues after a row of a megabyte', async () => {
    const rows = await rowsOf(`a,b,c\n${'x'.repeat(1_000_000)}\nd,e,f\n`, 4096)

    expect(rows.map(({ line, broken }) => [line, broken])).toEqual([
      [1, undefined],
      [2, 'row_too_long'],
      [3, undefined],
    ])
  })

  it('gives the same result for any division into chunks', async () => {
    const unit = fc.constantFrom(
      'a',
      ',',
      '"',
      '\r',
      '\n',
      'x'.repeat(9000),
      'b,c,d\n',
      'e,"f",g\r\n',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { maxLength: 30 }),
        fc.integer({ min: 1, max: 20_000 }),
        async (pieces, pieceBytes) => {
          const text = pieces.join('')
          const whole = await rowsOf(text, 1 << 20)

          expect(await rowsOf(text, pieceBytes)).toEqual(whole)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reads a long file with correct line numbers', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `a${index},"b\n",c`)

    const rows = await rowsOf(lines.join('\n'), 5000)

    expect(rows.length).toBe(20_000)
    expect(
      rows.every(({ line, values }, index) => line === 2 * index + 1 && values[0] === `a${index}`),
    ).toBe(true)
  })
})
