import type { Random } from './random.ts'

/** A parser of outside data, and its promises. */
export interface FuzzedParser {
  /** Name of the parser, such as `callback-address`. */
  readonly name: string
  readonly summary: string
  /** Valid inputs, which are mutated. If the parser reads bytes, each character is one byte. */
  readonly seeds: readonly string[]
  /** Tokens of its format. */
  readonly words: readonly string[]
  /** Whether the inputs are JSON, whose values are mutated too. */
  readonly isJson?: boolean
  /** Generates an input, if mutating a valid one would test little; there are no seeds then. */
  readonly draw?: (random: Random) => string
  /** Default number of inputs; a million if left out. */
  readonly defaultInputs?: number
  /** Maximum processor time of an input in milliseconds; 50 if left out. */
  readonly slowMs?: number
  /**
   * Parses one input; throws for an undocumented error, and for an answer with a status of 500 or
   * above.
   */
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
