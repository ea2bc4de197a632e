import {
  endsStart,
  linesStart,
  problemsStart,
  rangeCodeBytes,
  rangeStart,
  separatorCount,
  separatorsStart,
  startsStart,
} from '../../src/module/memory-map'
import { count, keepRecords } from '../csv/find-records'
import { noProblem } from '../csv/scan-record'
import { codeLength, codeStart, readKey } from './fingerprint-rows'
import { first, second } from './keyed-hash'
import { isSuspect } from './suspects'

// Step 2 of the second reading: keeps the records of a batch whose key may differ.

/** Lengths of the codes that limit the range; a negative length means no limit. */
let fromLength: i32 = -1
let toLength: i32 = -1

/** Sets the lengths of the first code of the range and of the first code after it, or -1 for no limit. */
export function setRange(from: i32, to: i32): void {
  fromLength = from
  toLength = to
}

/** @returns the number of records that are kept */
export function selectRows(isAny: bool): i32 {
  let kept = 0
  for (let record = 0; record < count; record += 1) {
    if (load<u8>(problemsStart + record) != noProblem) continue
    readKey(record)
    if (!isAny && !isSuspect(first, second)) continue
    if (fromLength >= 0 && compareCode(rangeStart, fromLength) < 0) continue
    if (toLength >= 0 && compareCode(rangeStart + rangeCodeBytes, toLength) >= 0) continue
    if (kept != record) move(record, kept)
    kept += 1
  }
  keepRecords(kept)
  return kept
}

/** Compares the code of the record with the code at an address. */
function compareCode(other: usize, otherLength: i32): i32 {
  const length = min(<i32>codeLength, otherLength)
  for (let at = 0; at < length; at += 1) {
    const difference = <i32>load<u8>(codeStart + at) - <i32>load<u8>(other + at)
    if (difference != 0) return difference
  }
  return <i32>codeLength - otherLength
}

function move(from: i32, to: i32): void {
  store<i32>(startsStart + to * 4, load<i32>(startsStart + from * 4))
  store<i32>(endsStart + to * 4, load<i32>(endsStart + from * 4))
  store<f64>(linesStart + to * 8, load<f64>(linesStart + from * 8))
  store<u8>(problemsStart + to, 0)
  const row = separatorCount * 4
  memory.copy(separatorsStart + to * row, separatorsStart + from * row, row)
}
