/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

// Tags of the elements that keys are made of.
export const integerTag = 2
export const bitStringTag = 3
export const octetStringTag = 4
export const nullTag = 5
export const objectIdTag = 6
export const sequenceTag = 48

/** One DER element. */
export interface Element {
  readonly tag: number
  readonly content: Bytes
}

/**
 * Reads the elements that stand one after the other in some bytes.
 *
 * @returns `undefined` when the bytes are not strict DER: cut off, or a length not in its shortest form
 */
export function readElements(bytes: Bytes): readonly Element[] | undefined {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length) {
    const elementTag = bytes[at] ?? 0
    const shortLength = bytes[at + 1] ?? Number.NaN
    at += 2
    let length = shortLength
    if (shortLength > 127) {
      const contentAt = at + shortLength - 128
      const hasLeadingZero = bytes[at] === 0
      for (length = 0; at < contentAt; at += 1) length = length * 256 + (bytes[at] ?? Number.NaN)
      if (hasLeadingZero || length < 128) return undefined
    }
    if (!(at + length <= bytes.length)) return undefined
    elements.push({ tag: elementTag, content: bytes.subarray(at, at + length) })
    at += length
  }
  return elements
}

/** Writes one DER element around its parts. */
export function writeElement(elementTag: number, parts: readonly ArrayLike<number>[]): Bytes {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const length = [size]
  if (size > 127) {
    length.length = 0
    for (let rest = size; rest > 0; rest >>>= 8) length.unshift(rest & 255)
    length.unshift(128 | length.length)
  }
  const bytes = new Uint8Array(1 + length.length + size)
  let at = 0
  for (const part of [[elementTag], length, ...parts]) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
