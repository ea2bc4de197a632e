import {
  fingerprintsStart,
  goodStart,
  lanesStart,
  problemsStart,
  repeatedStart,
  sampledStart,
  verifiedStart,
} from '../../src/module/memory-map'
import { count } from '../csv/find-records'
import { noProblem } from '../csv/scan-record'
import { checkRow } from '../rows/check-row'
import { addToTotals } from '../rows/totals'
import { fingerprint } from './fingerprint-rows'
import { isRepeated, touchLine } from './repeat-filter'
import { addToSketch, findCells, keptCellsBytes, touchCells } from './sketch'

// Steps 3 to 7 of the first reading, over all records of the batch.

/** The problem of a row whose checksum is wrong. */
const checksumMismatch: u8 = 30

/** Sum of prefetched values; a global, so that the compiler keeps the loads. */
export let touched: u32 = 0
/** Number of records in each list of the batch. */
export let good: i32 = 0
export let repeated: i32 = 0
export let sampled: i32 = 0

/** Checks the columns of every record that has no problem yet. @returns the number of valid records */
export function checkRows(): i32 {
  good = 0
  for (let record = 0; record < count; record += 1) {
    const at: usize = problemsStart + record
    if (load<u8>(at) != noProblem) continue
    if (load<u8>(verifiedStart + record) == 0) {
      store<u8>(at, checksumMismatch)
      continue
    }
    const problem = checkRow(record)
    if (problem != noProblem) {
      store<u8>(at, <u8>problem)
      continue
    }
    addToTotals()
    fingerprint(record)
    store<i32>(goodStart + good * 4, record)
    good += 1
  }
  return good
}

/** Adds rows that were checked elsewhere; their fingerprints are in the memory, one after another. */
export function takeFingerprints(rows: i32): void {
  good = rows
  for (let record = 0; record < rows; record += 1) {
    store<i32>(goodStart + record * 4, record)
  }
}

/**
 * Adds the valid rows to the sketch. It must have each key only once for a side, so rows that may be repetitions and carried
 * rows are left out. @returns the number of rows that were left out
 */
export function sketchRows(sign: i32, isCarried: bool): i32 {
  repeated = 0
  let kept = 0
  // Filter and sketch are too large for the near caches. Loops that do nothing but load have more loads under way at a time.
  for (let index = 0; index < good; index += 1) {
    touched += touchLine(load<i32>(goodStart + index * 4))
  }
  for (let index = 0; index < good; index += 1) {
    findCells(load<i32>(goodStart + index * 4), cellsOf(index))
  }
  for (let index = 0; index < good; index += 1) touched += touchCells(cellsOf(index))
  for (let index = 0; index < good; index += 1) {
    const record = load<i32>(goodStart + index * 4)
    if (isRepeated(record) || isCarried) {
      store<i32>(repeatedStart + repeated * 4, record)
      repeated += 1
    } else {
      store<i32>(goodStart + kept * 4, record)
      kept += 1
      addToSketch(record, cellsOf(index), sign)
    }
  }
  good = kept
  return repeated
}

/** Buffer for the cells of rows, in the memory of MD5 messages, which is unused at this point. */
@inline
function cellsOf(index: i32): usize {
  return lanesStart + index * keptCellsBytes
}

/** Lists the rows of the sketch whose hash of the content or of the key is low. @returns how many */
export function sampleRows(contentBound: u32, keyBound: u32): i32 {
  sampled = 0
  for (let index = 0; index < good; index += 1) {
    const record = load<i32>(goodStart + index * 4)
    const from: usize = fingerprintsStart + record * 16
    const rank = load<u32>(from, 8) ^ load<u32>(from)
    if (rank > contentBound && load<u32>(from, 4) > keyBound) continue
    store<i32>(sampledStart + sampled * 4, record)
    sampled += 1
  }
  return sampled
}
