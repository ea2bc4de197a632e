import { type OpenedFile, byteSourceOf } from '../csv/byte-source.ts'
import { sumCarryStart, textBytes, textStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** What happens while a file is read. */
export interface TextReading {
  /** Called with every piece of the file. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Whether it is a part of a file that does not begin where the file does. */
  readonly isInside?: boolean
  /** Whether {@link contentSum} is to tell of its bytes; true when left out. */
  readonly isSummed?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a file into the module, and yields whenever it has found records: so many as it yields. They are
 * in `views.batch` until the next are read.
 *
 * @throws whatever the file or the signal throws
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

/** The sum over all bytes of the file that was read last, under the numbers of the run. */
export function contentSum({ views }: ModuleInstance): string {
  return views.data.getBigUint64(sumCarryStart, true).toString(16)
}
