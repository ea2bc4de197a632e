import { digestsStart, laneBytes, lanesStart, wordsStart } from '../../src/module/memory-map'

// Step 2 of the first reading: MD5 of sixteen messages at once, one in each lane of four groups of vectors. RFC 1321.
//
// Each step of MD5 depends on the one before, so a single group leaves most of the processor idle. The words of the groups
// do not fit into the registers: they are transposed into memory, and each step loads its own. The rounds are loops
// because in straight-line code the compiler would put all steps of one group before those of the next. The functions of
// the rounds are written so that as few operations as possible wait for `b`, the result of the step before.

/** The constants of the 64 steps. */
const sines: usize = memory.data<u32>([
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee,
  0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
  0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
  0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
  0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
  0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
  0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
  0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
  0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
  0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
  0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
  0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
  0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
  0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
  0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
  0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
])

@inline
function rotate(value: v128, by: i32): v128 {
  return v128.or(i32x4.shl(value, by), i32x4.shr_u(value, 32 - by))
}

@inline
function sine(step: i32): v128 {
  return v128.load32_splat(sines + 4 * step)
}

/** A word of a block, of all messages of a group. */
@inline
function word(index: i32, group: i32): v128 {
  return v128.load(wordsStart + 64 * (index & 15) + 16 * group)
}

@inline
function step(mixed: v128, a: v128, b: v128, added: v128, by: i32): v128 {
  return i32x4.add(b, rotate(i32x4.add(i32x4.add(a, added), mixed), by))
}

@inline
function f(a: v128, b: v128, c: v128, d: v128, added: v128, by: i32): v128 {
  return step(v128.bitselect(c, d, b), a, b, added, by)
}

@inline
function g(a: v128, b: v128, c: v128, d: v128, added: v128, by: i32): v128 {
  return step(v128.and(b, d), a, b, i32x4.add(added, v128.andnot(c, d)), by)
}

@inline
function h(a: v128, b: v128, c: v128, d: v128, added: v128, by: i32): v128 {
  return step(v128.xor(b, v128.xor(c, d)), a, b, added, by)
}

