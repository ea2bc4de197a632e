import { createKeyRing, type KeyRing } from '@merchant-edge/oidc/session'
import type { ShopEnv } from '../shop-env.ts'

/**
 * The keys that seal what the shop stores in its customers' browsers: SESSION_SECRET seals; the
 * previous secret only opens.
 *
 * @throws TypeError when a secret is too short
 */
export function keyRingOf({
  SESSION_SECRET: present,
  SESSION_SECRET_PREVIOUS: previous,
}: Pick<ShopEnv, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>): KeyRing {
  const secrets = previous === undefined ? [present] : [present, previous]
  return createKeyRing(secrets.map((secret) => ({ id: '1', secret })))
}
