/** Decimal digits at random, as many as asked for. */
export function randomDigits(count: number): string {
  // A byte below 250 is uniform modulo 10.
  let digits = ''
  while (digits.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      if (byte < 250 && digits.length < count) digits += String(byte % 10)
    }
  }
  return digits
}

/** A text of 128 random bits that nobody can guess, in hex. */
export function randomToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
