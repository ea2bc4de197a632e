import { bytesPerWord } from '../csv/scan-record.ts'
import { unprintablesStart, roomStart, specialsStart } from './kernel-memory.ts'
import {
  end,
  get,
  i32Add,
  i32Below,
  i32Const,
  i32ShiftLeft,
  i32ShiftRight,
  loop,
  loopAgain,
  set,
  simd,
  tee,
  unsigned,
  v128,
} from './wasm-code.ts'

const from = 0
const to = 1
/** Locals: the two halves of the bytes that one word of marks is for. */
const halves = [2, 3] as const

const splat = (byte: number) => simd(0x0c, ...Array.from({ length: 16 }, () => byte))
const isEqual = simd(0x23)
const isLess = simd(0x25)
const or = simd(0x50)
const bitmask = simd(0x64)
const add = simd(0x6e)
const i32Or = 0x72

function isSpecial(half: number): number[] {
  const [first = 0, ...others] = Array.from(',"\r\n', (character) => character.charCodeAt(0))
  const isByte = (byte: number) => [...get(half), ...splat(byte), ...isEqual]
  return [...isByte(first), ...others.flatMap((byte) => [...isByte(byte), ...or])]
}

/** One more, as a signed byte, is at most 32 for -128 to 31 and for 127, whose successor is -128. */
function isUnprintable(half: number): number[] {
  return [...get(half), ...splat(1), ...add, ...splat(33), ...isLess]
}

function storeMarks(isMarked: (half: number) => number[], start: number): number[] {
  const [low, high] = halves
  return [
    ...get(from),
    ...i32Const(3),
    i32ShiftRight,
    ...isMarked(low),
    ...bitmask,
    ...isMarked(high),
    ...bitmask,
    ...i32Const(16),
    i32ShiftLeft,
    i32Or,
    0x36,
    2,
    ...unsigned(start),
  ]
}

/** Code of `mark(from, to)`: marks the bytes of the room, 32 in a turn. */
export function marksCode(): number[] {
  return [
    1,
    2,
    v128,
    ...loop,
    ...halves.flatMap((half, index) => [
      ...get(from),
      ...simd(0x00, 0, ...unsigned(roomStart + 16 * index)),
      ...set(half),
    ]),
    ...storeMarks(isSpecial, specialsStart),
    ...storeMarks(isUnprintable, unprintablesStart),
    ...get(from),
    ...i32Const(bytesPerWord),
    i32Add,
    ...tee(from),
    ...get(to),
    i32Below,
    ...loopAgain,
    end,
    end,
  ]
}
