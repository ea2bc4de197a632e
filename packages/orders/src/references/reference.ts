import { utf8 } from '../bytes/utf8.ts'
import { shardPrefix } from './shard.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const chanceCharacters = 20

/**
 * A new order_reference_id for an attempt: the shard prefix of the order, then 100 random bits. It
 * has 25 characters of `a-z 0-9 -`; the service allows 35.
 *
 * @see Specification 8
 */
export function newReference(orderId: string, random: () => number): string {
  let chance = ''
  for (let index = 0; index < chanceCharacters; index += 1) {
    chance += alphabet.charAt(Math.floor(random() * alphabet.length))
  }
  return `${shardPrefix(orderId)}-${chance}`
}

/** The shard prefix of an id, then 100 bits of the SHA-256 over a text. */
async function derivedReference(id: string, text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(text))
  const characters = Array.from(new Uint8Array(digest).subarray(0, chanceCharacters), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  )
  return `${shardPrefix(id)}-${characters.join('')}`
}

/**
 * The merchant_transaction_id of a transfer. It is derived from the deployment and the id and not
 * random, so that a transfer that is requested again after its row was lost, because the database
 * was restored to an earlier state, gets the reference that the service already has. A random
 * reference would pay it twice.
 *
 * @param deployment address of the checkout; two deployments may have transfers with the same id
 */
export function transferReference(deployment: string, id: string): Promise<string> {
  return derivedReference(id, `${deployment} ${id}`)
}

/**
 * The transaction_reference_number of a payment with a linked wallet, derived like that of a
 * transfer and for the same reason: a random one would charge the wallet twice. An order id has no
 * space, so no two texts are equal.
 *
 * @param deployment address of the checkout
 * @param number of this payment among those of the order with a linked wallet, from 1
 */
export function linkedPaymentReference(
  deployment: string,
  orderId: string,
  number: number,
): Promise<string> {
  return derivedReference(orderId, `${deployment} ${orderId} ${number}`)
}
