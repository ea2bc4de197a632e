import type { SignedCallbackFields, UnsignedCallbackFields } from '@merchant-edge/contract/callback'
import { reject, type CallbackRejected } from './rejection.ts'

/** An id of the service: an order or a transaction. Assumes G-125. */
const serviceId = /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u

/**
 * The forms of the signed fields, as the contract has them (a test compares the two). They are
 * written as plain patterns so that the verifier needs no schema library.
 *
 * No form lets a semicolon through: one signature would otherwise verify for several ways of
 * cutting the signed text apart.
 *
 * @see Specification 5.4
 */
export const signedForms: Readonly<Record<keyof SignedCallbackFields, RegExp>> = {
  order_id: serviceId,
  pay_status: /^[\w-]{1,32}$/,
  transaction_id: serviceId,
}

export const signedNames = ['order_id', 'pay_status', 'transaction_id'] as const

/** Parameters that the signature does not cover. @see Specification 6.1 */
export const unsignedNames = [
  'extra_data',
  'total_discount',
  'user_id',
  'point_amount',
  'vnd_amount',
] as const satisfies readonly (keyof UnsignedCallbackFields)[]

const fieldNames: readonly string[] = [...signedNames, ...unsignedNames]

const maxUrlChars = 8192

/** The parsed URL of a callback: well-formed, but not yet verified. */
export interface CallbackQuery {
  readonly signed: SignedCallbackFields
  readonly unsignedFields: UnsignedCallbackFields
  /** Raw value of the query: neither unescaped nor decoded. */
  readonly signature: string
  /** The sender forgot to escape `+` in the signature. */
  readonly spacesRestored: boolean
}

/** U+FFFD replaces bytes that are not UTF-8, and a lone surrogate is half a character. */
function hasLostBytes(text: string): boolean {
  return text.includes('\ufffd') || !text.isWellFormed()
}

/**
 * Decodes a name or a value of a query, in which `+` is a space.
 *
 * @returns `undefined` when it is not percent-encoded UTF-8, or bytes of it are lost
 */
export function decodeParameter(raw: string): string | undefined {
  try {
    const text = decodeURIComponent(raw.replaceAll('+', ' '))
    return hasLostBytes(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** A parameter that is there, but of which no one value can be read. */
const unreadable = Symbol('unreadable')

type ParameterValue = string | typeof unreadable | undefined

/**
 * Values of the known parameters, in the order of {@link fieldNames}, and the signature, undecoded.
 */
interface QueryParameters {
  readonly texts: readonly ParameterValue[]
  readonly signature: string | undefined
}

/** Next position of a character; the length of the text when there is none. */
function findFrom(start: number, character: string, text: string): number {
  const at = text.indexOf(character, start)
  return at < 0 ? text.length : at
}

/**
 * A repeated parameter has no definite value, because parsers differ in which one they use. Unknown
 * parameters are ignored.
 */
function readParameters(url: string): QueryParameters | CallbackRejected {
  const isWhole = !hasLostBytes(url)
  const texts: ParameterValue[] = []
  let signature: string | undefined
  let end = findFrom(0, '?', url)
  // Kept across parameters: the next `=` after the start of a parameter is searched only once, not
  // again for each parameter.
  let equals = end
  let percent = end
  let plus = end
  while (end < url.length) {
    const start = end + 1
    end = findFrom(start, '&', url)
    if (equals < start) equals = findFrom(start, '=', url)
    if (percent < start) percent = findFrom(start, '%', url)
    if (plus < start) plus = findFrom(start, '+', url)
    const isPlain = isWhole && percent >= end && plus >= end
    const nameEnd = Math.min(equals, end)
    const rawName = url.slice(start, nameEnd)
    const raw = url.slice(nameEnd + 1, end)
    const name = isPlain ? rawName : decodeParameter(rawName)
    if (name === 'signature') {
      if (signature !== undefined) return reject('parameter_repeated', name)
      signature = raw
      continue
    }
    const place = name === undefined ? -1 : fieldNames.indexOf(name)
    if (place < 0) continue
    const isRepeated = texts[place] !== undefined
    const text = isPlain ? raw : decodeParameter(raw)
    if (place < signedNames.length) {
      if (isRepeated) return reject('parameter_repeated', name)
      if (text === undefined) return reject('bad_encoding', name)
    }
    texts[place] = isRepeated || text === undefined ? unreadable : text
  }
  return { texts, signature }
}

/** The unsigned fields that are present and can be read. */
function readUnsignedFields(texts: QueryParameters['texts']): UnsignedCallbackFields {
  const fields: { -readonly [Name in keyof UnsignedCallbackFields]: string } = {}
  const [, , , extra_data, total_discount, user_id, point_amount, vnd_amount] = texts
  if (typeof extra_data === 'string') fields.extra_data = extra_data
  if (typeof total_discount === 'string') fields.total_discount = total_discount
  if (typeof user_id === 'string') fields.user_id = user_id
  if (typeof point_amount === 'string') fields.point_amount = point_amount
  if (typeof vnd_amount === 'string') fields.vnd_amount = vnd_amount
  return fields
}

/**
 * Reads the query of a callback from the raw URL. An unsigned field that is repeated or cannot be
 * decoded is left out: it proves nothing, so it cannot take the proof away from the signed ones.
 *
 * @see Specification 6.1
 */
export function readCallbackQuery(rawUrl: string): CallbackQuery | CallbackRejected {
  if (rawUrl.length > maxUrlChars) return reject('url_too_long')
  const parameters = readParameters(rawUrl)
  if ('reason' in parameters) return parameters

  const { texts, signature } = parameters
  const [order_id, pay_status, transaction_id] = texts
  if (typeof order_id !== 'string') return reject('parameter_missing', 'order_id')
  if (typeof pay_status !== 'string') return reject('parameter_missing', 'pay_status')
  if (typeof transaction_id !== 'string') return reject('parameter_missing', 'transaction_id')
  if (signature === undefined) return reject('parameter_missing', 'signature')
  const signed = { order_id, pay_status, transaction_id }
  for (const name of signedNames) {
    if (!signedForms[name].test(signed[name])) return reject('field_malformed', name)
  }
  return {
    signed,
    unsignedFields: readUnsignedFields(texts),
    signature,
    spacesRestored: signature.includes('+') || signature.includes('%20'),
  }
}
