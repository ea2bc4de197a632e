import {
  endsStart,
  fingerprintsStart,
  foundPlaceBytes,
  foundPlacesStart,
  goodStart,
  linesStart,
  placeBytes,
  placesStart,
  problemsStart,
  startsStart,
  textStart,
} from '../../src/module/memory-map'
import { count, textPosition } from '../csv/find-records'
import { noProblem } from '../csv/scan-record'
import { isSuspectHalf } from './suspects'
import { good } from './take-rows'

// The places of the valid rows of a file, so that the second reading reads only rows that may differ: for each row 32 bits of
// its key, 32 bits of its checksum, and 32 bits for its length and its distance from the row before.

const lengthBits: u64 = 15
const gapBits: u64 = 9
const maxLength: u32 = (1 << 15) - 1
const maxGap: u64 = (1 << 9) - 1
const maxLines: u64 = 255
const maxPassed: u64 = 0xffffffff

/** Bytes of places that were listed since the last call that took them. */
let used: i32 = 0
/** Spreads the digits of a checksum over the bits of a number. */
const spread: u64 = 0x9e3779b97f4a7c15

/** End of the previous row in its file, and the line on which it starts. */
let lastEnd: u64 = 0
let lastLine: f64 = 0

/** Begins with the first row of a file. */
export function clearPlaces(): void {
  used = 0
  lastEnd = 0
  lastLine = 0
}

/** Lists the places of the valid rows of the batch. @returns the number of bytes of places that can be taken */
export function addPlaces(): i32 {
  for (let index = 0; index < good; index += 1) {
    const record = load<i32>(goodStart + index * 4)
    const start = textPosition + load<i32>(startsStart + record * 4)
    const length: u64 = recordLength(record)
    const line = load<f64>(linesStart + record * 8)
    let gap = start - lastEnd
    let lines = <u64>(line - lastLine)
    while (gap > maxGap || lines > maxLines) {
      // A place with length zero is not a row; it skips the bytes between two rows.
      const bytes = min(gap, maxPassed)
      const passed = min(lines, maxPassed)
      addPlace(<u32>bytes, <u32>passed, 0)
      gap -= bytes
      lines -= passed
    }
    addPlace(
      load<u32>(fingerprintsStart + record * 16),
      lastDigits(record),
      <u32>(length | (gap << lengthBits) | (lines << (lengthBits + gapBits))),
    )
    lastEnd = start + length
    lastLine = line
  }
  return used
}

@inline
function recordLength(record: i32): i32 {
  return load<i32>(endsStart + record * 4) - load<i32>(startsStart + record * 4)
}

/** The end of a record's correct checksum, which differs for other row data. */
@inline
function lastDigits(record: i32): u32 {
  return <u32>((load<u64>(textStart + load<i32>(endsStart + record * 4) - 8) * spread) >> 32)
}

@inline
function addPlace(key: u32, checksum: u32, distance: u32): void {
  const to: usize = placesStart + used
  store<u32>(to, key)
  store<u32>(to, checksum, 4)
  store<u32>(to, distance, 8)
  used += placeBytes
}

/** Removes the places that were taken. */
export function takePlaces(): void {
  used = 0
}

/**
 * Finds the rows that may differ among the next places, of which this many bytes are in the memory; writes position, line,
 * key, checksum and length of each. @returns the number of rows that were found
 */
export function findPlaces(bytes: i32): i32 {
  let found = 0
  for (let at: usize = placesStart; at < <usize>placesStart + bytes; at += placeBytes) {
    const key = load<u32>(at)
    const distance = load<u32>(at, 8)
    const length = distance & maxLength
    if (length == 0) {
      lastEnd += key
      lastLine += <f64>load<u32>(at, 4)
      continue
    }
    const start = lastEnd + ((distance >> <u32>lengthBits) & <u32>maxGap)
    lastEnd = start + length
    lastLine += <f64>(distance >> <u32>(lengthBits + gapBits))
    if (!isSuspectHalf(key)) continue
    const to: usize = foundPlacesStart + found * foundPlaceBytes
    store<f64>(to, <f64>start)
    store<f64>(to, lastLine, 8)
    store<u32>(to, key, 16)
    store<u32>(to, load<u32>(at, 4), 20)
    store<u32>(to, length, 24)
    found += 1
  }
  return found
}

/**
 * Sets the line numbers of the checked records of the batch. @returns whether they are the rows that were found, from an
 * index on
 */
export function matchPlaces(from: i32, rows: i32): bool {
  if (count != rows) return false
  for (let record = 0; record < rows; record += 1) {
    const found: usize = foundPlacesStart + (from + record) * foundPlaceBytes
    if (load<u8>(problemsStart + record) != noProblem) return false
    if (recordLength(record) != load<i32>(found, 24)) return false
    if (load<u32>(fingerprintsStart + record * 16) != load<u32>(found, 16)) return false
    if (lastDigits(record) != load<u32>(found, 20)) return false
    store<f64>(linesStart + record * 8, load<f64>(found, 8))
  }
  return true
}
