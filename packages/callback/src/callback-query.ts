import type { UnsignedCallbackFields, SignedCallbackFields } from '@merchant-edge/contract/callback'
import { signedForms, signedNames, type UnsignedName } from './callback-parameters.ts'
import { readParameters } from './query-parameters.ts'
import { reject, type CallbackRejected } from './rejection.ts'

/** What stands in the URL of a callback; well-formed, and not yet verified. */
export interface CallbackQuery {
  readonly signed: SignedCallbackFields
  readonly unsignedFields: UnsignedCallbackFields
  /** Absent when it is not canonical base64; it holds until the next URL is read. */
  readonly signature: Uint8Array<ArrayBuffer> | undefined
  /** The sender forgot to escape `+` in the signature. */
  readonly spacesRestored: boolean
}

const maxUrlChars = 8192

/** Only those that are there. */
function readUnsignedFields(texts: readonly (string | undefined)[]): UnsignedCallbackFields {
  const unsignedFields: { -readonly [Name in UnsignedName]?: string } = {}
  const [, , , , extra_data, total_discount, user_id, point_amount, vnd_amount] = texts
  if (extra_data !== undefined) unsignedFields.extra_data = extra_data
  if (total_discount !== undefined) unsignedFields.total_discount = total_discount
  if (user_id !== undefined) unsignedFields.user_id = user_id
  if (point_amount !== undefined) unsignedFields.point_amount = point_amount
  if (vnd_amount !== undefined) unsignedFields.vnd_amount = vnd_amount
  return unsignedFields
}

/**
 * Reads the query of a callback from the raw URL.
 *
 * Only in `signature` a space stands for a `+` that the sender did not escape; to put it back is safe,
 * because verification decides. Unknown parameters are ignored.
 *
 * @see Specification 6.1
 */
export function readCallbackQuery(rawUrl: string): CallbackQuery | CallbackRejected {
  if (rawUrl.length > maxUrlChars) return reject('url_too_long')
  if (!rawUrl.isWellFormed() || rawUrl.includes('\ufffd')) return reject('bad_encoding')
  const parameters = readParameters(rawUrl)
  if ('reason' in parameters) return parameters

  const { texts, signature, spacesRestored } = parameters
  const [order_id, pay_status, transaction_id, escaped] = texts
  if (order_id === undefined) return reject('parameter_missing', 'order_id')
  if (pay_status === undefined) return reject('parameter_missing', 'pay_status')
  if (transaction_id === undefined) return reject('parameter_missing', 'transaction_id')
  if (escaped === undefined) return reject('parameter_missing', 'signature')
  const signed = { order_id, pay_status, transaction_id }
  for (const name of signedNames) {
    if (!signedForms[name].test(signed[name])) return reject('field_malformed', name)
  }
  return { signed, unsignedFields: readUnsignedFields(texts), signature, spacesRestored }
}
