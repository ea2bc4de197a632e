/** The route that the path of an address leads to; `undefined` when there is none. */
export type IpnPath =
  | { readonly to: 'health' }
  /** `binding` is absent on the plain address `/ipn`, which no callback of ours has. */
  | { readonly to: 'callback'; readonly binding?: PathBinding }
  | undefined

/** Our own part of a callback's path; not verified yet. */
export interface PathBinding {
  readonly reference: string
  readonly token: string
}

const pathInUrl = /^\w+:\/\/[^/?#]*([^?#]*)/
const callbackPath = /^\/ipn(?:\/([^/]+)\/([^/]+))?$/

/**
 * A path with a malformed escape is returned unchanged, because no route and no token has an
 * escape.
 */
function unescaped(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Parses the path of a request. It is written by hand for speed, because every callback runs it and
 * there are only three routes.
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
