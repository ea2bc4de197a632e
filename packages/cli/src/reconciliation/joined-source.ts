import type { ByteSource } from '@merchant-edge/reconcile'
import { fileSource } from './file-source.ts'
import { isPacked, packedSource } from './packed-source.ts'

const lineFeed = 10
const byteOrderMark = [0xef, 0xbb, 0xbf]

function openOne(path: string): ByteSource {
  return isPacked(path) ? packedSource(path) : fileSource(path)
}

/**
 * A part after the first one, without its byte order mark: in the middle of the joined file it
 * would be data.
 */
function withoutByteOrderMark(part: ByteSource): ByteSource {
  let left: Uint8Array | undefined
  return {
    async read(target) {
      if (left === undefined) {
        const start = new Uint8Array(byteOrderMark.length)
        let length = 0
        for (let more = -1; more !== 0 && length < start.length; length += more) {
          more = await part.read(start.subarray(length))
        }
        const isMark = byteOrderMark.every((byte, index) => start[index] === byte)
        left = isMark ? new Uint8Array() : start.subarray(0, length)
      }
      if (left.length === 0) return part.read(target)
      const some = left.subarray(0, target.length)
      target.set(some)
      left = left.subarray(some.length)
      return some.length
    },
    close: () => part.close(),
  }
}

/**
 * Opens the parts of a file, which are read one behind the other; the last line of each ends where
 * the part does.
 */
export function joinedSource(paths: readonly string[]): ByteSource {
  const [first] = paths
  if (first !== undefined && paths.length === 1) return openOne(first)
  const left = [...paths]
  let open: ByteSource | undefined
  let lastByte = lineFeed
  let isFirst = true
  return {
    async read(target) {
      for (;;) {
        if (open === undefined) {
          const next = left[0]
          if (next === undefined) return 0
          if (lastByte !== lineFeed) {
            lastByte = lineFeed
            target[0] = lineFeed
            return 1
          }
          left.shift()
          open = isFirst ? openOne(next) : withoutByteOrderMark(openOne(next))
          isFirst = false
        }
        const length = await open.read(target)
        if (length > 0) {
          lastByte = target[length - 1] ?? lineFeed
          return length
        }
        await open.close()
        open = undefined
      }
    },
    close: () => open?.close(),
  }
}
