import type { ByteSource, RandomAccess } from '@merchant-edge/reconcile'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** Bytes after which other work of the process gets its turn: what a person or a signal asks for. */
const turnBytes = 16 * 1024 * 1024

/**
 * A file of fewer bytes is read again as a whole: that takes no longer than to put aside where its rows lie, and it may
 * change within one tick of the clock by which its time is told.
 */
const leastAccessBytes = 1024 * 1024

function accessTo(file: number): RandomAccess | undefined {
  const { size: sizeBytes } = fstatSync(file)
  if (sizeBytes < leastAccessBytes) return undefined
  return {
    sizeBytes,
    readAt: (target, position) => readSync(file, target, 0, target.length, position),
    version() {
      const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(file, { bigint: true })
      return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
    },
  }
}

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
  const access = accessTo(file)
  return {
    ...(access && { access }),
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
