import type { ByteSource, RandomAccess } from '@merchant-edge/reconcile'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { EventLoopTurns } from '../command/event-loop-turns.ts'
import { unreadable } from '../input/read-file.ts'

/**
 * A smaller file is read again completely: that takes no longer than spilling the places of its
 * rows, and a change within one tick of the file system's clock would not change its timestamp.
 */
const minAccessBytes = 1024 * 1024

function accessTo(path: string, file: number): RandomAccess | undefined {
  const { size: sizeBytes } = fstatSync(file)
  if (sizeBytes < minAccessBytes) return undefined
  return {
    sizeBytes,
    readAt: (target, position) =>
      orSayWhy(path, () => readSync(file, target, 0, target.length, position)),
    version() {
      const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(file, { bigint: true })
      return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
    },
  }
}

/** @throws CommandFailure when the system refuses */
function orSayWhy<Value>(path: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw unreadable(path, error)
  }
}

/**
 * Opens a file that is read directly into the memory of the engine. Reads are synchronous: passing
 * each read to another thread and back takes longer than copying from the page cache.
 *
 * @param start byte at which it begins
 * @throws CommandFailure with exit code 2 when it cannot be opened or read, here and while it is read
 */
export function fileSource(path: string, start = 0): ByteSource {
  const file = orSayWhy(path, () => openSync(path, 'r'))
  let place = start
  const turns = new EventLoopTurns()
  const readNow = (target: Uint8Array): number => {
    const length = orSayWhy(path, () => readSync(file, target, 0, target.length, place))
    place += length
    turns.add(length)
    return length
  }
  const access = accessTo(path, file)
  return {
    ...(access && { access }),
    read(target) {
      return turns.next()?.then(() => readNow(target)) ?? readNow(target)
    },
    close: () => {
      closeSync(file)
    },
  }
}
