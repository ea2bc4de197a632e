import { createCallbackVerifier } from '@merchant-edge/callback'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import {
  callbackSignedText,
  decodeBase64,
  generateKeyPair,
  importPrivateKey,
  importPublicKey,
  requestSignedText,
  signRequest,
} from '@merchant-edge/signing'
import type { Work } from '../paired-rounds.ts'

const algorithm = 'RSASSA-PKCS1-v1_5'

const body = JSON.stringify({
  callback_url: 'https://ipn.example.test/ipn/ab12-01JD0000000000000000/250000.c2lnbmF0dXJl',
  redirect_url: 'https://checkout.example.test/return/A-1001',
  description: 'Cà phê sữa đá và bánh mì',
  order_amount: 250_000,
  order_currency: 'VND',
  order_reference_id: 'ab12-01JD0000000000000000',
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
})

const request = {
  keyCode: '0b5c2f1e-9a57-4a0e-8a55-2f1d6d2c9a10',
  method: 'POST',
  path: '/merchant-integration/v1/orders/web-payment',
  body,
} as const

/** The pairs of functions that are measured on every runtime; created once, so that keys are warm. */
export interface SignatureWork {
  readonly sign: { readonly ours: Work; readonly floor: Work }
  readonly verify: { readonly ours: Work; readonly floor: Work }
}

/** Number of concurrent operations: throughput is measured, as in a server with many requests. */
const lanes = 8

/** Repeats an operation, several at a time. */
function repeated(operation: () => Promise<void>): Work {
  return async (times) => {
    let left = times
    async function lane(): Promise<void> {
      while (left > 0) {
        left -= 1
        await operation()
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
}

/** Prepares the operations with a new key pair. */
export async function signatureWork(): Promise<SignatureWork> {
  const pair = await generateKeyPair()
  const privateKey = await importPrivateKey(pair.privateKeyPem)
  const publicKey = await importPublicKey(pair.publicKeyPem)
  const signedText = new TextEncoder().encode(
    requestSignedText({ ...request, nonce: 'f'.repeat(32), timestamp: '1767225600' }),
  )
  const signed = {
    pay_status: 'SUCCESS',
    transaction_id: 'TX20260101000001',
    order_id: '20260101T000000000001',
  }
  const url = await signedCallbackUrl({
    url: 'https://ipn.example.test/ipn/ab12-01JD0000000000000000/250000.c2lnbmF0dXJl',
    privateKey,
    signed,
    unsignedFields: {
      extra_data: '',
      user_id: '84900000123',
      point_amount: '0',
      vnd_amount: '250000',
    },
  })
  const signature = decodeBase64(new URL(url).searchParams.get('signature') ?? '')
  if (signature === undefined) throw new Error('The test callback has no readable signature.')
  const callbackText = new TextEncoder().encode(callbackSignedText(signed))
  const verifier = createCallbackVerifier({ keys: [{ id: 'one', key: publicKey }] })

  return {
    sign: {
      ours: repeated(async () => {
        await signRequest({ key: privateKey, ...request })
      }),
      floor: repeated(async () => {
        await crypto.subtle.sign(algorithm, privateKey, signedText)
      }),
    },
    verify: {
      ours: repeated(async () => {
        const result = await verifier.verify(url)
        if (!result.verified) throw new Error(`The callback was rejected: ${result.reason}`)
      }),
      floor: repeated(async () => {
        const isValid = await crypto.subtle.verify(algorithm, publicKey, signature, callbackText)
        if (!isValid) throw new Error('The floor did not verify.')
      }),
    },
  }
}
