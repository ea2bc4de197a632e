import type { SignedInIdentity } from '@merchant-edge/oidc'

/** Maximum age of a login for actions with money, in seconds. */
export const moneyLoginSeconds = 30 * 60

/** Whether the login of an operator is recent enough for actions with money. */
export function isFresh({ authenticatedAt = 0 }: SignedInIdentity, now: number): boolean {
  return now - authenticatedAt <= moneyLoginSeconds
}
