import { type Md5Hasher, md5Blocks, padMessage } from '../checksum/md5.ts'
import { digestsStart, lanesStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/**
 * MD5 of one message in the module, which is compiled already: the TypeScript loop is slowest when
 * few rows are written, because it is not optimized yet. The memory must not grow while it is used.
 */
export function moduleMd5Hasher({ call, views }: ModuleInstance): Md5Hasher {
  const { all } = views
  const words = new Int32Array(all.buffer, digestsStart, 4)
  return {
    bytes: all,
    start: lanesStart,
    hash(lengthBytes) {
      padMessage(all, lanesStart, lengthBytes)
      call.hashLanes(md5Blocks(lengthBytes))
      return words
    },
  }
}
