import type { FieldBytes } from '../../csv/fields.ts'

/** Compares two codes by their bytes: negative, zero or positive. */
export function compareCode({ bytes, start, end }: FieldBytes, other: Uint8Array): number {
  const length = Math.min(other.length, end - start)
  for (let at = 0; at < length; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return end - start - other.length
}

/** The smallest code that is greater than a code. */
export function nextCode(code: Uint8Array): Uint8Array {
  const behind = new Uint8Array(code.length + 1)
  behind.set(code)
  return behind
}
