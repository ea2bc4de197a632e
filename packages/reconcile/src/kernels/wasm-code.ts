/** Types of values. */
export const v128 = 0x7b
export const i32 = 0x7f

/** A whole number of any size up to 32 bits, unsigned, as LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

function signed(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -0x40 && rest < 0x40) return [...bytes, rest & 0x7f]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

/** A part of a module. */
export function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content]
}

/** A name of ASCII letters. */
export function text(value: string): number[] {
  return [value.length, ...Array.from(value, (character) => character.charCodeAt(0))]
}

export const get = (local: number) => [0x20, local]
export const set = (local: number) => [0x21, local]
/** Sets a local, and keeps its value on the stack. */
export const tee = (local: number) => [0x22, local]
export const i32Const = (value: number) => [0x41, ...signed(value)]
export const i32Add = 0x6a
export const i32ShiftLeft = 0x74
export const i32ShiftRight = 0x76
export const i32Below = 0x49
/** A loop without a value, and the jump back to its start while the stack holds no zero. */
export const loop = [0x03, 0x40]
export const loopAgain = [0x0d, 0]
export const end = 0x0b

/** An operation on vectors. */
export const simd = (operation: number, ...immediates: number[]) => [
  0xfd,
  ...unsigned(operation),
  ...immediates,
]
