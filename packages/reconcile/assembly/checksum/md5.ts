import { digestsStart, laneBytes, lanesStart } from '../../src/module/memory-map'

// Step 2 of the first pass: MD5 of four messages at once, one in each lane of the vectors. RFC 1321.

@inline
function rotate(value: v128, by: i32): v128 {
  return v128.or(i32x4.shl(value, by), i32x4.shr_u(value, 32 - by))
}

@inline
function step(mixed: v128, a: v128, b: v128, m: v128, k: i32, by: i32): v128 {
  const sum = i32x4.add(i32x4.add(a, i32x4.add(m, i32x4.splat(k))), mixed)
  return i32x4.add(b, rotate(sum, by))
}

@inline
function f(a: v128, b: v128, c: v128, d: v128, m: v128, k: i32, by: i32): v128 {
  return step(v128.bitselect(c, d, b), a, b, m, k, by)
}

@inline
function g(a: v128, b: v128, c: v128, d: v128, m: v128, k: i32, by: i32): v128 {
  return step(v128.bitselect(b, c, d), a, b, m, k, by)
}

@inline
function h(a: v128, b: v128, c: v128, d: v128, m: v128, k: i32, by: i32): v128 {
  return step(v128.xor(v128.xor(b, c), d), a, b, m, k, by)
}

@inline
function i(a: v128, b: v128, c: v128, d: v128, m: v128, k: i32, by: i32): v128 {
  return step(v128.xor(c, v128.or(b, v128.not(d))), a, b, m, k, by)
}

/** Interleaves the words of two vectors, as the first half of a transposition of four by four. */
@inline
function low(one: v128, other: v128): v128 {
  return v128.shuffle<i32>(one, other, 0, 4, 1, 5)
}

@inline
function high(one: v128, other: v128): v128 {
  return v128.shuffle<i32>(one, other, 2, 6, 3, 7)
}

@inline
function firstHalf(one: v128, other: v128): v128 {
  return v128.shuffle<i64>(one, other, 0, 2)
}

@inline
function secondHalf(one: v128, other: v128): v128 {
  return v128.shuffle<i64>(one, other, 1, 3)
}

