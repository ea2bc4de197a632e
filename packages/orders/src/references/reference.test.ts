import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../test/world.ts'
import { linkedPaymentReference, newReference, transferReference } from './reference.ts'
import { prefixOfReference, shardPrefix, shardsOf } from './shard.ts'

describe('newReference', () => {
  it('selects the same database as its order', () => {
    const random = seededRandom(1)
    const shards = shardsOf('a', 'b', 'c')
    assert(
      property(string({ minLength: 1, maxLength: 64 }), (orderId) => {
        const reference = newReference(orderId, random)
        expect(reference).toMatch(/^[a-z0-9-]{25}$/)
        expect(prefixOfReference(reference)).toBe(shardPrefix(orderId))
        expect(shards.shardFor(prefixOfReference(reference))).toBe(
          shards.shardFor(shardPrefix(orderId)),
        )
      }),
    )
  })

  // Specification: 1.45
  it('never repeats', () => {
    const random = seededRandom(1)
    const references = Array.from({ length: 5000 }, () => newReference('order-1', random))

    expect(new Set(references).size).toBe(5000)
  })
})

// By their definition, computed with another tool. A version that derived others would charge the
// wallet again for a payment that was lost by a restore.
describe('the derived reference', () => {
  const deployment = 'https://checkout.example'

  it.each([
    [1, 'e612-mmrhree9a1d0jnj5t4xb'],
    [2, 'e612-v8c6pbfnyakegne8kwfg'],
  ])('of payment %i of an order with a linked wallet is %s', async (number, reference) => {
    expect(await linkedPaymentReference(deployment, 'order-1', number)).toBe(reference)
  })

  it('of a transfer is that of its id', async () => {
    expect(await transferReference(deployment, 'transfer-1')).toBe('39ee-qjdbge47hs66ydxdmabq')
  })
})

describe('shardPrefix', () => {
  // FNV-1a by its definition, computed with another tool; 'a' is a published vector (e40c292c).
  it.each([
    ['', '1cd9'],
    ['a', 'cd20'],
    ['order-1', 'e612'],
    ['đơn', '1944'],
  ])('for %j is %s', (orderId, prefix) => {
    expect(shardPrefix(orderId)).toBe(prefix)
  })

  it('spreads orders evenly', () => {
    const shards = shardsOf(0, 1, 2, 3)
    const counts = [0, 0, 0, 0]
    for (let number = 0; number < 4000; number += 1) {
      const shard = shards.shardFor(shardPrefix(`order-${number}`))
      counts[shard] = (counts[shard] ?? 0) + 1
    }

    for (const count of counts) expect(count).toBeGreaterThan(850)
  })
})

describe('shardsOf', () => {
  it('sends what has no prefix of ours to the first database', () => {
    expect(prefixOfReference('somebody-elses')).toBeUndefined()
    expect(shardsOf('only').shardFor(undefined)).toBe('only')
    expect(shardsOf('only').shardFor('ffff')).toBe('only')
  })
})
