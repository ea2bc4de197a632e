import { checkArguments } from '../check-options.ts'

/** The bytes of a signature, and the problem with its encoding. */
export interface DecodedSignature {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Absent when the text is correct base64. */
  readonly says?: string
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function padded(text: string): string {
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

function withoutPadding(text: string): string {
  let end = text.length
  while (text.endsWith('=', end)) end -= 1
  return text.slice(0, end)
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function twiceDecoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  const outer = fromBase64(text)
  return outer && fromBase64(new TextDecoder().decode(outer))
}

/**
 * Decodes a signature in every encoding that callers are known to use.
 *
 * @param signatureBytes length of the key's signatures, in bytes
 */
export function decodeSignature(text: string, signatureBytes: number): readonly DecodedSignature[] {
  checkArguments('decodeSignature', {}, { text })
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  const candidates: readonly (readonly [
    says: string | undefined,
    bytes: ReturnType<typeof fromHex>,
  ])[] = [
    [undefined, fromBase64(text)],
    ['the signature without the padding of its base64', fromBase64(padded(text))],
    ['the signature in URL-safe base64', fromBase64(padded(withoutPadding(plain)))],
    ['the signature in hex', fromHex(text)],
    ['the signature in percent-escapes', fromBase64(unescaped(text))],
    ['the signature with spaces where + belongs', fromBase64(text.replaceAll(' ', '+'))],
    ['the signature broken into lines', fromBase64(text.replaceAll(/\s|\\n/g, ''))],
    ['the signature in base64 twice', twiceDecoded(text)],
    ['the signature in quotes', fromBase64(text.replaceAll(/^["']|["']$/g, ''))],
  ]
  return candidates.flatMap(([says, bytes]) =>
    bytes?.byteLength === signatureBytes ? [{ bytes, ...(says !== undefined && { says }) }] : [],
  )
}
