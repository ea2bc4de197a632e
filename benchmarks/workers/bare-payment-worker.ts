import { recordCallback } from '@merchant-edge/orders'
import type { D1Database } from '@cloudflare/workers-types'

interface Env {
  readonly DB: D1Database
  readonly SERVICE_URL: string
  readonly MERCHANT_PRIVATE_KEY: string
}

interface Keys {
  readonly request: CryptoKey
  readonly webhook: CryptoKey
}

const utf8 = new TextEncoder()
let keys: Promise<Keys> | undefined

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

async function importKeys(pem: string): Promise<Keys> {
  const der = Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (char) =>
    char.charCodeAt(0),
  )
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return {
    request: await crypto.subtle.importKey('pkcs8', der, rsa, false, ['sign']),
    webhook: await crypto.subtle.importKey('raw', utf8.encode('secret of the shop'), hmac, false, [
      'sign',
    ]),
  }
}

/**
 * The floor of the payment figures: for each callback a signed query, the three statements that record it, and a signed POST,
 * without verification, look-ups or an outbox.
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    keys ??= importKeys(env.MERCHANT_PRIVATE_KEY)
    const { request: requestKey, webhook } = await keys
    const { searchParams, pathname } = new URL(request.url)
    const orderId = searchParams.get('order_id') ?? ''
    const path = `/merchant-integration/v1/qr/query/${orderId}`
    const nonce = crypto.randomUUID()
    const timestamp = String(Date.now())
    const signature = await crypto.subtle.sign(
      'RSASSA-PKCS1-v1_5',
      requestKey,
      utf8.encode(`${path};GET;${nonce};${timestamp};benchmark;`),
    )
    const query = await fetch(env.SERVICE_URL + path, {
      headers: {
        'x-nonce': nonce,
        'x-timestamp': timestamp,
        'x-key-code': 'benchmark',
        'x-signature': base64(signature),
      },
    })
    const status: unknown = await query.json()
    await recordCallback(
      { database: env.DB, now: Date.now },
      {
        reference: pathname.split('/')[2] ?? '',
        amountVnd: 10_000,
        signed: {
          pay_status: 'SUCCESS',
          transaction_id: searchParams.get('transaction_id') ?? '',
          order_id: orderId,
        },
        unsignedFields: { user_id: '84900000123', point_amount: '0', vnd_amount: '10000' },
        keyId: 'one',
      },
    )
    const body = JSON.stringify({ type: 'order.paid', timestamp, data: status })
    const mac = await crypto.subtle.sign(
      'HMAC',
      webhook,
      utf8.encode(`${nonce}.${timestamp}.${body}`),
    )
    const told = await fetch(`${env.SERVICE_URL}/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': nonce,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${base64(mac)}`,
      },
      body,
    })
    return new Response(null, { status: told.ok ? 200 : 502 })
  },
}
