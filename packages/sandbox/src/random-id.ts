/** Random decimal digits, as many as `count`. */
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

/** 128 random bits as 32 hex digits: an unguessable token. */
export function randomToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
