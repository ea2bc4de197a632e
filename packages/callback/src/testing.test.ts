import { generateKeyPair, importPrivateKey, type KeyPairPem } from '@merchant-edge/signing'
import { beforeAll, describe, expect, it } from 'vitest'
import { forgeries, signedCallbackUrl, type CallbackToSign, type Forgery } from './testing.ts'
import { verifyPaymentCallback } from './callback-verifier.ts'

let pair: KeyPairPem

beforeAll(async () => {
  pair = await generateKeyPair()
})

const signed = {
  pay_status: 'SUCCESS',
  transaction_id: 'TX-77',
  order_id: '20200302T00100015912',
}

async function verify(options: Partial<CallbackToSign> = {}) {
  const callback = { url: 'https://ipn.example.test/ipn', privateKey: pair.privateKeyPem, signed }
  const url = await signedCallbackUrl({ ...callback, ...options })
  return {
    url,
    result: await verifyPaymentCallback(url, { keys: [{ id: 'one', key: pair.publicKeyPem }] }),
  }
}

describe('signedCallbackUrl', () => {
  it('makes a callback that verifies, with its unsignedFields', async () => {
    const unsignedFields = {
      extra_data: '{"note":"sữa đá + đường"}',
      user_id: '84900000123',
      vnd_amount: '0',
    }
    const { result } = await verify({ unsignedFields })

    expect(result).toMatchObject({ verified: true, signed, unsignedFields, spacesRestored: false })
  })

  it('adds to the query that the address has', async () => {
    const { url, result } = await verify({ url: '/ipn?shop=1' })

    expect(url).toMatch(/^\/ipn\?shop=1&order_id=/)
    expect(result.verified).toBe(true)
  })

  // Plain JavaScript passes anything; a misspelt forgery was a genuine callback.
  it.each([
    ['url must be the address as text', { url: new URL('https://ipn.example.test/ipn') }],
    ['forgery must be one of otherKey,', { forgery: 'other_key' }],
    ['signed must have order_id, pay_status and transaction_id', { signed: undefined }],
  ])('says what is wrong: %s', async (message, wrong) => {
    const callback = { url: '/ipn', privateKey: pair.privateKeyPem, signed, ...wrong }
    const making: Promise<unknown> = Reflect.apply(signedCallbackUrl, undefined, [callback])

    await expect(making).rejects.toThrow(TypeError)
    await expect(making).rejects.toThrow(message)
  })

  it('accepts an imported key', async () => {
    const { result } = await verify({ privateKey: await importPrivateKey(pair.privateKeyPem) })

    expect(result.verified).toBe(true)
  })

  it('can leave plus signs unescaped, as careless senders do', async () => {
    let plus = await verify({ unescapedPlus: true })
    for (let turn = 0; !plus.url.includes('+'); turn += 1) {
      const other = { ...signed, transaction_id: `TX-${turn}` }
      plus = await verify({ unescapedPlus: true, signed: other })
    }

    expect(plus.result).toMatchObject({ verified: true, spacesRestored: true })
  })

  it.each(Object.keys(forgeries) as Forgery[])(
    'forges a callback so that it is rejected: %s',
    async (forgery) => {
      const { result } = await verify({ forgery })

      expect(result).toMatchObject({ verified: false, reason: forgeries[forgery] })
    },
  )
})
