import { describe, expect, it } from 'vitest'
import { sink } from '../../test/sink.ts'
import { Sha256 } from '../checksum/sha256.ts'
import { rowException } from '../rows/row-exception.ts'
import { ExceptionList } from './exception-list.ts'
import { TextWriter } from './text-writer.ts'

/** The lines and the counted rows of a list that holds two exceptions, after this many. */
async function listOf(count: number) {
  const file = sink()
  const writer = new TextWriter(file.stream, new Sha256())
  const list = new ExceptionList(writer, 2)
  for (let line = 1; line <= count; line += 1) {
    list.add(rowException('empty_line', { side: 'service', origin: 'file', line }))
  }
  list.end()
  const written = await writer.close()
  return { lines: file.text().split('\r\n').slice(1, -1), rows: written?.rows }
}

describe('the list of exceptions', () => {
  it.each([0, 1, 2])('names each of %i', async (count) => {
    const { lines, rows } = await listOf(count)

    expect(lines.map((line) => line.split(',')[2])).toEqual(['1', '2'].slice(0, count))
    expect(rows).toBe(count)
  })

  it('says how many more there are than it names', async () => {
    const { lines, rows } = await listOf(5)

    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain('3 more rows were set aside')
    expect(lines[2]?.split(',').slice(0, 4)).toEqual(['', '', '', 'more_rows'])
    expect(rows).toBe(2)
  })
})
