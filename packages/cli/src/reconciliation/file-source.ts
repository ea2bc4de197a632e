import type { ByteSource } from '@merchant-edge/reconcile'
import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** Bytes after which other work of the process gets its turn: what a person or a signal asks for. */
const turnBytes = 16 * 1024 * 1024

/**
 * Opens a file that is read into the memory of whoever compares it. The readings wait: handing each to another
 * thread and back takes longer than to copy it from the memory of the system.
 *
 * @param start byte at which it begins
 */
export function fileSource(path: string, start = 0): ByteSource {
  const file = openSync(path, 'r')
  let place = start
  let sinceTurn = 0
  const readNow = (target: Uint8Array): number => {
    const length = readSync(file, target, 0, target.length, place)
    place += length
    sinceTurn += length
    return length
  }
  return {
    read(target) {
      if (sinceTurn < turnBytes) return readNow(target)
      sinceTurn = 0
      return setImmediate().then(() => readNow(target))
    },
    close: () => {
      closeSync(file)
    },
  }
}
