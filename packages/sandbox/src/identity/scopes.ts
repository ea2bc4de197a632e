/**
 * Scopes that a client may be registered for. `offline` and `offline_access` are the same. The
 * discovery document names only two scopes; it is not a complete list. Assumes G-80.
 */
export const identityScopes = [
  'openid',
  'offline',
  'offline_access',
  'profile',
  'phone',
  'email',
  'address',
  'identity',
] as const

/** A scope that a client may be registered for. */
export type IdentityScope = (typeof identityScopes)[number]

/** Whether scopes let a client have a refresh token. */
export function allowsRefresh(scopes: readonly string[]): boolean {
  return scopes.includes('offline') || scopes.includes('offline_access')
}

/** The parts of a scope parameter. */
export function readScopes(text: string): readonly string[] {
  return [...new Set(text.split(' ').filter((scope) => scope !== ''))]
}