/** Hashes the messages of all lanes, each of so many blocks; the digest of lane n is at `digestsStart + 16 n`. */
export function hashLanes(blocks: i32): void {
  let a = i32x4.splat(0x67452301)
  let b = i32x4.splat(0xefcdab89)
  let c = i32x4.splat(0x98badcfe)
  let d = i32x4.splat(0x10325476)
  const end = lanesStart + blocks * 64
  for (let at = lanesStart; at < end; at += 64) {
    const row00 = v128.load(at, 0)
    const row01 = v128.load(at + laneBytes, 0)
    const row02 = v128.load(at + 2 * laneBytes, 0)
    const row03 = v128.load(at + 3 * laneBytes, 0)
    const low0 = low(row00, row01)
    const low0b = low(row02, row03)
    const high0 = high(row00, row01)
    const high0b = high(row02, row03)
    const m0 = firstHalf(low0, low0b)
    const m1 = secondHalf(low0, low0b)
    const m2 = firstHalf(high0, high0b)
    const m3 = secondHalf(high0, high0b)
    const row10 = v128.load(at, 16)
    const row11 = v128.load(at + laneBytes, 16)
    const row12 = v128.load(at + 2 * laneBytes, 16)
    const row13 = v128.load(at + 3 * laneBytes, 16)
    const low1 = low(row10, row11)
    const low1b = low(row12, row13)
    const high1 = high(row10, row11)
    const high1b = high(row12, row13)
    const m4 = firstHalf(low1, low1b)
    const m5 = secondHalf(low1, low1b)
    const m6 = firstHalf(high1, high1b)
    const m7 = secondHalf(high1, high1b)
    const row20 = v128.load(at, 32)
    const row21 = v128.load(at + laneBytes, 32)
    const row22 = v128.load(at + 2 * laneBytes, 32)
    const row23 = v128.load(at + 3 * laneBytes, 32)
    const low2 = low(row20, row21)
    const low2b = low(row22, row23)
    const high2 = high(row20, row21)
    const high2b = high(row22, row23)
    const m8 = firstHalf(low2, low2b)
    const m9 = secondHalf(low2, low2b)
    const m10 = firstHalf(high2, high2b)
    const m11 = secondHalf(high2, high2b)
    const row30 = v128.load(at, 48)
    const row31 = v128.load(at + laneBytes, 48)
    const row32 = v128.load(at + 2 * laneBytes, 48)
    const row33 = v128.load(at + 3 * laneBytes, 48)
    const low3 = low(row30, row31)
    const low3b = low(row32, row33)
    const high3 = high(row30, row31)
    const high3b = high(row32, row33)
    const m12 = firstHalf(low3, low3b)
    const m13 = secondHalf(low3, low3b)
    const m14 = firstHalf(high3, high3b)
    const m15 = secondHalf(high3, high3b)
    const a0 = a
    const b0 = b
    const c0 = c
    const d0 = d
    a = f(a, b, c, d, m0, 0xd76aa478, 7)
    d = f(d, a, b, c, m1, 0xe8c7b756, 12)
    c = f(c, d, a, b, m2, 0x242070db, 17)
    b = f(b, c, d, a, m3, 0xc1bdceee, 22)
    a = f(a, b, c, d, m4, 0xf57c0faf, 7)
    d = f(d, a, b, c, m5, 0x4787c62a, 12)
    c = f(c, d, a, b, m6, 0xa8304613, 17)
    b = f(b, c, d, a, m7, 0xfd469501, 22)
    a = f(a, b, c, d, m8, 0x698098d8, 7)
    d = f(d, a, b, c, m9, 0x8b44f7af, 12)
    c = f(c, d, a, b, m10, 0xffff5bb1, 17)
    b = f(b, c, d, a, m11, 0x895cd7be, 22)
    a = f(a, b, c, d, m12, 0x6b901122, 7)
    d = f(d, a, b, c, m13, 0xfd987193, 12)
    c = f(c, d, a, b, m14, 0xa679438e, 17)
    b = f(b, c, d, a, m15, 0x49b40821, 22)
    a = g(a, b, c, d, m1, 0xf61e2562, 5)
    d = g(d, a, b, c, m6, 0xc040b340, 9)
    c = g(c, d, a, b, m11, 0x265e5a51, 14)
    b = g(b, c, d, a, m0, 0xe9b6c7aa, 20)
    a = g(a, b, c, d, m5, 0xd62f105d, 5)
    d = g(d, a, b, c, m10, 0x02441453, 9)
    c = g(c, d, a, b, m15, 0xd8a1e681, 14)
    b = g(b, c, d, a, m4, 0xe7d3fbc8, 20)
    a = g(a, b, c, d, m9, 0x21e1cde6, 5)
    d = g(d, a, b, c, m14, 0xc33707d6, 9)
    c = g(c, d, a, b, m3, 0xf4d50d87, 14)
    b = g(b, c, d, a, m8, 0x455a14ed, 20)
    a = g(a, b, c, d, m13, 0xa9e3e905, 5)
    d = g(d, a, b, c, m2, 0xfcefa3f8, 9)
    c = g(c, d, a, b, m7, 0x676f02d9, 14)
    b = g(b, c, d, a, m12, 0x8d2a4c8a, 20)
    a = h(a, b, c, d, m5, 0xfffa3942, 4)
    d = h(d, a, b, c, m8, 0x8771f681, 11)
    c = h(c, d, a, b, m11, 0x6d9d6122, 16)
    b = h(b, c, d, a, m14, 0xfde5380c, 23)
    a = h(a, b, c, d, m1, 0xa4beea44, 4)
    d = h(d, a, b, c, m4, 0x4bdecfa9, 11)
    c = h(c, d, a, b, m7, 0xf6bb4b60, 16)
    b = h(b, c, d, a, m10, 0xbebfbc70, 23)
    a = h(a, b, c, d, m13, 0x289b7ec6, 4)
    d = h(d, a, b, c, m0, 0xeaa127fa, 11)
    c = h(c, d, a, b, m3, 0xd4ef3085, 16)
    b = h(b, c, d, a, m6, 0x04881d05, 23)
    a = h(a, b, c, d, m9, 0xd9d4d039, 4)
    d = h(d, a, b, c, m12, 0xe6db99e5, 11)
    c = h(c, d, a, b, m15, 0x1fa27cf8, 16)
    b = h(b, c, d, a, m2, 0xc4ac5665, 23)
    a = i(a, b, c, d, m0, 0xf4292244, 6)
    d = i(d, a, b, c, m7, 0x432aff97, 10)
    c = i(c, d, a, b, m14, 0xab9423a7, 15)
    b = i(b, c, d, a, m5, 0xfc93a039, 21)
    a = i(a, b, c, d, m12, 0x655b59c3, 6)
    d = i(d, a, b, c, m3, 0x8f0ccc92, 10)
    c = i(c, d, a, b, m10, 0xffeff47d, 15)
    b = i(b, c, d, a, m1, 0x85845dd1, 21)
    a = i(a, b, c, d, m8, 0x6fa87e4f, 6)
    d = i(d, a, b, c, m15, 0xfe2ce6e0, 10)
    c = i(c, d, a, b, m6, 0xa3014314, 15)
    b = i(b, c, d, a, m13, 0x4e0811a1, 21)
    a = i(a, b, c, d, m4, 0xf7537e82, 6)
    d = i(d, a, b, c, m11, 0xbd3af235, 10)
    c = i(c, d, a, b, m2, 0x2ad7d2bb, 15)
    b = i(b, c, d, a, m9, 0xeb86d391, 21)
    a = i32x4.add(a, a0)
    b = i32x4.add(b, b0)
    c = i32x4.add(c, c0)
    d = i32x4.add(d, d0)
  }
  const ab = low(a, b)
  const cd = low(c, d)
  const abHigh = high(a, b)
  const cdHigh = high(c, d)
  v128.store(digestsStart, firstHalf(ab, cd))
  v128.store(digestsStart, secondHalf(ab, cd), 16)
  v128.store(digestsStart, firstHalf(abHigh, cdHigh), 32)
  v128.store(digestsStart, secondHalf(abHigh, cdHigh), 48)
}
