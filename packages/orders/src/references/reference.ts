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
