import { tailMaskStart } from '../../src/module/memory-map'

// Step 3 of the first reading: checks texts beyond ASCII, sixteen bytes at a time.

// Errors of two consecutive bytes: a bit for each kind.
const tooShort: u8 = 1
const tooLong: u8 = 2
const overlong3: u8 = 4
const tooLarge: u8 = 8
const surrogate: u8 = 16
const overlong2: u8 = 32
/** Also used for an overlong form of four bytes: the second byte distinguishes the two errors. */
const tooLarge1000: u8 = 64
const twoMore: u8 = 128
const carry: u8 = tooShort | tooLong | twoMore
const large: u8 = carry | tooLarge | tooLarge1000
const more: u8 = tooLong | overlong2 | twoMore

// Loaded from memory instead of constants: V8 creates a constant again at each use, with up to five instructions.

/** By the high half of the first byte. */
const byFirstHigh: usize = memory.data<u8>([
  tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong,
  twoMore, twoMore, twoMore, twoMore,
  tooShort | overlong2, tooShort, tooShort | overlong3 | surrogate,
  tooShort | tooLarge | tooLarge1000,
])

/** By its low half. */
const byFirstLow: usize = memory.data<u8>([
  carry | overlong3 | overlong2 | tooLarge1000, carry | overlong2, carry, carry,
  carry | tooLarge, large, large, large,
  large, large, large, large,
  large, large | surrogate, large, large,
])

/** By the high half of the second byte. */
const bySecondHigh: usize = memory.data<u8>([
  tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
  more | overlong3 | tooLarge1000, more | overlong3 | tooLarge,
  more | surrogate | tooLarge, more | surrogate | tooLarge,
  tooShort, tooShort, tooShort, tooShort,
])

/**
 * Masks: the low half of a byte, the highest bit, the space, DEL, and the distances of the first byte of a sequence of three
 * and of four bytes from the highest bit minus one.
 */
const bytesLooked: usize = memory.data<u8>([15, 128, 32, 127, 0xe0 - 0x80, 0xf0 - 0x80])

@inline
function vectorOf(index: i32): v128 {
  return v128.load8_splat(bytesLooked + index)
}

/**
 * Whether a text is valid UTF-8 without control characters. Tabs and line ends count as control characters.
 *
 * @see Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte", 2021
 */
export function isPrintable(start: usize, end: usize): bool {
  const lowHalf = vectorOf(0)
  const highBit = vectorOf(1)
  const spaces = vectorOf(2)
  const deletes = vectorOf(3)
  const belowThree = vectorOf(4)
  const belowFour = vectorOf(5)
  const firstHighs = v128.load(byFirstHigh)
  const firstLows = v128.load(byFirstLow)
  const secondHighs = v128.load(bySecondHigh)
  let before = spaces
  let highBefore = i8x16.splat(2)
  let faults = i8x16.splat(0)
  // Spaces after the end reveal an incomplete character.
  for (let at = start; at <= end; at += 16) {
    let bytes = v128.load(at)
    const rest = end - at
    if (rest < 16) {
      bytes = v128.bitselect(bytes, spaces, v128.load(<usize>tailMaskStart + 32 - rest))
    }
    const one = v128.shuffle<i8>(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
    const two = v128.shuffle<i8>(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
    const three = v128.shuffle<i8>(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)
    const high = v128.and(i16x8.shr_u(bytes, 4), lowHalf)
    const highOne = v128.shuffle<i8>(highBefore, high, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
    const kinds = v128.and(
      v128.and(
        i8x16.swizzle(firstHighs, highOne),
        i8x16.swizzle(firstLows, v128.and(one, lowHalf)),
      ),
      i8x16.swizzle(secondHighs, high),
    )
    // Two consecutive continuation bytes are required before a third or a fourth byte, and allowed nowhere else.
    const mustFollow = v128.and(
      v128.or(i8x16.sub_sat_u(two, belowThree), i8x16.sub_sat_u(three, belowFour)),
      highBit,
    )
    const controls = v128.or(i8x16.sub_sat_u(spaces, bytes), i8x16.eq(bytes, deletes))
    faults = v128.or(faults, v128.or(v128.xor(mustFollow, kinds), controls))
    before = bytes
    highBefore = high
  }
  return !v128.any_true(faults)
}

/** Counts the characters of valid UTF-8; inside quotes, two quotes count as one. */
export function countCharacters(start: usize, end: usize, isInQuotes: bool): u32 {
  let characters: u32 = 0
  let quotes: u32 = 0
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at)
    if ((byte & 0xc0) != 0x80) characters += 1
    if (byte == 34) quotes += 1
  }
  return isInQuotes ? characters - quotes / 2 : characters
}
