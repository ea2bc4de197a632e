/** Reads the cookies of a request; of two with the same name the first is used. */
export function readCookies(request: Request): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const separator = pair.indexOf('=')
    if (separator < 0) continue
    const name = pair.slice(0, separator).trim()
    if (!cookies.has(name)) cookies.set(name, pair.slice(separator + 1).trim())
  }
  return cookies
}

/** Writes `Set-Cookie` values that no script can read and no other host can set. */
export interface CookieWriter {
  /** The name with its prefix: `__Host-` on https, the port on plain http. */
  name(name: string): string
  /**
   * A `Set-Cookie` value for the whole origin: `Path=/; HttpOnly; SameSite=Lax`, `Secure` on https.
   */
  set(name: string, value: string, maxAgeSeconds: number): string
  /** A `Set-Cookie` value that removes the cookie. */
  clear(name: string): string
}

/** A browser sends cookies to all ports of a host, so each application needs its own names. */
function prefixOf({ protocol, port }: URL): string {
  if (protocol === 'https:') return '__Host-'
  return port === '' ? '' : `${port}-`
}

/**
 * Makes the writer of cookies for one origin.
 *
 * @param origin https, or plain http on the loopback interface, where some browsers take no
 *   `Secure` cookie
 */
export function createCookieWriter(origin: URL): CookieWriter {
  const isSecure = origin.protocol === 'https:'
  const prefix = prefixOf(origin)
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name: (name) => `${prefix}${name}`,
    set: (name, value, maxAgeSeconds) =>
      `${prefix}${name}=${value}; Max-Age=${maxAgeSeconds}${attributes}`,
    clear: (name) => `${prefix}${name}=; Max-Age=0${attributes}`,
  }
}
