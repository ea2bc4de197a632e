import type { SignedInIdentity } from '@merchant-edge/oidc'

/** How long after proving who they are an operator may move money, in seconds. */
export const moneyLoginSeconds = 30 * 60

/** Whether an operator proved who they are a short while ago. */
export function isFresh({ authenticatedAt = 0 }: SignedInIdentity, now: number): boolean {
  return now - authenticatedAt <= moneyLoginSeconds
}
