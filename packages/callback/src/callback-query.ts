import type { CallbackHints, SignedCallbackFields } from '@merchant-edge/contract'
import { signedForms, signedNames, type HintName } from './callback-parameters.ts'
import { readParameters } from './query-parameters.ts'
import { reject, type CallbackRejected } from './rejection.ts'

/** What stands in the URL of a callback; well-formed, and not yet verified. */
export interface CallbackQuery {
  readonly signed: SignedCallbackFields
  readonly hints: CallbackHints
  /** Absent when it is not canonical base64; it holds until the next URL is read. */
  readonly signature: Uint8Array<ArrayBuffer> | undefined
  /** The sender forgot to escape `+` in the signature. */
  readonly spacesRestored: boolean
}

const maxUrlChars = 8192

/** Only those that are there. */
function readHints(texts: readonly (string | undefined)[]): CallbackHints {
  const hints: { -readonly [Name in HintName]?: string } = {}
  const [, , , , extra_data, total_discount, user_id, point_amount, vnd_amount] = texts
  if (extra_data !== undefined) hints.extra_data = extra_data
  if (total_discount !== undefined) hints.total_discount = total_discount
  if (user_id !== undefined) hints.user_id = user_id
  if (point_amount !== undefined) hints.point_amount = point_amount
  if (vnd_amount !== undefined) hints.vnd_amount = vnd_amount
  return hints
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
  return { signed, hints: readHints(texts), signature, spacesRestored }
}
