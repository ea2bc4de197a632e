import type { CallbackHints, SignedCallbackFields } from '@merchant-edge/contract'
import {
  hintNames,
  signedForms,
  signedNames,
  type HintName,
  type SignedName,
} from './callback-parameters.ts'
import { reject, type CallbackRejected } from './rejection.ts'

/** What stands in the URL of a callback; well-formed, and not yet verified. */
export interface CallbackQuery {
  readonly signed: SignedCallbackFields
  readonly hints: CallbackHints
  /** As base64, with every `+` in its place. */
  readonly signature: string
  /** The sender forgot to escape `+` in the signature. */
  readonly spacesRestored: boolean
}

type Name = SignedName | HintName | 'signature'

const maxUrlChars = 8192
const knownNames = new Map<string, Name>(
  ([...signedNames, 'signature', ...hintNames] as const).map((name) => [name, name]),
)

/** Decodes percent-encoding; `undefined` when it is not UTF-8, or holds the mark of lost bytes. */
function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\ufffd') ? undefined : decoded
  } catch {
    return undefined
  }
}

/**
 * Reads the known parameters; a repeated one is refused, because parsers differ in which they keep.
 *
 * @param query in which every `+` is a space already, as form encoding has it
 */
function readParameters(query: string, texts: Map<Name, string>): CallbackRejected | undefined {
  for (let start = 0, end = 0; start < query.length; start = end + 1) {
    end = query.indexOf('&', start)
    if (end < 0) end = query.length
    let nameEnd = query.indexOf('=', start)
    if (nameEnd < 0 || nameEnd > end) nameEnd = end

    const decodedName = decode(query.slice(start, nameEnd))
    if (decodedName === undefined) return reject('bad_encoding')
    const name = knownNames.get(decodedName)
    if (name === undefined) continue
    if (texts.has(name)) return reject('parameter_repeated', name)
    const text = decode(query.slice(nameEnd + 1, end))
    if (text === undefined) return reject('bad_encoding', name)
    texts.set(name, text)
  }
  return undefined
}

function readHints(texts: ReadonlyMap<Name, string>): CallbackHints {
  const hints: Partial<Record<HintName, string>> = {}
  for (const name of hintNames) {
    const text = texts.get(name)
    if (text !== undefined) hints[name] = text
  }
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
  const texts = new Map<Name, string>()
  const query = rawUrl.includes('?') ? rawUrl.slice(rawUrl.indexOf('?') + 1) : ''
  const rejected = readParameters(query.replaceAll('+', ' '), texts)
  if (rejected) return rejected

  const order_id = texts.get('order_id')
  const pay_status = texts.get('pay_status')
  const transaction_id = texts.get('transaction_id')
  const signature = texts.get('signature')
  if (order_id === undefined) return reject('parameter_missing', 'order_id')
  if (pay_status === undefined) return reject('parameter_missing', 'pay_status')
  if (transaction_id === undefined) return reject('parameter_missing', 'transaction_id')
  if (signature === undefined) return reject('parameter_missing', 'signature')
  const signed = { order_id, pay_status, transaction_id }
  for (const name of signedNames) {
    if (!signedForms[name].test(signed[name])) return reject('field_malformed', name)
  }
  return {
    signed,
    hints: readHints(texts),
    signature: signature.replaceAll(' ', '+'),
    spacesRestored: signature.includes(' '),
  }
}
