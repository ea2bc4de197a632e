import type { Bytes } from './der.ts'

const encoder = new TextEncoder()
const maxShortChars = 64

/**
 * Encodes a text as UTF-8. Short ASCII texts, such as those of callbacks, are copied here: that is
 * faster than a call out of JavaScript.
 *
 * @returns `undefined` for a text with a lone surrogate, which UTF-8 cannot express
 */
export function encodeText(text: string): Bytes | undefined {
  if (text.length <= maxShortChars) {
    const bytes = new Uint8Array(text.length)
    let codes = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      codes |= code
      bytes[at] = code
    }
    if (codes < 128) return bytes
  }
  return text.isWellFormed() ? encoder.encode(text) : undefined
}
