import { createCallbackVerifier } from '@merchant-edge/callback'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import type { FuzzedParser } from '../fuzzed-parser.ts'
import type { FuzzKeys } from '../fuzz-keys.ts'

/** The address of a payment callback: `verify` answers every text. */
export async function callbackAddress(keys: FuzzKeys): Promise<FuzzedParser> {
  const verifier = createCallbackVerifier({ keys: [{ id: 'one', key: keys.publicKeyPem }] })
  const signed = { order_id: '20260311T1', pay_status: 'SUCCESS', transaction_id: 'T1' }
  const url = 'https://ipn.example/ipn/order-1/125000.AAAAAAAAAAAAAAAAAAAAAA'
  const callback = { url, privateKey: keys.privateKeyPem, signed }
  return {
    name: 'callback-address',
    summary: 'the address of a payment callback',
    seeds: [
      await signedCallbackUrl(callback),
      await signedCallbackUrl({ ...callback, unescapedPlus: true }),
      await signedCallbackUrl({ ...callback, forgery: 'unsigned' }),
    ],
    words: [
      'order_id=',
      'pay_status=',
      'transaction_id=',
      'signature=',
      '&',
      '?',
      '#',
      '%2B',
      '%3B',
    ],
    read: (input) => verifier.verify(input, 1_800_000_000),
  }
}
