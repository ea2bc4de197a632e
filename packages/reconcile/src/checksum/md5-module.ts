import { batchBytes } from '../csv/record-indexer.ts'
import { md5Shifts, md5Sines, md5WordOf } from './md5-steps.ts'

/** Bytes of memory that each of the four messages has. */
export const laneBytes = 20 * 1024
/** Where the first message lies; before it stand the four digests, word by word. */
export const firstLane = 64
export const lanes = 4

/** Pages of 64 KB: the digests, four messages, and a batch of records. */
const memoryPages = Math.ceil((firstLane + lanes * laneBytes + batchBytes) / 65_536)

const v128 = 0x7b
const i32 = 0x7f
const blocks = 0
const at = 1
/** Locals: running value, its value before the block, words of the block. */
const running = 2
const before = 6
const words = 10

function unsigned(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content]
}

function text(value: string): number[] {
  return [value.length, ...Array.from(value, (character) => character.charCodeAt(0))]
}

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const i32Const = (value: number) => [0x41, ...signed(value)]
const simd = (operation: number, ...immediates: number[]) => [
  0xfd,
  ...unsigned(operation),
  ...immediates,
]
const constant = (value: number) => {
  const bytes = [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
  return simd(0x0c, ...bytes, ...bytes, ...bytes, ...bytes)
}
const add = simd(0xae)
const xor = simd(0x51)
const or = simd(0x50)
const select = simd(0x52)
const not = simd(0x4d)

function signed(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -0x40 && rest < 0x40) return [...bytes, rest & 0x7f]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

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
const loop = [0x03, 0x40]
/** Goes to the next block, and back to the start of the loop while there is one. */
const goOn = [
  ...get(at),
  ...i32Const(64),
  0x6a,
  0x22,
  at,
  ...get(blocks),
  ...i32Const(6),
  0x74,
  0x49,
  0x0d,
  0,
]
const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

function body(): number[] {
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
    0x0b,
    ...chain.flatMap((word) => [
      ...i32Const(0),
      ...get(running + word),
      ...simd(0x0b, 4, word * 16),
    ]),
    0x0b,
  ]
}

/**
 * Writes the WebAssembly module that takes the MD5 of four messages at once: lane by lane in the
 * vectors of SIMD, with which it is several times as fast as script.
 *
 * It exports `memory` and `hash(blocks)`. Where code must not be compiled while running (Workers),
 * write these bytes to a `.wasm` file when building, import it and hand over the module.
 */
export function md5ModuleBytes(): Uint8Array<ArrayBuffer> {
  const code = body()
  return Uint8Array.from([
    ...magic,
    ...section(1, [1, 0x60, 1, i32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, memoryPages]),
    ...section(7, [2, ...text('memory'), 2, 0, ...text('hash'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ])
}
