import { decodeBase64, encodeBase64, signText } from '@merchant-edge/signing'
import * as v from 'valibot'

/** Encodes bytes in the URL alphabet without padding. @see RFC 4648, section 5 */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes the URL alphabet without padding; `undefined` for any other text. */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  const padded = text + '='.repeat((4 - (text.length % 4)) % 4)
  return decodeBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}

const jsonObject = v.record(v.string(), v.unknown())

/** Header and claims of a JWT whose signature is not verified. */
export interface ReadJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signedText: string
  readonly signature: Uint8Array<ArrayBuffer>
}

function readPart(part: string | undefined): Record<string, unknown> | undefined {
  const bytes = part === undefined ? undefined : decodeBase64Url(part)
  if (bytes === undefined) return undefined
  try {
    const parsed = v.safeParse(jsonObject, JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Parses a signed JWT; `undefined` when the text is not a JWT. */
export function readJwt(text: string): ReadJwt | undefined {
  const [first, second, third, ...more] = text.split('.')
  const header = readPart(first)
  const claims = readPart(second)
  const signature = third === undefined ? undefined : decodeBase64Url(third)
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) {
    return undefined
  }
  return { header, claims, signedText: `${first}.${second}`, signature }
}

/** Header and claims of a JWT; a claim that is undefined is left out. */
export interface JwtContent {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

function encodeJson(json: object): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(json)))
}

/** The text of a JWT that its signature covers. */
export function jwtSignedText({ header, claims }: JwtContent): string {
  return `${encodeJson(header)}.${encodeJson(claims)}`
}

/** Signs a JWT with RS256. */
export async function signJwt(key: CryptoKey, content: JwtContent): Promise<string> {
  const text = jwtSignedText(content)
  const signature = decodeBase64(await signText(key, text)) ?? new Uint8Array()
  return `${text}.${encodeBase64Url(signature)}`
}
