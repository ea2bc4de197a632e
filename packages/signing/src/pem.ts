import { decodeBase64 } from './base64.ts'
import type { Bytes } from './der.ts'
import { wrongKind, type WrongKind } from './wrong-kinds.ts'

/** What gives a wrong kind away before anything is decoded. */
const marks: readonly (readonly [RegExp, WrongKind])[] = [
  [/BEGIN ENCRYPTED|4,ENCRYPTED/, 'encrypted'],
  [/BEGIN (OPENSSH|SSH2)|^(ssh|ecdsa)-/, 'openSsh'],
  [/BEGIN EC /, 'ec'],
  [/BEGIN [^]*BEGIN /, 'several'],
  [/BEGIN [A-Z0-9 ]*REQUEST-/, 'request'],
  [/BEGIN [A-Z0-9 ]*CERTIFICATE-/, 'certificate'],
]

/**
 * Decodes PEM text, or the bare base64 of a DER file.
 *
 * @throws KeyError naming what the text is instead
 */
export function readPem(text: string): Bytes {
  const mark = marks.find(([pattern]) => pattern.test(text))
  if (mark !== undefined) throw wrongKind(mark[1])

  const isPem = text.includes('--BEGIN')
  const base64 = isPem ? /--BEGIN ([A-Z ]+)-----([^]*)-----END \1--/.exec(text)?.[2] : text
  const bytes = decodeBase64(base64?.replace(/\s+/g, '') ?? '')
  if (bytes === undefined || bytes.length === 0) throw wrongKind(isPem ? 'cut' : 'notPem')
  return bytes
}
