/** Tags of the elements that keys are made of. @see ITU-T X.690, section 8 */
export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
} as const

/** One element of DER: what it is, and the bytes in it. */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
}

/** Where the content of the element at `at` begins and ends; `undefined` for what is not DER. */
function readLength(
  bytes: Uint8Array,
  at: number,
): readonly [start: number, end: number] | undefined {
  const [, first = -1, second = -1, third = -1] = bytes.subarray(at, at + 4)
  if (first >= 0 && first < 0x80) return [at + 2, at + 2 + first]
  if (first === 0x81 && second >= 0x80) return [at + 3, at + 3 + second]
  if (first === 0x82 && second > 0 && third >= 0) return [at + 4, at + 4 + second * 256 + third]
  return undefined
}

/**
 * Reads a sequence of elements up to the last byte. Elements of 64 KiB or more, which no key has,
 * are refused, and so are lengths that are not in their shortest form.
 *
 * @returns `undefined` when the bytes are not DER, or have trailing bytes
 * @see ITU-T X.690, section 10.1
 */
export function readDer(bytes: Uint8Array): DerElement[] | undefined {
  const elements: DerElement[] = []
  let at = 0
  while (at < bytes.length) {
    const [start, end] = readLength(bytes, at) ?? [0, Infinity]
    if (end > bytes.length) return undefined
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, end) })
    at = end
  }
  return elements
}

/**
 * Reads the content of an object identifier, such as `1.2.840.113549.1.1.1`.
 *
 * @see ITU-T X.690, section 8.19
 */
export function readObjectIdentifier(content: Uint8Array): string {
  const numbers: number[] = []
  let number = 0
  for (const byte of content) {
    number = number * 128 + (byte % 128)
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...others] = numbers
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...others].join('.')
}

/** Writes an element of less than 64 KiB: its tag, its length in the shortest form, its content. */
export function writeDer(tag: number, content: ArrayLike<number> & Iterable<number>): number[] {
  const size = content.length
  if (size < 0x80) return [tag, size, ...content]
  if (size < 0x100) return [tag, 0x81, size, ...content]
  return [tag, 0x82, size >> 8, size % 256, ...content]
}
