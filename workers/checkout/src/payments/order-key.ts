import { orderKeySecrets } from '../api/checkout-secrets.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

/**
 * Permission of an order key: `payment` shows the order and allows paying it with any wallet;
 * `linked-payment` allows charging the linked wallet of the order's customer.
 */
export type OrderKeyUse = 'payment' | 'linked-payment'

type Secrets = Pick<CheckoutEnv, 'ORDER_KEY_SECRET' | 'ORDER_KEY_SECRET_PREVIOUS'>

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}

async function keyUnder(secret: string, use: OrderKeyUse, orderId: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, bytesOf(`${use}:${orderId}`))
  return btoa(String.fromCharCode(...new Uint8Array(mac)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Creates the key in an address of an order: base64url of an HMAC-SHA-256 over its use and the
 * order's id, 43 characters. Order ids can be guessed; the shop gives the keys to its customer. The
 * secret belongs to this Worker only: a leaked bearer secret of the shop's backend cannot create
 * keys.
 *
 * @throws ConfigurationError when this Worker has no ORDER_KEY_SECRET
 */
export async function orderKey(env: Secrets, use: OrderKeyUse, orderId: string): Promise<string> {
  return keyUnder(orderKeySecrets(env)[0], use, orderId)
}

function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}

/** Verifies an order key with the current and the previous secret, and returns its permission. */
export async function useOfOrderKey(
  env: Secrets,
  orderId: string,
  given: string,
): Promise<OrderKeyUse | undefined> {
  let found: OrderKeyUse | undefined
  for (const secret of orderKeySecrets(env)) {
    for (const use of ['payment', 'linked-payment'] as const) {
      if (isSame(given, await keyUnder(secret, use, orderId))) found = use
    }
  }
  return found
}
