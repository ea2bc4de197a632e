import type { ByteSource } from '@merchant-edge/reconcile'
import { fileSource } from './file-source.ts'
import { isPacked, packedSource } from './packed-source.ts'

const lineFeed = 10

function openOne(path: string): ByteSource {
  return isPacked(path) ? packedSource(path) : fileSource(path)
}

/**
 * Opens the parts of a file, which are read one after another; the last line of a part ends with
 * the part.
 */
export function joinedSource(paths: readonly string[]): ByteSource {
  const [first] = paths
  if (first !== undefined && paths.length === 1) return openOne(first)
  const left = [...paths]
  let open: ByteSource | undefined
  let lastByte = lineFeed
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
          open = openOne(next)
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
