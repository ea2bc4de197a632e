import { decodeBase64, encodeBase64 } from '@merchant-edge/signing'

/** Encodes bytes in the URL alphabet without padding. @see RFC 4648, section 5 */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes the URL alphabet without padding; `undefined` for any other text. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  const padded = text + '='.repeat((4 - (text.length % 4)) % 4)
  return decodeBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}
