import { expect, it } from 'vitest'
import { maxBodyBytes, readBody } from './read-body.ts'

/** A deadline that never comes. */
const deadline = { race: <Value>(work: Promise<Value>) => work }

function streamed(
  chunkBytes: number,
  chunks: number,
): { response: Response; cancelled: boolean[] } {
  const cancelled: boolean[] = []
  let left = chunks
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      if (left === 0) return stream.close()
      left -= 1
      stream.enqueue(new Uint8Array(chunkBytes).fill(65))
    },
    cancel() {
      cancelled.push(true)
    },
  })
  return { response: new Response(body), cancelled }
}

it('reads a body of exactly 1 MiB', async () => {
  const { response } = streamed(maxBodyBytes / 4, 4)

  expect((await readBody(response, deadline))?.byteLength).toBe(1_048_576)
})

it('refuses a body of one byte more, and releases the connection', async () => {
  const { response, cancelled } = streamed(maxBodyBytes + 1, 1000)

  expect(await readBody(response, deadline)).toBeUndefined()
  expect(cancelled).toEqual([true])
})

it('joins the chunks in their order', async () => {
  const bytes = new TextEncoder().encode('Cà phê sữa đá')
  const body = new ReadableStream({
    start(stream) {
      for (const byte of bytes) stream.enqueue(new Uint8Array([byte]))
      stream.close()
    },
  })

  expect(await readBody(new Response(body), deadline)).toEqual(bytes)
})

it('reads a missing body as no bytes', async () => {
  expect(await readBody(new Response(null), deadline)).toEqual(new Uint8Array())
})
