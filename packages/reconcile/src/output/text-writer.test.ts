import { describe, expect, it } from 'vitest'
import { Sha256 } from '../checksum/sha256.ts'
import { TextWriter } from './text-writer.ts'

/** A writer, and the lengths of the pieces that its stream got. */
function pieces() {
  const lengths: number[] = []
  const stream = new WritableStream<Uint8Array>({
    write(piece) {
      lengths.push(piece.length)
    },
  })
  return { lengths, writer: new TextWriter(stream, new Sha256()) }
}

const pieceBytes = 64 * 1024

describe('a writer of rows', () => {
  it.each([
    ['texts', (writer: TextWriter) => writer.addRow('x'.repeat(100))],
    ['bytes', (writer: TextWriter) => writer.addBytes(new Uint8Array(100), 1)],
  ])('sends %s in pieces of 64 kB, and the rest when it is closed', async (_what, add) => {
    const { lengths, writer } = pieces()
    for (let row = 0; row < 1500; row += 1) add(writer)
    expect(lengths).toEqual([])

    expect(await writer.close()).toMatchObject({ rows: 1500, bytes: 150_000 })
    expect(lengths).toEqual([pieceBytes, pieceBytes, 150_000 - 2 * pieceBytes])
  })

  it('sends full pieces only when it is flushed', async () => {
    const { lengths, writer } = pieces()
    writer.addRow('x'.repeat(pieceBytes + 1))
    await writer.flush()
    expect(lengths).toEqual([pieceBytes])

    await writer.close()
    expect(lengths).toEqual([pieceBytes, 1])
  })

  it('sends pieces that rows added later do not change', async () => {
    const kept: Uint8Array[] = []
    const stream = new WritableStream<Uint8Array>({ write: (piece) => void kept.push(piece) })
    const writer = new TextWriter(stream, new Sha256())
    writer.addRow('a'.repeat(pieceBytes))
    writer.addRow('b')
    await writer.flush()
    writer.addRow('c'.repeat(pieceBytes))
    await writer.close()

    const text = kept.map((piece) => new TextDecoder().decode(piece)).join('')
    expect(text).toBe(`${'a'.repeat(pieceBytes)}b${'c'.repeat(pieceBytes)}`)
  })

  it('sends nothing when there are no rows', async () => {
    const { lengths, writer } = pieces()

    expect(await writer.close()).toMatchObject({ rows: 0, bytes: 0 })
    expect(lengths).toEqual([])
  })
})
