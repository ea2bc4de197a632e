const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** An id that nobody guesses: a prefix and 16 characters of chance. */
export function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const chance = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return `${prefix}-${chance}`
}
