import { createByteReader } from '../csv/read-batches.ts'
import { sumCarryStart, textBytes, textStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** What happens while a file is read. */
export interface TextReading {
  /** Called with every piece of the file. */
  readonly onBytes: (bytes: Uint8Array) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a file into the module, and yields whenever it has found records: so many as it yields. They are
 * in `views.batch` until the next are read.
 *
 * @throws whatever the stream or the signal throws
 */
export async function* readText(
  { call, views }: ModuleInstance,
  stream: ReadableStream<Uint8Array>,
  { onBytes, signal }: TextReading,
): AsyncGenerator<number, void, void> {
  const reader = createByteReader(stream)
  let isRead = false
  call.openText()
  call.clearSum()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const bytes = await reader.read()
      if (bytes === undefined) break
      onBytes(bytes)
      for (let start = 0; start < bytes.length;) {
        const at = textStart + call.makeRoom()
        const end = Math.min(bytes.length, start + call.roomLeft())
        views.all.set(bytes.subarray(start, end), at)
        call.addToSum(at, end - start)
        call.addText(end - start)
        start = end
        if (call.roomLeft() > textBytes / 2) continue
        for (let count = call.findRecords(); count > 0; count = call.findRecords()) yield count
      }
    }
    isRead = true
    call.endText()
    for (let count = call.findRecords(); count > 0; count = call.findRecords()) yield count
  } finally {
    await reader.release(isRead)
  }
  call.endSum()
}

/** The sum over all bytes of the file that was read last, under the numbers of the run. */
export function contentSum({ views }: ModuleInstance): string {
  return views.data.getBigUint64(sumCarryStart, true).toString(16)
}
