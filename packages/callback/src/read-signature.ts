import { ampersand, equals, percent, plus, rawBytes } from './raw-url.ts'

const notBase64 = 64
const sextets = new Uint8Array(256).fill(notBase64)
for (let value = 0; value < 64; value += 1) {
  sextets[btoa(String.fromCharCode(0, 0, value)).charCodeAt(3)] = value
}

const decoded = new Uint8Array(8192)

/** Where the signature ends that {@link readSignature} has decoded. */
export let signatureEnd = 0
let padding = 0

/** Reads the 24 bits of a group with an escape, or with padding, which only the last one has. */
function readGroup(start: number): number {
  const bytes = rawBytes
  let at = start
  let bits = 0
  let missing = 0
  for (let place = 0; place < 4; place += 1) {
    let code = bytes[at] ?? 0
    at += 1
    if (code === percent) {
      // The service escapes no more than these: 2B, 2F and 3D, in capitals or not.
      const digits = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0) | 32
      code = digits === 0x3262 ? plus : digits === 0x3266 ? 47 : digits === 0x3364 ? equals : 0
      at += 2
    }
    if (code === equals) missing += 1
    else if (missing > 0) return -1
    const sextet = code === equals ? 0 : (sextets[code] ?? 0)
    if (sextet === notBase64) return -1
    bits = (bits << 6) | sextet
  }
  const strayBits = bits & ((1 << (8 * missing)) - 1)
  if (missing > 2 || strayBits > 0 || (missing > 0 && bytes[at] !== ampersand)) return -1
  signatureEnd = at
  padding = missing
  return bits
}

/**
 * Decodes the signature in the {@link rawBytes}: canonical base64 in which `+`, `/` and `=` are escaped or
 * not. Next to RSA this is what a callback costs most, so it is one pass without a text in between.
 *
 * @param start where the value begins; it ends before the next `&`
 * @returns bytes that hold until the next call; `undefined` for any other value
 * @see RFC 4648, sections 3.5 and 4
 */
export function readSignature(start: number): Uint8Array<ArrayBuffer> | undefined {
  const bytes = rawBytes
  const table = sextets
  const out = decoded
  let to = 0
  signatureEnd = start
  padding = 0
  while (bytes[signatureEnd] !== ampersand) {
    let at = signatureEnd
    for (;;) {
      const a = table[bytes[at] ?? 0] ?? 0
      const b = table[bytes[at + 1] ?? 0] ?? 0
      const c = table[bytes[at + 2] ?? 0] ?? 0
      const d = table[bytes[at + 3] ?? 0] ?? 0
      if ((a | b | c | d) >= notBase64) break
      out[to] = (a << 2) | (b >> 4)
      out[to + 1] = (b << 4) | (c >> 2)
      out[to + 2] = (c << 6) | d
      at += 4
      to += 3
    }
    signatureEnd = at
    if (bytes[at] === ampersand) break
    const bits = readGroup(at)
    if (bits < 0) return undefined
    out[to] = bits >> 16
    out[to + 1] = bits >> 8
    out[to + 2] = bits
    to += 3
  }
  return out.subarray(0, to - padding)
}
