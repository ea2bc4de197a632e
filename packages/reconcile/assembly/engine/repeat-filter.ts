import {
  filterBytes,
  filterPageBytes,
  filterPagesStart,
  filterStart,
  fingerprintsStart,
} from '../../src/module/memory-map'

// Step 5 of the first reading: detects keys that a side has more than once. All bits of a key are in one cache line.

const lineBytes = 64
/** A key has one bit in each of the eight words of its line. */
const wordsOfLine = 8
const bitsOfPlace = 6
/** Spreads the first half of a key over the bits. */
const spread: u64 = 0x9e3779b97f4a7c15

/** Only pages with keys are cleared, so that a short file costs little. */
const pageLines = filterPageBytes / lineBytes
const pages = filterBytes / filterPageBytes

/** Address of the filter, and its number of cache lines minus one (a power of two minus one). */
let filterAt: usize = filterStart
let lastLine: u32 = filterBytes / lineBytes - 1

/** Uses the zeroed memory at an address as the filter; its size is a power of two of at least a page. */
export function takeFilter(start: usize, bytes: u32): void {
  filterAt = start
  lastLine = bytes / lineBytes - 1
}

export function clearFilter(): void {
  if (filterAt != filterStart) memory.fill(filterAt, 0, (lastLine + 1) * lineBytes)
  for (let page = 0; page < pages; page += 1) {
    if (load<u8>(filterPagesStart + page) != 0) {
      memory.fill(filterStart + page * filterPageBytes, 0, filterPageBytes)
    }
  }
  memory.fill(filterPagesStart, 0, pages)
}

/** Prefetches the cache line of a record's key. */
@inline
export function touchLine(record: i32): u32 {
  const place = load<u32>(fingerprintsStart + record * 16, 4) & lastLine
  return load<u32>(filterAt + place * lineBytes)
}

/** Adds the key of a record. @returns whether it was probably added before */
@inline
export function isRepeated(record: i32): bool {
  const key: usize = fingerprintsStart + record * 16
  let rest = (<u64>load<u32>(key) * spread) >> (64 - wordsOfLine * bitsOfPlace)
  const place = load<u32>(key, 4) & lastLine
  const line: usize = filterAt + place * lineBytes
  store<u8>(filterPagesStart + ((place / pageLines) & (pages - 1)), 1)
  let known: u64 = 1
  for (let word = 0; word < wordsOfLine; word += 1) {
    const at = line + word * 8
    const bits = load<u64>(at)
    // A shift uses only the lowest six bits of its count.
    known &= bits >> rest
    store<u64>(at, bits | ((<u64>1) << rest))
    rest >>= bitsOfPlace
  }
  return known != 0
}
