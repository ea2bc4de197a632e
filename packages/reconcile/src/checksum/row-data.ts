import { columnEnd, columnStart, type RecordBatch } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/unquote-bytes.ts'
import type { ChecksumProfile } from './checksum-profile.ts'

/** Longest checksum key, in bytes of UTF-8. */
export const maxKeyBytes = 1024

/** Writes what the checksum of a row is taken over. */
export interface RowData {
  /** Most bytes that {@link write} writes for the record. */
  lengthAtMost(batch: RecordBatch, record: number): number
  /** @returns how many bytes it has written from `at` on */
  write(batch: RecordBatch, record: number, target: { bytes: Uint8Array; at: number }): number
}

const encoder = new TextEncoder()

/**
 * How rows are written for their checksum by a profile and a key.
 *
 * @throws TypeError when the key is empty or longer than {@link maxKeyBytes}
 */
export function createRowData(profile: ChecksumProfile, key: string): RowData {
  const keyBytes = encoder.encode(key)
  if (keyBytes.length === 0 || keyBytes.length > maxKeyBytes) {
    throw new TypeError(`The checksum key must have 1 to ${maxKeyBytes} bytes.`)
  }
  const isKeyFirst = profile.key === 'before'
  const isRecord = profile.rowData === 'record'
  const separator = encoder.encode(isRecord ? ',' : (profile.separator ?? ''))
  const beforeKey = profile.separatorBeforeKey ? separator : new Uint8Array()
  const prefix = isKeyFirst ? joinBytes(keyBytes, beforeKey) : new Uint8Array()
  const suffix = isKeyFirst ? new Uint8Array() : joinBytes(beforeKey, keyBytes)
  const fixed = prefix.length + suffix.length

  function writeValues(
    batch: RecordBatch,
    record: number,
    target: { bytes: Uint8Array; at: number },
  ) {
    let { at } = target
    for (let column = 0; column < batch.columns - 1; column += 1) {
      if (column > 0) {
        target.bytes.set(separator, at)
        at += separator.length
      }
      const start = columnStart(batch, record, column)
      const field = { bytes: batch.bytes, start, end: columnEnd(batch, record, column) }
      at += unquoteBytes(field, target.bytes, at)
    }
    return at - target.at
  }

  return {
    lengthAtMost(batch, record) {
      const row = (batch.ends[record] ?? 0) - (batch.starts[record] ?? 0)
      return fixed + row + (isRecord ? 0 : batch.columns * separator.length)
    },
    write(batch, record, target) {
      const { bytes } = target
      let { at } = target
      if (prefix.length > 0) bytes.set(prefix, at)
      at += prefix.length
      if (isRecord) {
        const start = batch.starts[record] ?? 0
        const end = columnEnd(batch, record, batch.columns - 2)
        copyRecord(batch, { start, end }, { bytes, at })
        at += end - start
      } else {
        at += writeValues(batch, record, { bytes, at })
      }
      bytes.set(suffix, at)
      return at + suffix.length - target.at
    },
  }
}

/** Copies bytes of a batch; without an object for the piece when both lie in one memory. */
function copyRecord(
  batch: RecordBatch,
  { start, end }: { start: number; end: number },
  target: { bytes: Uint8Array; at: number },
): void {
  const { bytes } = batch
  if (bytes.buffer === target.bytes.buffer) {
    const offset = bytes.byteOffset - target.bytes.byteOffset
    target.bytes.copyWithin(target.at, start + offset, end + offset)
  } else {
    target.bytes.set(bytes.subarray(start, end), target.at)
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
