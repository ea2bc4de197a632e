import type { Random } from './random.ts'

/** A reader of outside data, and what is promised of it. */
export interface FuzzedParser {
  /** What the command calls it, such as `callback-address`. */
  readonly name: string
  readonly summary: string
  /** Valid inputs, which are changed. A character stands for a byte where the parser reads bytes. */
  readonly seeds: readonly string[]
  /** Words of its format. */
  readonly words: readonly string[]
  /** Whether the inputs are JSON, whose values are changed too. */
  readonly isJson?: boolean
  /** Makes an input anew, where changing a valid one would say little; then there are no seeds. */
  readonly draw?: (random: Random) => string
  /** How many inputs it gets when no number is asked for; a million when left out. */
  readonly usualInputs?: number
  /** Milliseconds of the processor that an input may take; 50 when left out. */
  readonly slowMs?: number
  /** Reads one input; throws what is not documented, also for an answer with a status from 500 on. */
  read(input: string): unknown
}

/** The bytes that a text of characters below 256 stands for. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (const character of text) {
    bytes[length] = character.charCodeAt(0)
    length += 1
  }
  return bytes.slice(0, length)
}

/** The text that stands for bytes. */
export function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
