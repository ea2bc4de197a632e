import { decodeBase64, signText } from '@merchant-edge/signing'
import { encodeBase64Url } from './base64url.ts'

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
