import { checkArguments } from '../check-options.ts'

/** The six values that a request's signed text is made of. @see Specification 5.2 */
export interface SignedParts {
  /** Path from `/merchant-integration` on. */
  readonly path: string
  /** HTTP method in capitals. */
  readonly method: string
  /** `X-Nonce`. */
  readonly nonce: string
  /** `X-Timestamp`: seconds since 1970, as text. */
  readonly timestamp: string
  /** `X-Key-Code`: id of the API key. */
  readonly keyCode: string
  /** The exact body; empty when there is none. */
  readonly body: string
}

/** One way in which the signed text of a caller may differ from the sent request. */
export interface Deviation {
  /** Which value of the text it changes; `join` changes how the values are put together. */
  readonly part: keyof SignedParts | 'join'
  /** The mistake of the caller, as a text that follows "you signed". */
  readonly says: string
  /** What to do instead. */
  readonly remedy: string
  /** The values as the caller may have signed them. */
  readonly change?: (parts: SignedParts) => SignedParts
  /** The text as the caller may have put it together. */
  readonly join?: (parts: SignedParts) => string
}

/** Joins the values as specified. */
export function joinParts(parts: SignedParts): string {
  checkArguments('joinParts', { parts })
  const { path, method, nonce, timestamp, keyCode, body } = parts
  return [path, method, nonce, timestamp, keyCode, body].join(';')
}
