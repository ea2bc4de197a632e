/** The SHA-256 digest of a text, by which secrets and tokens are compared. */
export async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** The SHA-256 digest of a text, as 64 hex digits, which is stored instead of a secret. */
export async function hexDigestOf(text: string): Promise<string> {
  return Array.from(await digestOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares two digests in constant time. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

/** The token in `Authorization: Bearer`; `undefined` without one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}