@inline
function i(a: v128, b: v128, c: v128, d: v128, added: v128, by: i32): v128 {
  return step(v128.xor(c, v128.or(b, v128.not(d))), a, b, added, by)
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

/** Transposes four words of a block of each message of a group. */
@inline
function transpose(from: usize, to: usize): void {
  const row0 = v128.load(from)
  const row1 = v128.load(from + laneBytes)
  const row2 = v128.load(from + 2 * laneBytes)
  const row3 = v128.load(from + 3 * laneBytes)
  const low01 = low(row0, row1)
  const low23 = low(row2, row3)
  const high01 = high(row0, row1)
  const high23 = high(row2, row3)
  v128.store(to, firstHalf(low01, low23))
  v128.store(to, secondHalf(low01, low23), 64)
  v128.store(to, firstHalf(high01, high23), 128)
  v128.store(to, secondHalf(high01, high23), 192)
}

/** Writes the digests of a group. */
@inline
function storeDigests(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  const lowAb = low(a, b)
  const lowCd = low(c, d)
  const highAb = high(a, b)
  const highCd = high(c, d)
  v128.store(to, firstHalf(lowAb, lowCd))
  v128.store(to, secondHalf(lowAb, lowCd), 16)
  v128.store(to, firstHalf(highAb, highCd), 32)
  v128.store(to, secondHalf(highAb, highCd), 48)
}

/** Hashes the messages of all lanes, each with this many blocks; the digest of lane n is at `digestsStart + 16 n`. */
export function hashLanes(blocks: i32): void {
  let a = i32x4.splat(0x67452301)
  let b = i32x4.splat(0xefcdab89)
  let c = i32x4.splat(0x98badcfe)
  let d = i32x4.splat(0x10325476)
  let a2 = a
  let a3 = a
  let a4 = a
  let b2 = b
  let b3 = b
  let b4 = b
  let c2 = c
  let c3 = c
  let c4 = c
  let d2 = d
  let d3 = d
  let d4 = d
  let k: v128
  const end = lanesStart + blocks * 64
  for (let at = lanesStart; at < end; at += 64) {
    for (let part = 0; part < 64; part += 16) {
      const from: usize = at + part
      const to: usize = wordsStart + 16 * part
      transpose(from, to)
      transpose(from + 4 * laneBytes, to + 16)
      transpose(from + 8 * laneBytes, to + 32)
      transpose(from + 12 * laneBytes, to + 48)
    }
    const a0 = a
    const b0 = b
    const c0 = c
    const d0 = d
    const a20 = a2
    const a30 = a3
    const a40 = a4
    const b20 = b2
    const b30 = b3
    const b40 = b4
    const c20 = c2
    const c30 = c3
    const c40 = c4
    const d20 = d2
    const d30 = d3
    const d40 = d4
    for (let n = 0; n < 16; n += 4) {
      k = sine(n)
      a = f(a, b, c, d, i32x4.add(k, word(n, 0)), 7)
      a2 = f(a2, b2, c2, d2, i32x4.add(k, word(n, 1)), 7)
      a3 = f(a3, b3, c3, d3, i32x4.add(k, word(n, 2)), 7)
      a4 = f(a4, b4, c4, d4, i32x4.add(k, word(n, 3)), 7)
      k = sine(n + 1)
      d = f(d, a, b, c, i32x4.add(k, word(n + 1, 0)), 12)
      d2 = f(d2, a2, b2, c2, i32x4.add(k, word(n + 1, 1)), 12)
      d3 = f(d3, a3, b3, c3, i32x4.add(k, word(n + 1, 2)), 12)
      d4 = f(d4, a4, b4, c4, i32x4.add(k, word(n + 1, 3)), 12)
      k = sine(n + 2)
      c = f(c, d, a, b, i32x4.add(k, word(n + 2, 0)), 17)
      c2 = f(c2, d2, a2, b2, i32x4.add(k, word(n + 2, 1)), 17)
      c3 = f(c3, d3, a3, b3, i32x4.add(k, word(n + 2, 2)), 17)
      c4 = f(c4, d4, a4, b4, i32x4.add(k, word(n + 2, 3)), 17)
      k = sine(n + 3)
      b = f(b, c, d, a, i32x4.add(k, word(n + 3, 0)), 22)
      b2 = f(b2, c2, d2, a2, i32x4.add(k, word(n + 3, 1)), 22)
      b3 = f(b3, c3, d3, a3, i32x4.add(k, word(n + 3, 2)), 22)
      b4 = f(b4, c4, d4, a4, i32x4.add(k, word(n + 3, 3)), 22)
    }
    for (let n = 0; n < 16; n += 4) {
      k = sine(16 + n)
      a = g(a, b, c, d, i32x4.add(k, word(5 * n + 1, 0)), 5)
      a2 = g(a2, b2, c2, d2, i32x4.add(k, word(5 * n + 1, 1)), 5)
      a3 = g(a3, b3, c3, d3, i32x4.add(k, word(5 * n + 1, 2)), 5)
      a4 = g(a4, b4, c4, d4, i32x4.add(k, word(5 * n + 1, 3)), 5)
      k = sine(16 + n + 1)
      d = g(d, a, b, c, i32x4.add(k, word(5 * n + 6, 0)), 9)
      d2 = g(d2, a2, b2, c2, i32x4.add(k, word(5 * n + 6, 1)), 9)
      d3 = g(d3, a3, b3, c3, i32x4.add(k, word(5 * n + 6, 2)), 9)
      d4 = g(d4, a4, b4, c4, i32x4.add(k, word(5 * n + 6, 3)), 9)
      k = sine(16 + n + 2)
      c = g(c, d, a, b, i32x4.add(k, word(5 * n + 11, 0)), 14)
      c2 = g(c2, d2, a2, b2, i32x4.add(k, word(5 * n + 11, 1)), 14)
      c3 = g(c3, d3, a3, b3, i32x4.add(k, word(5 * n + 11, 2)), 14)
      c4 = g(c4, d4, a4, b4, i32x4.add(k, word(5 * n + 11, 3)), 14)
      k = sine(16 + n + 3)
      b = g(b, c, d, a, i32x4.add(k, word(5 * n + 16, 0)), 20)
      b2 = g(b2, c2, d2, a2, i32x4.add(k, word(5 * n + 16, 1)), 20)
      b3 = g(b3, c3, d3, a3, i32x4.add(k, word(5 * n + 16, 2)), 20)
      b4 = g(b4, c4, d4, a4, i32x4.add(k, word(5 * n + 16, 3)), 20)
    }
    for (let n = 0; n < 16; n += 4) {
      k = sine(32 + n)
      a = h(a, b, c, d, i32x4.add(k, word(3 * n + 5, 0)), 4)
      a2 = h(a2, b2, c2, d2, i32x4.add(k, word(3 * n + 5, 1)), 4)
      a3 = h(a3, b3, c3, d3, i32x4.add(k, word(3 * n + 5, 2)), 4)
      a4 = h(a4, b4, c4, d4, i32x4.add(k, word(3 * n + 5, 3)), 4)
      k = sine(32 + n + 1)
      d = h(d, a, b, c, i32x4.add(k, word(3 * n + 8, 0)), 11)
      d2 = h(d2, a2, b2, c2, i32x4.add(k, word(3 * n + 8, 1)), 11)
      d3 = h(d3, a3, b3, c3, i32x4.add(k, word(3 * n + 8, 2)), 11)
      d4 = h(d4, a4, b4, c4, i32x4.add(k, word(3 * n + 8, 3)), 11)
      k = sine(32 + n + 2)
      c = h(c, d, a, b, i32x4.add(k, word(3 * n + 11, 0)), 16)
      c2 = h(c2, d2, a2, b2, i32x4.add(k, word(3 * n + 11, 1)), 16)
      c3 = h(c3, d3, a3, b3, i32x4.add(k, word(3 * n + 11, 2)), 16)
      c4 = h(c4, d4, a4, b4, i32x4.add(k, word(3 * n + 11, 3)), 16)
      k = sine(32 + n + 3)
      b = h(b, c, d, a, i32x4.add(k, word(3 * n + 14, 0)), 23)
      b2 = h(b2, c2, d2, a2, i32x4.add(k, word(3 * n + 14, 1)), 23)
      b3 = h(b3, c3, d3, a3, i32x4.add(k, word(3 * n + 14, 2)), 23)
      b4 = h(b4, c4, d4, a4, i32x4.add(k, word(3 * n + 14, 3)), 23)
    }
    for (let n = 0; n < 16; n += 4) {
      k = sine(48 + n)
      a = i(a, b, c, d, i32x4.add(k, word(7 * n, 0)), 6)
      a2 = i(a2, b2, c2, d2, i32x4.add(k, word(7 * n, 1)), 6)
      a3 = i(a3, b3, c3, d3, i32x4.add(k, word(7 * n, 2)), 6)
      a4 = i(a4, b4, c4, d4, i32x4.add(k, word(7 * n, 3)), 6)
      k = sine(48 + n + 1)
      d = i(d, a, b, c, i32x4.add(k, word(7 * n + 7, 0)), 10)
      d2 = i(d2, a2, b2, c2, i32x4.add(k, word(7 * n + 7, 1)), 10)
      d3 = i(d3, a3, b3, c3, i32x4.add(k, word(7 * n + 7, 2)), 10)
      d4 = i(d4, a4, b4, c4, i32x4.add(k, word(7 * n + 7, 3)), 10)
      k = sine(48 + n + 2)
      c = i(c, d, a, b, i32x4.add(k, word(7 * n + 14, 0)), 15)
      c2 = i(c2, d2, a2, b2, i32x4.add(k, word(7 * n + 14, 1)), 15)
      c3 = i(c3, d3, a3, b3, i32x4.add(k, word(7 * n + 14, 2)), 15)
      c4 = i(c4, d4, a4, b4, i32x4.add(k, word(7 * n + 14, 3)), 15)
      k = sine(48 + n + 3)
      b = i(b, c, d, a, i32x4.add(k, word(7 * n + 21, 0)), 21)
      b2 = i(b2, c2, d2, a2, i32x4.add(k, word(7 * n + 21, 1)), 21)
      b3 = i(b3, c3, d3, a3, i32x4.add(k, word(7 * n + 21, 2)), 21)
      b4 = i(b4, c4, d4, a4, i32x4.add(k, word(7 * n + 21, 3)), 21)
    }
    a = i32x4.add(a, a0)
    b = i32x4.add(b, b0)
    c = i32x4.add(c, c0)
    d = i32x4.add(d, d0)
    a2 = i32x4.add(a2, a20)
    a3 = i32x4.add(a3, a30)
    a4 = i32x4.add(a4, a40)
    b2 = i32x4.add(b2, b20)
    b3 = i32x4.add(b3, b30)
    b4 = i32x4.add(b4, b40)
    c2 = i32x4.add(c2, c20)
    c3 = i32x4.add(c3, c30)
    c4 = i32x4.add(c4, c40)
    d2 = i32x4.add(d2, d20)
    d3 = i32x4.add(d3, d30)
    d4 = i32x4.add(d4, d40)
  }
  storeDigests(digestsStart, a, b, c, d)
  storeDigests(digestsStart + 64, a2, b2, c2, d2)
  storeDigests(digestsStart + 128, a3, b3, c3, d3)
  storeDigests(digestsStart + 192, a4, b4, c4, d4)
}
