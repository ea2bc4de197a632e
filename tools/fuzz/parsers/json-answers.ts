import { call, createClient, WalletError } from '@merchant-edge/client'
import { queryOrderV2 } from '@merchant-edge/contract'
import { redactText } from '@merchant-edge/contract/redaction'
import { importPrivateKey } from '@merchant-edge/signing'
import type { FuzzedParser } from '../fuzzed-parser.ts'
import type { FuzzKeys } from '../fuzz-keys.ts'

const data = {
  order_id: '20260302T1',
  order_amount: 58_000,
  pay_status: 'SUCCESS',
  transaction_id: 'T1',
  created_at: 1_772_000_000,
}

/**
 * Reuses the signature of the first call: every call sends the same request, and RSA would take
 * more processor time than parsing the answers. One call at a time.
 */
function signOnce(): (work: () => Promise<unknown>) => Promise<unknown> {
  const { subtle } = globalThis.crypto
  let first: Promise<ArrayBuffer> | undefined
  const sign = (...request: Parameters<SubtleCrypto['sign']>): Promise<ArrayBuffer> => {
    first ??= SubtleCrypto.prototype.sign.apply(subtle, request)
    return first
  }
  return async (work) => {
    Object.defineProperty(subtle, 'sign', { value: sign, configurable: true })
    try {
      return await work()
    } finally {
      Reflect.deleteProperty(subtle, 'sign')
    }
  }
}

/** Answers of the wallet service. */
export async function jsonAnswers(keys: FuzzKeys): Promise<FuzzedParser> {
  let answer = ''
  const signingOnce = signOnce()
  const client = createClient({
    baseUrl: 'https://service.example',
    keyCode: 'KEY-1',
    privateKey: await importPrivateKey(keys.privateKeyPem),
    attempts: 1,
    now: () => 1_800_000_000_000,
    nonce: () => 'nonce-of-every-request',
    fetch: async () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
  })
  return {
    name: 'json-answers',
    summary: 'answers of the wallet service, and their redaction',
    seeds: [
      JSON.stringify({ meta: { code: 200, message: 'ok', request_id: 'r' }, data }),
      JSON.stringify({ meta: { code: 4040001, message: 'not found' } }),
      JSON.stringify({ meta: { code: 9, string: 'no' }, data: null }),
    ],
    words: ['meta', 'code', 'data', 'order_amount', 'pay_status', '200', '4040001', '"', '\\u0000'],
    isJson: true,
    async read(input) {
      answer = input
      redactText(input)
      try {
        await signingOnce(() => call(client, queryOrderV2, { order_id: '20260302T1' }))
      } catch (error) {
        if (!(error instanceof WalletError)) throw error
      }
    },
  }
}
