import { createHash } from 'node:crypto'
import { FileExchangeError } from './file-exchange-error.ts'
import type { FileExchange, FileSource } from './file-exchange.ts'

/** A stream of what a generator yields, which runs only when the stream is read. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** The error about a source that opens something else than a stream of bytes. */
function noBytes(what: string): FileExchangeError {
  return new FileExchangeError('ERR_OPTIONS', `The source of a file must deliver ${what}.`, {
    remedy:
      'Open it as a ReadableStream of Uint8Array: Readable.toWeb(stream) makes it of a stream of Node, new TextEncoder().encode(text) makes the bytes of a text.',
  })
}

/** The chunks of a stream; the stream is cancelled when the loop ends early. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (typeof Object(stream).getReader !== 'function') throw noBytes('a ReadableStream')
  const reader = stream.getReader()
  let finished = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        finished = true
        return
      }
      if (!ArrayBuffer.isView(value)) throw noBytes(`bytes, not ${typeof value}`)
      yield value
    }
  } finally {
    // A failed stream rejects cancellation; its original error is reported instead.
    if (!finished) await reader.cancel().catch(() => undefined)
    reader.releaseLock()
  }
}

/** SHA-256 of everything in a stream, in lower-case hex. */
export async function sha256Of(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(stream)) hash.update(chunk)
  return hash.digest('hex')
}

/** SHA-256 of a file if it has the content of a source; `undefined` when size or content differ. */
export async function sameContent(
  exchange: Pick<FileExchange, 'find' | 'get'>,
  name: string,
  source: FileSource,
): Promise<string | undefined> {
  const file = await exchange.find(name)
  if (file?.sizeBytes !== source.sizeBytes) return undefined
  const ours = await sha256Of(await source.open(0))
  const theirs = await sha256Of(await exchange.get(name))
  return ours === theirs ? ours : undefined
}
