const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** An id that nobody guesses: a prefix and 16 characters of chance. It is no secret. */
export function randomId(prefix: string): string {
  return `${prefix}-${randomText(16)}`
}

/** A secret of 32 characters, more than 150 bits of chance. */
export function randomKey(): string {
  return randomText(32)
}
