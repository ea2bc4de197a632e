import { laneBytes } from '../checksum/md5.ts'
import { firstLane, lanes } from './kernel-memory.ts'
import {
  end,
  get,
  i32,
  i32Add,
  i32Below,
  i32Const,
  i32ShiftLeft,
  loop,
  loopAgain,
  set,
  simd,
  tee,
  unsigned,
  v128,
} from './wasm-code.ts'

/** How far each step of a round turns, round by round; the four repeat. @see RFC 1321, 3.4 */
export const md5Shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const

/** The constant of each of the 64 steps. @see RFC 1321, 3.4 */
export const md5Sines: readonly number[] = Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
)

/** Which word of the block a step takes. @see RFC 1321, 3.4 */
export function md5WordOf(step: number): number {
  const round = step >> 4
  if (round === 0) return step
  if (round === 1) return (5 * step + 1) % 16
  return round === 2 ? (3 * step + 5) % 16 : (7 * step) % 16
}

const blocks = 0
const at = 1
/** Locals: running value, its value before the block, words of the block. */
const running = 2
const before = 6
const words = 10

const constant = (value: number) => {
  const bytes = [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
  return simd(0x0c, ...bytes, ...bytes, ...bytes, ...bytes)
}
const add = simd(0xae)
const xor = simd(0x51)
const or = simd(0x50)
const select = simd(0x52)
const not = simd(0x4d)

/** Puts one word of each message into one vector. */
function loadWord(word: number): number[] {
  const address = (lane: number) => unsigned(firstLane + lane * laneBytes + word * 4)
  const code = [...get(at), ...simd(0x5c, 2, ...address(0)), ...set(words + word)]
  for (let lane = 1; lane < lanes; lane += 1) {
    code.push(...get(at), ...get(words + word))
    code.push(...simd(0x56, 2, ...address(lane), lane), ...set(words + word))
  }
  return code
}

function mix(round: number, [b, c, d]: readonly [number, number, number]): number[] {
  switch (round) {
    case 0:
      return [...get(c), ...get(d), ...get(b), ...select]
    case 1:
      return [...get(b), ...get(c), ...get(d), ...select]
    case 2:
      return [...get(b), ...get(c), ...xor, ...get(d), ...xor]
    default:
      return [...get(d), ...not, ...get(b), ...or, ...get(c), ...xor]
  }
}

function step(index: number): number[] {
  const turn = (offset: number) => running + ((offset + 64 - index) % 4)
  const [a, b, c, d] = [turn(0), turn(1), turn(2), turn(3)]
  const round = index >> 4
  const shift = md5Shifts[round]?.[index % 4] ?? 0
  return [
    ...get(a),
    ...mix(round, [b, c, d]),
    ...add,
    ...get(words + md5WordOf(index)),
    ...add,
    ...constant(md5Sines[index] ?? 0),
    ...add,
    ...set(a),
    ...get(a),
    ...i32Const(shift),
    ...simd(0xab),
    ...get(a),
    ...i32Const(32 - shift),
    ...simd(0xad),
    ...or,
    ...get(b),
    ...add,
    ...set(a),
  ]
}

/** Two groups of locals: `at`, and the vectors. */
const oneI32AndVectors = [2, 1, i32, ...unsigned(24), v128]
/** Goes to the next block, and back to the start of the loop while there is one. */
const goOn = [
  ...get(at),
  ...i32Const(64),
  i32Add,
  ...tee(at),
  ...get(blocks),
  ...i32Const(6),
  i32ShiftLeft,
  i32Below,
  ...loopAgain,
]

/**
 * Code of `hash(blocks)`: takes the MD5 of four messages at once, lane by lane in the vectors of SIMD,
 * with which it is several times as fast as script.
 */
export function md5Code(): number[] {
  const start = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  const chain = [0, 1, 2, 3]
  return [
    ...oneI32AndVectors,
    ...chain.flatMap((word) => [...constant(start[word] ?? 0), ...set(running + word)]),
    ...loop,
    ...chain.flatMap((word) => [...get(running + word), ...set(before + word)]),
    ...Array.from({ length: 16 }, (_, word) => loadWord(word)).flat(),
    ...Array.from({ length: 64 }, (_, index) => step(index)).flat(),
    ...chain.flatMap((word) => [
      ...get(running + word),
      ...get(before + word),
      ...add,
      ...set(running + word),
    ]),
    ...goOn,
    end,
    ...chain.flatMap((word) => [
      ...i32Const(0),
      ...get(running + word),
      ...simd(0x0b, 4, word * 16),
    ]),
    end,
  ]
}
