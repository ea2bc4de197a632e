import { describe, expect, it } from 'vitest'
import wire from '../../../fixtures/wire/callback.json' with { type: 'json' }
import { createCallbackVerifier, verifyPaymentCallback } from './callback-verifier.ts'

// Every URL stands in the fixture as it goes over the wire, with a signature made by OpenSSL.

const keys = wire.keys.map(({ id, pem }) => ({ id, key: pem }))
const accepted = wire.cases.filter(({ verified }) => verified !== undefined)
const refused = wire.cases.filter(({ verified }) => verified === undefined)

describe('the callbacks of fixtures/wire', () => {
  it.each(accepted)('are accepted: $name', async ({ url, verified }) => {
    const result = await verifyPaymentCallback(url, { keys })

    expect(result).toEqual({ verified: true, ...verified })
  })

  it.each(refused)('are rejected for their reason: $name', async ({ url, rejected }) => {
    const result = await verifyPaymentCallback(url, { keys })

    expect(result).toMatchObject({ verified: false, ...rejected })
  })

  it('get the same results from one verifier that is used for all of them', async () => {
    const verifier = createCallbackVerifier({ keys })

    const results = await Promise.all(wire.cases.map(({ url }) => verifier.verify(url)))
    expect(results.map(({ verified }) => verified)).toEqual(
      wire.cases.map(({ verified }) => verified !== undefined),
    )
  })

  it('are each rejected when the right key is missing', async () => {
    const verifier = createCallbackVerifier({ keys: keys.filter(({ id }) => id === 'b') })

    for (const { url, verified } of wire.cases) {
      const result = await verifier.verify(url)
      expect(result.verified).toBe(verified?.keyId === 'b')
    }
  })
})
