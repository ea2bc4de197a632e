import { randomToken } from '../random-id.ts'

/**
 * Generates a password of 128 random bits. It cannot be guessed, so an unsalted digest of it may be
 * stored.
 */
export function newPassword(): string {
  return randomToken().replaceAll(/(.{8})(?!$)/g, '$1-')
}

/** SHA-256 of a password or of a session's token, in hex. */
export async function hashOf(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
