import type { CheckoutEnv } from '../checkout-env.ts'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }
const keyCharacters = 43

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}

async function importSecret(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign', 'verify'])
}

async function keyUnder(secret: string, orderId: string): Promise<string> {
  const key = await importSecret(secret)
  const mac = await crypto.subtle.sign('HMAC', key, bytesOf(`linked-payment:${orderId}`))
  return btoa(String.fromCharCode(...new Uint8Array(mac)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Makes the key that an address needs before it can charge the customer's linked wallet: base64url of an
 * HMAC-SHA-256 over the order's id, 43 characters. Anybody who knows the id of an order may pay it on the
 * hosted page with a wallet of their own; charging somebody's linked wallet takes this key, which the shop
 * hands to its signed-in customer.
 *
 * @returns `undefined` when the Worker has no CHECKOUT_SECRET
 */
export async function linkedPaymentKey(
  { CHECKOUT_SECRET }: Pick<CheckoutEnv, 'CHECKOUT_SECRET'>,
  orderId: string,
): Promise<string | undefined> {
  return CHECKOUT_SECRET === undefined ? undefined : keyUnder(CHECKOUT_SECRET, orderId)
}

function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let index = 0; index < keyCharacters; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}

/**
 * Whether a text is the key of an order's payment with a linked wallet, under the secret of now or the one before, in
 * constant time for each.
 */
export async function isLinkedPaymentKey(
  env: Pick<CheckoutEnv, 'CHECKOUT_SECRET' | 'CHECKOUT_SECRET_PREVIOUS'>,
  orderId: string,
  given: string | undefined,
): Promise<boolean> {
  if (given?.length !== keyCharacters) return false
  for (const secret of [env.CHECKOUT_SECRET, env.CHECKOUT_SECRET_PREVIOUS]) {
    if (secret !== undefined && isSame(given, await keyUnder(secret, orderId))) return true
  }
  return false
}
