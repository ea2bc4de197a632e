import {
  copyStream,
  sha256OfStream,
} from '../../packages/orders/src/daily-files/bucket/bucket-stream.ts'

const pieceBytes = 1000

function pieces(count: number): ReadableStream<Uint8Array> {
  let left = count
  return new ReadableStream({
    pull(controller) {
      left -= 1
      if (left < 0) controller.close()
      else controller.enqueue(new Uint8Array(pieceBytes))
    },
  })
}

async function bytesHashed(count: number): Promise<number> {
  return (await sha256OfStream(pieces(count))).bytes
}

async function bytesCopied(count: number): Promise<number> {
  let bytes = 0
  const writable = new WritableStream<Uint8Array>({
    write(piece) {
      bytes += piece.length
    },
  })
  await copyStream(pieces(count), writable)
  return bytes
}

/** Hashes or copies a stream of the requested number of chunks, and answers with the number of bytes. */
export default {
  async fetch({ url }: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const count = Number(searchParams.get('pieces'))
    return Response.json(await (pathname === '/hashed' ? bytesHashed(count) : bytesCopied(count)))
  },
}
