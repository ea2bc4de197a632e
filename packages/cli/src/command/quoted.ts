import { printable } from './printable.ts'

const charsMax = 60

/**
 * Quotes what was typed for a message. Long or odd text is not repeated: it may be a key that was pasted
 * into the wrong place.
 */
export function quoted(typed: string): string {
  if (typed.length > charsMax || /BEGIN|[{\n]/.test(typed))
    return `"${printable(typed.slice(0, 8))}…"`
  return `"${printable(typed)}"`
}
