/**
 * A part of a signed text: its name and, if it is restricted further than "text without separator",
 * its form.
 */
type Part<Name extends string> = readonly [name: Name, form?: RegExp]

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
  const withoutSeparator = separator === ';' ? /^[^;]*$/ : /^[^|]*$/
  const texts = parts.map(([name, form = withoutSeparator]) => {
    // Plain JavaScript may omit a value. It is replaced by the separator, which no form accepts, so
    // it is refused too.
    const text = String(values[name] ?? separator)
    if (!form.test(text)) throw new TypeError(`${name} must match ${form}`)
    return text
  })
  return texts.join(separator)
}

/** The parts of a request that its signature covers. */
export interface SignedRequestParts {
  /** Path from `/` on, as it goes over the wire: no host, printable ASCII. Assumes G-01: no query. */
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
  ['path', /^\/(?!\/)[!"$-:<-~]*$/],
  ['method', /^[A-Z]+$/],
  ['nonce', /^[!-:<-~]{1,255}$/],
  ['timestamp', /^\d{1,11}$/],
  ['keyCode', /^[!-:<-~]{1,36}$/],
] as const satisfies readonly Part<string>[]

/**
 * The text that the signature of a request covers: `path;method;nonce;timestamp;keyCode;body`.
 *
 * @throws TypeError naming a part that is malformed or holds the separator
 * @see Specification 5.2
 */
export function requestSignedText(request: SignedRequestParts): string {
  return `${joinParts(';', parts, request)};${request.body ?? ''}`
}
