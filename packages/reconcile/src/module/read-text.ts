import { type OpenedFile, byteSourceOf } from '../csv/byte-source.ts'
import { sumCarryStart, textBytes, textStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** Options for reading a file. */
export interface TextReading {
  /** Called with every chunk of the file. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Whether it is an inner part of a file, which does not begin at the start of the file. */
  readonly isInside?: boolean
  /** Whether its bytes are hashed for {@link contentSum}; true if left out. */
  readonly isSummed?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a file into the module, and yields the number of records whenever it has found some. They
 * are in `views.batch` until the next records are read.
 *
 * @throws the error of the file or of the signal
 */
export async function* readText(
  { call, views }: ModuleInstance,
  opened: OpenedFile,
  { onBytes, isInside = false, isSummed = true, signal }: TextReading,
): AsyncGenerator<number, void, void> {
  const source = byteSourceOf(opened)
  call.openText(isInside ? 0 : 1)
  call.clearSum()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const at = textStart + call.makeRoom()
      const free = views.all.subarray(at, at + call.roomLeft())
      const read = source.read(free)
      const length = typeof read === 'number' ? read : await read
      if (length === 0) break
      onBytes(free.subarray(0, length))
      if (isSummed) call.addToSum(at, length)
      call.addText(length)
      if (call.roomLeft() > textBytes / 2) continue
      for (let count = call.findRecords(); count > 0; count = call.findRecords()) yield count
    }
    call.endText()
    for (let count = call.findRecords(); count > 0; count = call.findRecords()) yield count
  } finally {
    await source.close()
  }
  call.endSum()
}

/** The hash of all bytes of the file that was read last, with the random numbers of the run. */
export function contentSum({ views }: ModuleInstance): string {
  return views.data.getBigUint64(sumCarryStart, true).toString(16)
}
