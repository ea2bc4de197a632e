import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  claimLoyaltyId,
  markForeignId,
  markForeignContent,
  type LoyaltyClaim,
  type LoyaltyClaimOutcome,
  releaseLoyaltyId,
} from './loyalty-ids.ts'

const request = { txn_id: 'S-1', phone_number: '0900000123', point_amount: 100 }
const other = { ...request, point_amount: 500 }
const context = new World().context

function claim(asked: Readonly<Record<string, unknown>> = request): Promise<LoyaltyClaimOutcome> {
  return claimLoyaltyId(context, { call: 'topUpPoints', id: 'S-1', request: asked })
}

async function claimed(): Promise<LoyaltyClaim> {
  const outcome = await claim()
  if (outcome.outcome !== 'claimed') throw new Error('The id could not be claimed.')
  return outcome
}

const otherContent = { outcome: 'conflict', because: 'other_content' }
const usedElsewhere = { outcome: 'conflict', because: 'used_elsewhere' }

describe('fingerprintOf', () => {
  // printf '{"a":[1,{"b":null,"c":"é"}],"d":"x"}' | sha256sum
  it('is the SHA-256 of the canonical JSON', async () => {
    const one = await fingerprintOf({ d: 'x', a: [1, { c: 'é', b: null }] })
    const same = await fingerprintOf({ a: [1, { b: null, c: 'é', e: undefined }], d: 'x' })

    expect(one).toBe('760ea80c4c410c0ea8b06c2ddac583ca165b4d051054a276957ecd71151241b9')
    expect(same).toBe(one)
  })

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: { b: 1 } }, { 'a:{b': 1 }],
    [{ a: null }, {}],
  ])('distinguishes %j from %j', async (one, another) => {
    expect(await fingerprintOf(one)).not.toBe(await fingerprintOf(another))
  })
})

describe('claimLoyaltyId', () => {
  it('allows the same request again, and no other', async () => {
    expect(await claim()).toMatchObject({ outcome: 'claimed', number: 1 })
    expect(await claim({ ...request })).toMatchObject({ outcome: 'claimed', number: 2 })
    expect(await claim(other)).toEqual(otherContent)
  })

  it('keeps the ids of different calls separate', async () => {
    await claim()

    const write = { call: 'orderGiftCodes', id: 'S-1', request: other }
    expect(await claimLoyaltyId(context, write)).toMatchObject({ outcome: 'claimed', number: 1 })
  })

  it('allows one of two concurrent requests', async () => {
    const outcomes = await Promise.all([claim(), claim(other), claim(), claim(other)])

    const kinds = outcomes.map(({ outcome }) => outcome)
    expect(kinds.toSorted()).toEqual(['claimed', 'claimed', 'conflict', 'conflict'])
    expect(kinds[0]).toBe(kinds[2])
  })

  it('stores nothing of the request', async () => {
    await claim()

    const rows = await env.DB.prepare('SELECT * FROM loyalty_ids').all()
    expect(JSON.stringify(rows.results)).not.toContain('0900000')
  })
})

describe('an id', () => {
  it('is free again when no call with it took effect', async () => {
    expect(await releaseLoyaltyId(context, await claimed())).toBe(true)

    expect(await claim(other)).toMatchObject({ outcome: 'claimed', number: 2 })
    expect(await claim()).toEqual(otherContent)
  })

  it('is not free while another call with it may have taken effect', async () => {
    const first = await claimed()
    const second = await claimed()

    expect(await releaseLoyaltyId(context, first)).toBe(false)
    expect(await releaseLoyaltyId(context, second)).toBe(false)
    expect(await claim(other)).toEqual(otherContent)
  })

  it('is not freed by a late answer to a call from before it was freed', async () => {
    const first = await claimed()
    await releaseLoyaltyId(context, first)
    await claim(other)

    expect(await releaseLoyaltyId(context, first)).toBe(false)
    expect(await markForeignId(context, first)).toBe(false)
  })

  it('is never used again when the service knows it from another system', async () => {
    expect(await markForeignId(context, await claimed())).toBe(true)

    expect([await claim(), await claim(other)]).toEqual([usedElsewhere, usedElsewhere])
  })

  it('is not freed once another system is known to use it', async () => {
    const only = await claimed()
    await markForeignId(context, only)

    expect(await releaseLoyaltyId(context, only)).toBe(false)
    expect(await claim()).toEqual(usedElsewhere)
  })

  it('counts as ours while the service may know it from an earlier call of ours', async () => {
    await claim()
    const second = await claimed()

    expect(await markForeignId(context, second)).toBe(false)
    expect(await claim()).toMatchObject({ outcome: 'claimed', number: 3 })
  })

  it('does not count as ours when the service stores another request under it', async () => {
    await claim()
    await markForeignContent(context, await claimed())

    expect(await claim()).toEqual(usedElsewhere)
  })

  it('has the time of the first call that may have taken effect', async () => {
    const world = new World()
    const write = { call: 'topUpPoints', id: 'S-1', request }
    const first = await claimLoyaltyId(world.context, write)
    const begun = world.now()
    world.advance({ hours: 1 })

    expect(await claimLoyaltyId(world.context, write)).toMatchObject({ firstAtMs: begun })
    expect(first).toMatchObject({ firstAtMs: begun })
  })

  it('that was freed has the time of its next call', async () => {
    const world = new World()
    await releaseLoyaltyId(world.context, await claimed())
    world.advance({ hours: 1 })

    const write = { call: 'topUpPoints', id: 'S-1', request }
    expect(await claimLoyaltyId(world.context, write)).toMatchObject({ firstAtMs: world.now() })
  })
})

describe('one of two ids that are claimed', () => {
  const second = { call: 'topUpPoints', id: 'S-2', request }

  it.each([
    ['is free again', releaseLoyaltyId, { outcome: 'claimed', number: 2 }],
    ['is used elsewhere', markForeignId, usedElsewhere],
    ['has other content', markForeignContent, usedElsewhere],
  ])('%s, and the other stays claimed for its request', async (_what, end, afterwards) => {
    const first = await claimed()
    expect(await claimLoyaltyId(context, second)).toMatchObject({ outcome: 'claimed', number: 1 })

    await end(context, first)

    expect(await claim(other)).toMatchObject(afterwards)
    expect(await claimLoyaltyId(context, { ...second, request: other })).toEqual(otherContent)
    expect(await claimLoyaltyId(context, second)).toMatchObject({ outcome: 'claimed', number: 2 })
  })
})
