import { checkOptions } from './check-options.ts'

/** The form of a part: its pattern, and the same in words, which follow "must be". */
interface Form {
  readonly pattern: RegExp
  readonly words: string
}

/**
 * A part of a signed text: its name and, if it is restricted further than "text without separator",
 * its form.
 */
type Part<Name extends string> = readonly [name: Name, form?: Form]

const textWithout = {
  ';': { pattern: /^[^;]*$/, words: 'a text without ";"' },
  '|': { pattern: /^[^|]*$/, words: 'a text without "|"' },
} as const satisfies Record<string, Form>

/**
 * Joins parts for a signed text. A part that contains the separator is refused, because the signed
 * text could then be split in two ways.
 *
 * @throws TypeError naming the part, and the form that it must have
 */
export function joinParts<Name extends string>(
  separator: ';' | '|',
  parts: readonly Part<Name>[],
  values: { readonly [Field in Name]: string | number },
): string {
  const texts = parts.map(([name, form = textWithout[separator]]) => {
    // Plain JavaScript may omit a value. It is replaced by the separator, which no form accepts, so
    // it is refused too.
    const text = String(values[name] ?? separator)
    if (!form.pattern.test(text)) throw new TypeError(`${name} must be ${form.words}`)
    return text
  })
  return texts.join(separator)
}

/** The parts of a request that its signature covers. */
export interface SignedRequestParts {
  /**
   * Path from `/` on, as it goes over the wire: no host, printable ASCII. Assumes G-01: no query.
   */
  readonly path: string
  /** HTTP method in capitals. */
  readonly method: string
  /** X-Nonce: 1 to 255 printable ASCII characters without `;`. Assumes G-148. */
  readonly nonce: string
  /** X-Timestamp: whole seconds since 1970. */
  readonly timestamp: number | string
  /** X-Key-Code: 1 to 36 printable ASCII characters without `;`. */
  readonly keyCode: string
  /** The exact body sent; empty when left out. Assumes G-02: always empty for a GET. */
  readonly body?: string | undefined
}

/**
 * The parts before the body, in their order. None of their forms accepts a semicolon; otherwise the
 * signed text could be split in several ways under one signature.
 */
const parts = [
  ['path', { pattern: /^\/(?!\/)[!"$-:<-~]*$/, words: 'a path from its "/" on, without ";"' }],
  ['method', { pattern: /^[A-Z]+$/, words: 'in capitals' }],
  ['nonce', { pattern: /^[!-:<-~]{1,255}$/, words: '1 to 255 characters without ";"' }],
  ['timestamp', { pattern: /^\d{1,11}$/, words: 'whole seconds since 1970' }],
  ['keyCode', { pattern: /^[!-:<-~]{1,36}$/, words: '1 to 36 characters without ";"' }],
] as const satisfies readonly Part<string>[]

/**
 * The text that the signature of a request covers: `path;method;nonce;timestamp;keyCode;body`.
 *
 * @throws TypeError naming a part that is malformed or holds the separator, or a body that is not a
 *   text
 * @see Specification 5.2
 */
export function requestSignedText(request: SignedRequestParts): string {
  checkOptions('a signed request', request, {
    path: 'string!',
    method: 'string!',
    nonce: 'string!',
    timestamp: 'any',
    keyCode: 'string!',
    body: 'any',
  })
  const body: unknown = request.body ?? ''
  // An object would be signed as the text "[object Object]".
  if (typeof body !== 'string') {
    throw new TypeError('body must be a text, such as JSON.stringify(value)')
  }
  return `${joinParts(';', parts, request)};${body}`
}
