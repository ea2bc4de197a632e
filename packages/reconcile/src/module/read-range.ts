import type { ByteSource } from '../csv/byte-source.ts'
import { maxRecordBytes } from '../csv/record-limit.ts'
import { textBytes, textStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'
import { contentSum } from './read-text.ts'
import { lineFeed } from '../csv/character-codes.ts'

/** Options for reading a range of a file. */
export interface RangeReading {
  /** Length in bytes, after which it ends at the next record boundary. */
  readonly bytes: number
  readonly isFileStart: boolean
  /** Called with every chunk of the range. */
  readonly onBytes: (bytes: Uint8Array) => void
  readonly signal?: AbortSignal | undefined
}

function* foundRecords({ call }: ModuleInstance): Generator<number, void, void> {
  for (let count = call.findRecords(); count > 0; count = call.findRecords()) yield count
}

/** Reads a source line by line; a line that is longer than a record may be is read in pieces. */
class LineReader {
  readonly #source: ByteSource
  readonly #bytes = new Uint8Array(maxRecordBytes)
  #left = this.#bytes.subarray(0, 0)

  constructor(source: ByteSource) {
    this.#source = source
  }

  /** @returns no byte at the end of the file */
  async next(): Promise<Uint8Array> {
    if (this.#left.length === 0) {
      this.#left = this.#bytes.subarray(0, await this.#source.read(this.#bytes))
    }
    const feed = this.#left.indexOf(lineFeed)
    const line = feed < 0 ? this.#left : this.#left.subarray(0, feed + 1)
    this.#left = this.#left.subarray(line.length)
    return line
  }
}

/**
 * Reads a range of a file into the module, from the start of a record on, and yields the number of
 * records whenever it has found some. It ends with the record that contains its last byte, so that
 * the next range can be read without any state of this one.
 *
 * @throws the error of the file or of the signal
 */
export async function* readRange(
  instance: ModuleInstance,
  source: ByteSource,
  { bytes, isFileStart, onBytes, signal }: RangeReading,
): AsyncGenerator<number, void, void> {
  const { call, views } = instance
  const take = (at: number, length: number) => {
    onBytes(views.all.subarray(at, at + length))
    call.addToSum(at, length)
    call.addText(length)
  }
  call.openText(isFileStart ? 1 : 0)
  call.clearSum()
  let left = bytes
  let isAtEnd = false
  try {
    while (left > 0) {
      signal?.throwIfAborted()
      const at = textStart + call.makeRoom()
      const length = await source.read(views.all.subarray(at, at + Math.min(left, call.roomLeft())))
      if (length === 0) {
        isAtEnd = true
        break
      }
      take(at, length)
      left -= length
      if (left > 0 && call.roomLeft() > textBytes / 2) continue
      yield* foundRecords(instance)
    }
    const lines = new LineReader(source)
    while (!isAtEnd && call.textBehindBorder() !== 0) {
      const line = await lines.next()
      isAtEnd = line.length === 0
      const at = textStart + call.makeRoom()
      views.all.set(line, at)
      take(at, line.length)
      yield* foundRecords(instance)
    }
    if (isAtEnd) call.endText()
    yield* foundRecords(instance)
  } finally {
    await source.close()
  }
  call.endSum()
}

/**
 * Number of bytes that are searched for a record boundary, and maximum number of tries: a text may
 * have many line breaks.
 */
const lookedAtBytes = 3 * maxRecordBytes
const maxTries = 64

async function readAll(source: ByteSource, target: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  let length = 0
  try {
    while (length < target.length) {
      const read = await source.read(target.subarray(length))
      if (read === 0) break
      length += read
    }
  } finally {
    await source.close()
  }
  return target.subarray(0, length)
}

/** Whether a text begins with a record whose checksum is correct. */
function beginsWithRecord({ call, views }: ModuleInstance, text: Uint8Array): boolean {
  call.openText(0)
  views.all.set(text, textStart + call.makeRoom())
  call.addText(text.length)
  if (call.findRecords() === 0 || views.batch.problems[0] !== 0) return false
  call.verifyChecksums()
  return views.verified[0] === 1
}

/**
 * Finds the first record of a file that starts at a byte or after it. A line break inside quotes
 * looks like the end of a record, but the text after it has no correct checksum. A complete row
 * inside a text column deceives this search, so the result is certain only when the range before
 * has ended there.
 *
 * @param openAt opens the file at a byte
 * @param at at least 1
 */
export async function guessBorder(
  instance: ModuleInstance,
  openAt: (start: number, bytes: number) => ByteSource,
  at: number,
): Promise<number> {
  const text = await readAll(openAt(at - 1, lookedAtBytes), new Uint8Array(lookedAtBytes))
  let first: number | undefined
  let tries = 0
  for (
    let feed = text.indexOf(lineFeed);
    feed >= 0 && tries < maxTries;
    feed = text.indexOf(lineFeed, feed + 1)
  ) {
    first ??= at + feed
    tries += 1
    if (beginsWithRecord(instance, text.subarray(feed + 1, feed + 1 + maxRecordBytes))) {
      return at + feed
    }
  }
  return first ?? at
}

/** A source that ends after this many bytes, or at the end of the file. */
export function boundedSource(source: ByteSource, bytes: number): ByteSource {
  let left = bytes
  return {
    async read(target) {
      if (left === 0) return 0
      const length = await source.read(target.subarray(0, Math.min(left, target.length)))
      left -= length
      return length
    },
    close: () => source.close(),
  }
}

/**
 * Reads this many bytes without parsing records.
 *
 * @returns their hash with the random numbers of the run
 */
export async function sumBytes(
  instance: ModuleInstance,
  opened: ByteSource,
  { bytes, onBytes }: Pick<RangeReading, 'bytes' | 'onBytes'>,
): Promise<string> {
  const { call, views } = instance
  const source = boundedSource(opened, bytes)
  const target = views.all.subarray(textStart, textStart + textBytes)
  call.clearSum()
  try {
    for (;;) {
      const length = await source.read(target)
      if (length === 0) break
      onBytes(target.subarray(0, length))
      call.addToSum(textStart, length)
    }
  } finally {
    await source.close()
  }
  call.endSum()
  return contentSum(instance)
}
