const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** An id that cannot be guessed: a prefix and 16 random characters. It is not a secret. */
export function randomId(prefix: string): string {
  return `${prefix}-${randomText(16)}`
}

/** A secret of 32 random characters, with more than 150 bits of entropy. */
export function randomKey(): string {
  return randomText(32)
}
