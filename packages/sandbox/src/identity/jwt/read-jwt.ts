import * as v from 'valibot'
import { decodeBase64Url } from './base64url.ts'

const jsonObject = v.record(v.string(), v.unknown())

/** A JWT, taken apart but not verified. */
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

/** Takes a signed JWT apart; `undefined` when it is none. */
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
