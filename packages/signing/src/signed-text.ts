/** A part of a signed text: its name and, when it is more than text without separator, its form. */
type Part<Name extends string> = readonly [name: Name, form?: RegExp]

/**
 * Joins parts for a signed text. A part that held the separator could be cut apart in two ways under one
 * signature, so it is refused.
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
    // Plain JavaScript may leave a value out. No form takes the separator, so that is refused too.
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
  /** X-Nonce: 1 to 255 printable ASCII characters without `;`. */
  readonly nonce: string
  /** X-Timestamp: whole seconds since 1970. */
  readonly timestamp: number | string
  /** X-Key-Code: 1 to 36 printable ASCII characters without `;`. */
  readonly keyCode: string
  /** The exact body sent; empty when left out. Assumes G-02: always empty for a GET. */
  readonly body?: string | undefined
}

/**
 * The parts before the body, in their order. None of them lets a semicolon through: one signature would
 * otherwise verify for several ways of cutting the signed text apart.
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
