/**
 * Kind of access to a path: `open` (no secret of the sandbox is needed), the `control` API, or a
 * `page`.
 */
export type Access = 'open' | 'control' | 'page'

/**
 * Calls that merchants sign, and those of the identity server, whose clients authenticate
 * themselves.
 */
const openPrefixes = ['/merchant-integration/', '/oh-integration/']

const openPaths = [
  '/oauth2/token',
  '/oauth2/revoke',
  '/user-management/user-info',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/callback-key.pem',
  '/callback-keys.json',
  '/health',
  '/styles.css',
  '/send-once.js',
]

/** The access of a path. An unknown path is a page, so it needs the secret. */
export function accessOf(path: string): Access {
  if (path === '/control' || path.startsWith('/control/')) return 'control'
  const isOpen = openPaths.includes(path) || openPrefixes.some((prefix) => path.startsWith(prefix))
  return isOpen ? 'open' : 'page'
}
