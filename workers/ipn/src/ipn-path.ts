/** The route that the path of an address leads to; `undefined` when there is none. */
export type IpnPath =
  | { readonly to: 'health' }
  /** `binding` is absent on the plain address. */
  | { readonly to: 'callback'; readonly binding?: PathBinding }
  | undefined

/** What our own part of a callback's path says; nothing of it is believed yet. */
export interface PathBinding {
  readonly reference: string
  readonly token: string
}

const pathInUrl = /^\w+:\/\/[^/?#]*([^?#]*)/
const callbackPath = /^\/ipn(?:\/([^/]+)\/([^/]+))?$/

/** A path with a malformed escape stays as it came: no route and no token has an escape. */
function unescaped(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Reads the path of a request. It is done by hand because every callback pays for it, and there are
 * three routes.
 *
 * @param url absolute, exactly as requested
 */
export function ipnPath(url: string): IpnPath {
  const path = unescaped(pathInUrl.exec(url)?.[1] ?? '')
  if (path === '/health') return { to: 'health' }
  const found = callbackPath.exec(path)
  if (found === null) return undefined
  const [, reference, token] = found
  if (reference === undefined || token === undefined) return { to: 'callback' }
  return { to: 'callback', binding: { reference, token } }
}
