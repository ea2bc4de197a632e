import { tailMaskStart } from '../../src/module/memory-map'

// Step 3 of the first pass: texts beyond ASCII, sixteen bytes at a time.

/** Quotes in the text that was read last. */
export let quotes: u32 = 0

// What is wrong with two bytes that follow each other: a bit for each kind.
const tooShort: i8 = 1
const tooLong: i8 = 2
const overlong3: i8 = 4
const tooLarge: i8 = 8
const surrogate: i8 = 16
const overlong2: i8 = 32
/** Also a first byte of four that begins with nothing: the two are told apart by the second byte. */
const tooLarge1000: i8 = 64
const twoMore: i8 = -128
const carry: i8 = tooShort | tooLong | twoMore

/** By the high half of the first byte. */
@inline
function byFirstHigh(halves: v128): v128 {
  const kinds = i8x16(
    tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong,
    twoMore, twoMore, twoMore, twoMore,
    tooShort | overlong2, tooShort, tooShort | overlong3 | surrogate,
    tooShort | tooLarge | tooLarge1000,
  )
  return i8x16.swizzle(kinds, halves)
}

/** By its low half. */
@inline
function byFirstLow(halves: v128): v128 {
  const large: i8 = carry | tooLarge | tooLarge1000
  const kinds = i8x16(
    (carry | overlong3 | overlong2 | tooLarge1000), (carry | overlong2), carry, carry,
    (carry | tooLarge), large, large, large,
    large, large, large, large,
    large, (large | surrogate), large, large,
  )
  return i8x16.swizzle(kinds, halves)
}

/** By the high half of the second byte. */
@inline
function bySecondHigh(halves: v128): v128 {
  const more: i8 = tooLong | overlong2 | twoMore
  const kinds = i8x16(
    tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
    (more | overlong3 | tooLarge1000), (more | overlong3 | tooLarge),
    (more | surrogate | tooLarge), (more | surrogate | tooLarge),
    tooShort, tooShort, tooShort, tooShort,
  )
  return i8x16.swizzle(kinds, halves)
}

/** Not zero where a byte is no valid continuation of those before it. */
@inline
function faultsOf(bytes: v128, before: v128): v128 {
  const one = v128.shuffle<i8>(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
  const two = v128.shuffle<i8>(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
  const three = v128.shuffle<i8>(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)
  const kinds = v128.and(
    v128.and(byFirstHigh(i8x16.shr_u(one, 4)), byFirstLow(v128.and(one, i8x16.splat(15)))),
    bySecondHigh(i8x16.shr_u(bytes, 4)),
  )
  // A third or a fourth byte must be a continuation, and only there may two of them follow each other.
  const isThird = i8x16.ge_u(two, i8x16.splat(<i8>0xe0))
  const isFourth = i8x16.ge_u(three, i8x16.splat(<i8>0xf0))
  const mustFollow = v128.and(v128.or(isThird, isFourth), i8x16.splat(twoMore))
  return v128.xor(mustFollow, kinds)
}

/**
 * Counts the characters of a text that is valid UTF-8 without control characters; in free text tabs and line ends are
 * none. @returns -1 when the text is not
 * @see Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte", 2021
 */
export function countCharacters(start: usize, end: usize, isFree: bool): i32 {
  let before = i8x16.splat(32)
  let faults = i8x16.splat(0)
  let more = 0
  quotes = 0
  // Spaces behind the end show a character that ends too early.
  for (let at = start; at <= end; at += 16) {
    let bytes = v128.load(at)
    const rest = end - at
    if (rest < 16) {
      bytes = v128.bitselect(bytes, i8x16.splat(32), v128.load(<usize>tailMaskStart + 32 - rest))
    }
    let controls = v128.or(
      i8x16.lt_u(bytes, i8x16.splat(32)),
      i8x16.eq(bytes, i8x16.splat(127)),
    )
    if (isFree) {
      const lineEnds = v128.or(i8x16.eq(bytes, i8x16.splat(10)), i8x16.eq(bytes, i8x16.splat(13)))
      controls = v128.andnot(controls, v128.or(lineEnds, i8x16.eq(bytes, i8x16.splat(9))))
    }
    faults = v128.or(faults, v128.or(controls, faultsOf(bytes, before)))
    more += popcnt(i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))))
    quotes += popcnt(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(34))))
    before = bytes
  }
  return v128.any_true(faults) ? -1 : <i32>(end - start) - more
}
