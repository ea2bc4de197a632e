import { resultLayout } from '@merchant-edge/reconcile/files'

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const maxRowBytes = 64 * 1024

/** How many columns a result file may have besides those of the layout. Assumes G-24. */
const maxMoreColumns = 2

/** Counts the columns of the first row of a file, which may arrive in pieces. */
class FirstRow {
  columns = 1
  #bytes = 0
  #isQuoted = false

  /** @returns whether the row has ended, or is longer than any */
  read(piece: Uint8Array): boolean {
    for (const byte of piece) {
      this.#bytes += 1
      if (byte === quote) this.#isQuoted = !this.#isQuoted
      else if (byte === lineFeed && !this.#isQuoted) return true
      else if (byte === comma && !this.#isQuoted) this.columns += 1
    }
    return this.#bytes > maxRowBytes
  }
}

/**
 * How many columns the rows of a result file have: those of the layout, or up to two more, because
 * the specification counts 18 columns of the partner file, which has 17 with its checksum. Assumes
 * G-24.
 *
 * @param ahead a branch of the file, which is read as far as needed and then cancelled
 */
export async function columnsOfResult(ahead: ReadableStream<Uint8Array>): Promise<number> {
  const reader = ahead.getReader()
  const first = new FirstRow()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || first.read(value)) break
  }
  await reader.cancel()
  const least = resultLayout.columns.length
  const isPlausible = first.columns >= least && first.columns <= least + maxMoreColumns
  return isPlausible ? first.columns : least
}
