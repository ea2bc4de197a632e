import { testEnv } from './test-env.ts'

export const callbackSecret = testEnv.CALLBACK_SECRET
export const origin = 'https://ipn.example'

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const jwk: JsonWebKey = JSON.parse(testEnv.SERVICE_PRIVATE_KEY)
const serviceKey = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])

/** Specification 5.4, written out here so that it does not come from the code under test. */
export async function signature(signedText: string, key = serviceKey): Promise<string> {
  const bytes = new TextEncoder().encode(signedText)
  return base64(await crypto.subtle.sign(algorithm, key, bytes))
}

/** HMAC-SHA256(secret, "reference:amount") cut to 16 bytes, base64url. */
export async function pathToken(
  reference: string,
  amountVnd: number,
  secret = callbackSecret,
): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ])
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${reference}:${amountVnd}`))
  const tag = base64(mac.slice(0, 16)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `${amountVnd}.${tag}`
}

export const reference = '3fa9-0123456789abcdefghjk'
export const orderId = '20260311T00100015912'
export const transactionId = 'TX-1009'

/** The query of a genuine callback. */
export async function genuineQuery(changes: Record<string, string> = {}): Promise<URLSearchParams> {
  const fields = { order_id: orderId, pay_status: 'SUCCESS', transaction_id: transactionId }
  const signed = { ...fields, ...changes }
  return new URLSearchParams({
    ...signed,
    signature: await signature(`${signed.pay_status};${signed.transaction_id};${signed.order_id}`),
    extra_data: '',
    total_discount: '0',
    user_id: 'user-77',
    point_amount: '0',
    vnd_amount: '120000',
  })
}

/** The address of a genuine callback of an order of ours. */
export async function genuineUrl(amountVnd = 120_000): Promise<string> {
  const token = await pathToken(reference, amountVnd)
  return `${origin}/ipn/${reference}/${token}?${await genuineQuery()}`
}
