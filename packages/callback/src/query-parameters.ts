import { decodeBase64 } from '@merchant-edge/signing'
import { decodeParameter } from './decode-parameter.ts'
import { ampersand, equals, loadRawUrl, percent, plus, rawBytes } from './raw-url.ts'
import { readSignature, signatureEnd } from './read-signature.ts'
import { reject, type CallbackRejected } from './rejection.ts'

/** The known parameters of a callback, not yet looked at. */
export interface QueryParameters {
  /** Their values, by {@link indexOfName}. */
  readonly texts: readonly (string | undefined)[]
  /** Absent when it is not canonical base64; it holds until the next URL is read. */
  readonly signature: Uint8Array<ArrayBuffer> | undefined
  /** Whether the signature has a space, which stands for a `+` that was not escaped. */
  readonly spacesRestored: boolean
}

const signatureIndex = 3
const unknownIndex = 9

/** Where the value of a known parameter is kept; to compare all names is faster than to look one up. */
export function indexOfName(name: string): number {
  switch (name) {
    case 'order_id':
      return 0
    case 'pay_status':
      return 1
    case 'transaction_id':
      return 2
    case 'signature':
      return signatureIndex
    case 'extra_data':
      return 4
    case 'total_discount':
      return 5
    case 'user_id':
      return 6
    case 'point_amount':
      return 7
    case 'vnd_amount':
      return 8
    default:
      return unknownIndex
  }
}

/** Whether what {@link endOf} went over last has an escape. */
let isEscaped = false

/** Where a name or a value ends. */
function endOf(start: number, mark: number): number {
  const bytes = rawBytes
  let at = start
  isEscaped = false
  for (let code = bytes[at]; code !== mark && code !== ampersand; code = bytes[at]) {
    if (code === percent || code === plus) isEscaped = true
    at += 1
  }
  return at
}

/**
 * Reads the known parameters of the raw URL; a repeated one is refused, because parsers differ in which
 * they keep. Unknown parameters are ignored.
 */
export function readParameters(rawUrl: string): QueryParameters | CallbackRejected {
  const url = loadRawUrl(rawUrl)
  const texts: (string | undefined)[] = []
  let signature: Uint8Array<ArrayBuffer> | undefined
  let spacesRestored = false
  let end = 0
  for (let start = url.indexOf('?') + 1 || url.length; start < url.length; start = end + 1) {
    const nameEnd = endOf(start, equals)
    const rawName = url.slice(start, nameEnd)
    const name = isEscaped ? decodeParameter(rawName) : rawName
    if (name === undefined) return reject('bad_encoding')
    const index = indexOfName(name)
    if (texts[index] !== undefined) return reject('parameter_repeated', name)

    const valueStart = rawBytes[nameEnd] === equals ? nameEnd + 1 : nameEnd
    const isSignature = index === signatureIndex
    if (isSignature) signature = readSignature(valueStart)
    const isRead = isSignature && signature !== undefined
    end = isRead ? signatureEnd : endOf(valueStart, ampersand)
    if (index === unknownIndex) continue
    const value = url.slice(valueStart, end)
    const text = isEscaped && !isRead ? decodeParameter(value) : value
    if (text === undefined) return reject('bad_encoding', name)
    texts[index] = text
    if (isSignature) {
      spacesRestored = text.includes(isRead ? '+' : ' ')
      signature ??= decodeBase64(text.replaceAll(' ', '+'))
    }
  }
  return { texts, signature, spacesRestored }
}
