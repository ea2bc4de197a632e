import { encodeBase64Url } from './base64url.ts'

function randomPart(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

/** A code or token that nobody can guess or read: two random parts with a dot between. */
export function opaqueToken(): string {
  return `${randomPart()}.${randomPart()}`
}
