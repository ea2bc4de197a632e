import {
  hashFactorsStart,
  hashKeyStart,
  sumCarryStart,
  tailMaskStart,
} from '../../src/module/memory-map'

// Step 4 of the first reading, step 2 of the second: hashes with random numbers in every run.

/** The two halves of the hash. */
export let first: u32 = 0
export let second: u32 = 0

export function prepareHash(): void {
  memory.fill(tailMaskStart, 0xff, 32)
  memory.fill(tailMaskStart + 32, 0, 32)
}

/**
 * NH, computed twice with different random numbers: words are added to random numbers, and pairs of the sums are multiplied.
 * Two different texts have the same 64 bits with a probability of about 2^-62, even if an attacker chose them.
 *
 * @param tag hashed with the text
 * @see Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC", 1999
 */
export function hashText(start: usize, length: usize, tag: u32): void {
  let key: usize = hashKeyStart
  let one = i64x2.splat(0)
  let other = i64x2.splat(0)
  let at = start
  const wholeEnd = start + (length & ~31)
  for (; at < wholeEnd; at += 32) {
    const low = v128.load(at)
    const high = v128.load(at, 16)
    const middle = v128.load(key, 16)
    const a = i32x4.add(low, v128.load(key))
    const b = i32x4.add(high, middle)
    const c = i32x4.add(low, middle)
    const d = i32x4.add(high, v128.load(key, 32))
    one = i64x2.add(one, i64x2.add(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b)))
    other = i64x2.add(
      other,
      i64x2.add(i64x2.extmul_low_i32x4_u(c, d), i64x2.extmul_high_i32x4_u(c, d)),
    )
    key += 32
  }
  const rest = length & 31
  if (rest > 0) {
    const mask: usize = <usize>tailMaskStart + 32 - rest
    const low = v128.and(v128.load(at), v128.load(mask))
    const high = v128.and(v128.load(at, 16), v128.load(mask, 16))
    const middle = v128.load(key, 16)
    const a = i32x4.add(low, v128.load(key))
    const b = i32x4.add(high, middle)
    const c = i32x4.add(low, middle)
    const d = i32x4.add(high, v128.load(key, 32))
    one = i64x2.add(one, i64x2.add(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b)))
    other = i64x2.add(
      other,
      i64x2.add(i64x2.extmul_low_i32x4_u(c, d), i64x2.extmul_high_i32x4_u(c, d)),
    )
  }
  const sizes = (<u64>length << 32) | <u64>tag
  first = shorten(i64x2.extract_lane(one, 0) + i64x2.extract_lane(one, 1), sizes, hashFactorsStart)
  second = shorten(
    i64x2.extract_lane(other, 0) + i64x2.extract_lane(other, 1),
    sizes,
    hashFactorsStart + 40,
  )
}

/** 32 bits from a sum, the length and the tag, with five random factors. */
@inline
function shorten(sum: u64, sizes: u64, factors: usize): u32 {
  const mixed =
    (sum & 0xffffffff) * load<u64>(factors) +
    (sum >> 32) * load<u64>(factors, 8) +
    (sizes & 0xffffffff) * load<u64>(factors, 16) +
    (sizes >> 32) * load<u64>(factors, 24) +
    load<u64>(factors, 32)
  return <u32>(mixed >> 32)
}

const sumBlockBytes: usize = 1024

/** A hash of all bytes of a file, independent of its division into chunks. */
let sum: u64 = 0
let carried: usize = 0

export function clearSum(): void {
  sum = 0
  carried = 0
}

/** Adds the next bytes of the file. */
export function addToSum(start: usize, length: usize): void {
  let at = start
  const end = start + length
  if (carried > 0) {
    const taken = min(sumBlockBytes - carried, length)
    memory.copy(<usize>sumCarryStart + carried, at, taken)
    carried += taken
    at += taken
    if (carried < sumBlockBytes) return
    addBlock(sumCarryStart, sumBlockBytes)
    carried = 0
  }
  for (; at + sumBlockBytes <= end; at += sumBlockBytes) addBlock(at, sumBlockBytes)
  carried = end - at
  memory.copy(sumCarryStart, at, carried)
}

@inline
function addBlock(at: usize, length: usize): void {
  hashText(at, length, 0)
  const block = ((<u64>first) << 32) | <u64>second
  sum = rotl(sum ^ block, 23) * (load<u64>(hashFactorsStart, 80) | 1)
}

/** Ends the hash, and writes its 64 bits to `sumCarryStart`. */
export function endSum(): void {
  addBlock(sumCarryStart, carried)
  carried = 0
  store<u64>(sumCarryStart, sum)
}
