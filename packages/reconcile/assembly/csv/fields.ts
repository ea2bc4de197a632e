import {
  endsStart,
  separatorCount,
  separatorsStart,
  startsStart,
  textStart,
} from '../../src/module/memory-map'
import { quote } from './scan-record'

/** Address of the first byte of a column of a record. */
@inline
export function columnStart(record: i32, column: i32): usize {
  if (column == 0) return textStart + load<i32>(startsStart + record * 4)
  return textStart + load<i32>(separatorsStart + (record * separatorCount + column - 1) * 4) + 1
}

/** Address after the last byte of a column of a record. */
@inline
export function columnEnd(record: i32, column: i32): usize {
  if (column == separatorCount) return textStart + load<i32>(endsStart + record * 4)
  return textStart + load<i32>(separatorsStart + (record * separatorCount + column) * 4)
}

@inline
export function isQuoted(start: usize, end: usize): bool {
  return end - start >= 2 && load<u8>(start) == quote
}

/** Copies bytes by whole vectors, which writes up to fifteen bytes after the last one. */
@inline
export function copyBytes(target: usize, start: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 16) v128.store(target + at, v128.load(start + at))
}

/** Writes the value of a field, without its quotes. @returns its length in bytes */
export function unquote(start: usize, end: usize, target: usize): usize {
  if (!isQuoted(start, end)) {
    copyBytes(target, start, end - start)
    return end - start
  }
  let to = target
  const last = end - 1
  for (let at = start + 1; at < last; at += 1) {
    const byte = load<u8>(at)
    store<u8>(to, byte)
    to += 1
    // Two quotes are an escaped quote.
    if (byte == quote) at += 1
  }
  return to - target
}
