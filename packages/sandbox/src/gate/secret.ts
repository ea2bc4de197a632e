const encoder = new TextEncoder()

/** Minimum length of the secret: a shorter one could be guessed over the network. */
export const minSecretChars = 16

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

/** Compares two texts in constant time. */
export async function isSame(given: string, expected: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(given), digest(expected)])
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  )
}

/** Whether a request has the secret as its bearer token. */
export function hasBearer(request: Request, secret: string): Promise<boolean> {
  return isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)
}

/** How long a log-in lasts, in seconds. */
export const sessionSeconds = 12 * 60 * 60

async function sealOf(secret: string, until: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ])
  const seal = await crypto.subtle.sign('HMAC', key, encoder.encode(`sandbox session ${until}`))
  return [...new Uint8Array(seal)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The cookie value of a log-in; valid until it expires or the secret changes.
 *
 * @param now unix seconds
 */
export async function sessionValue(secret: string, now: number): Promise<string> {
  const until = now + sessionSeconds
  return `${until}.${await sealOf(secret, until)}`
}

/**
 * Whether a cookie value was made with this secret and has not expired.
 *
 * @param now unix seconds
 */
export async function isSession(value: string, secret: string, now: number): Promise<boolean> {
  const [, end = '', seal = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(value) ?? []
  const until = Number(end)
  return end !== '' && until > now && (await isSame(seal, await sealOf(secret, until)))
}
