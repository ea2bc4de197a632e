import {
  checkWalletLink,
  confirmOrder,
  createOnlineTransaction,
  gatewayTopUpPoints,
  linkWallet,
  queryGiftCodeOrder,
  queryOrderV2,
  transferMoney,
} from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { describe, expect, it } from 'vitest'
import { isSignatureOf, keyCode, merchant } from '../test/merchant.ts'
import { answers, breaks, scriptedPeer, type Step } from '../test/scripted-peer.ts'
import { call } from './call.ts'
import { RedactedHooks } from './client-hooks.ts'
import { createClient, type ClientOptions } from './client.ts'

async function against(options: Partial<ClientOptions>, ...steps: Step[]) {
  const peer = scriptedPeer(...steps)
  const paymentUrl = 'https://pay.service.example'
  return {
    peer,
    client: createClient(await merchant({ fetch: peer.fetch, paymentUrl, ...options })),
  }
}

const point = { method: 'POINT', amount: '20' }

function bodyOf(text: string | undefined): Map<string, unknown> {
  return new Map(Object.entries(JSON.parse(text ?? '{}') as object))
}

function base64Of(signature: string, encoding: string): string {
  if (encoding === 'base64') return signature
  const buffer =
    encoding === 'hex' ? signature.match(/../g)?.map((byte) => parseInt(byte, 16)) : null
  if (buffer) return btoa(String.fromCharCode(...buffer))
  const padded = signature.replaceAll('-', '+').replaceAll('_', '/')
  return padded.padEnd(Math.ceil(padded.length / 4) * 4, '=')
}

describe('a linked-account call', () => {
  it.each(['base64', 'base64url', 'hex'] as const)(
    'carries the signature of its values in the body, as %s (G-04)',
    async (bodySignatures) => {
      const { client, peer } = await against({ bodySignatures }, answers(4040001))

      await call(client, linkWallet, examples.linkWallet)

      const signature = String(bodyOf(peer.requests[0]?.body).get('signature'))
      const text = 'customer-1|EDGE|https://shop.example/links/1'
      expect(await isSignatureOf(text, base64Of(signature, bodySignatures))).toBe(true)
      expect(peer.requests[0]?.body.startsWith('{"signature":"')).toBe(true)
    },
  )

  it('goes to the host of linked accounts, with signed headers over the same body (G-36)', async () => {
    const { client, peer } = await against({}, answers(4040001))

    await call(client, linkWallet, examples.linkWallet)

    const [seen] = peer.requests
    const header = (name: string) => seen?.headers.get(name) ?? ''
    const path = '/oh-integration/account/v1/link-wallet'
    expect(seen?.url).toBe(`https://pay.service.example${path}`)
    const text = `${path};POST;${header('x-nonce')};${header('x-timestamp')};${keyCode};${seen?.body}`
    expect(await isSignatureOf(text, header('x-signature'))).toBe(true)
  })

  it('signs fields that the query about a link does not send (G-05)', async () => {
    const { client, peer } = await against({}, answers(200, null))

    await call(client, checkWalletLink, examples.checkWalletLink)

    const body = bodyOf(peer.requests[0]?.body)
    expect([...body.keys()]).toEqual(['signature', 'partner_code', 'link_reference_id'])
    const text = 'customer-1|EDGE|https://shop.example/links/1'
    expect(await isSignatureOf(text, String(body.get('signature')))).toBe(true)
  })

  it('can omit the signed headers (G-36), unlike every other call', async () => {
    const headers = ['x-key-code', 'x-timestamp', 'x-nonce', 'x-signature']
    const { client, peer } = await against(
      { linkedAccountHeaders: 'none' },
      answers(4040001),
      answers(4040001),
    )

    await call(client, linkWallet, examples.linkWallet)
    await call(client, queryGiftCodeOrder, examples.queryGiftCodeOrder)

    const sent = peer.requests.map((request) => headers.filter((name) => request.headers.has(name)))
    expect(sent).toEqual([[], headers])
    const signature = String(bodyOf(peer.requests[0]?.body).get('signature'))
    const text = 'customer-1|EDGE|https://shop.example/links/1'
    expect(await isSignatureOf(text, signature)).toBe(true)
  })

  it.each([
    [undefined, ''],
    ['0', '0'],
  ] as const)(
    'signs a payment without points, with noPoints %s, as "%s" (G-05)',
    async (noPoints, points) => {
      const options = noPoints === undefined ? {} : { noPoints }
      const { client, peer } = await against(options, answers(4040001))
      const request = examples.createOnlineTransaction

      await call(client, createOnlineTransaction, request)

      const text = [
        request.user_token,
        request.merchant_code,
        request.merchant_id,
        request.terminal_id,
        request.invoice_no,
        request.order_created_at,
        request.bill_amount,
        request.amount,
        points,
      ].join('|')
      const signature = String(bodyOf(peer.requests[0]?.body).get('signature'))
      expect(await isSignatureOf(text, signature)).toBe(true)
    },
  )

  it('signs the points of the item whose method is the configured one (G-06)', async () => {
    const { client, peer } = await against({ pointMethod: 'LOYALTY' }, answers(4040001))
    const payment_request_list = [{ method: 'LOYALTY', amount: '20' }]
    const request = { ...examples.createOnlineTransaction, payment_request_list }

    await call(client, createOnlineTransaction, request)

    const { user_token, merchant_code, merchant_id, terminal_id, invoice_no } = request
    const { order_created_at, bill_amount, amount } = request
    const head = [user_token, merchant_code, merchant_id, terminal_id, invoice_no]
    const text = [...head, order_created_at, bill_amount, amount, '20'].join('|')
    const signature = String(bodyOf(peer.requests[0]?.body).get('signature'))
    expect(await isSignatureOf(text, signature)).toBe(true)
  })

  it('moves the configured fields of a payment into the items of its list (G-134)', async () => {
    const purchaseFields = ['currency', 'bill_amount']
    const { client, peer } = await against(
      { purchaseFields },
      answers(4040001),
      answers(4040001),
      answers(4040001),
    )
    const { createOnlineTransaction: request } = examples
    const items = [
      { method: 'WALLET', amount: '1000' },
      { method: 'POINT', amount: '2' },
    ]

    await call(client, createOnlineTransaction, { ...request, payment_request_list: items })
    await call(client, createOnlineTransaction, request)
    await call(client, linkWallet, examples.linkWallet)

    const [listed, bare, other] = peer.requests.map(({ body }) => bodyOf(body))
    const moved = { currency: request.currency, bill_amount: request.bill_amount }
    expect(listed?.get('payment_request_list')).toEqual(
      items.map((item) => ({ ...moved, ...item })),
    )
    expect([...(listed?.keys() ?? [])]).not.toContain('bill_amount')
    expect(bare?.get('payment_request_list')).toEqual([moved])
    expect(other?.has('payment_request_list')).toBe(false)
  })

  it.each([
    ['money without an item', { amount: '30000', payment_request_list: [point] }],
    ['an empty list', { amount: '30000', payment_request_list: [] }],
  ])(
    'sends no payment that would lose its amount on the way: %s (G-134)',
    async (_about, fields) => {
      const { client, peer } = await against({ purchaseFields: ['amount'] })
      const request = { ...examples.createOnlineTransaction, ...fields }

      await expect(call(client, createOnlineTransaction, request)).rejects.toThrow(
        'payment_request_list: no item has the amount of the payment',
      )
      expect(peer.requests).toEqual([])
    },
  )

  it('sends a payment by points alone, whose money of 0 is in no item (G-134)', async () => {
    const { client, peer } = await against({ purchaseFields: ['amount'] }, answers(4040001))
    const fields = { amount: '0', payment_request_list: [point] }

    await call(client, createOnlineTransaction, { ...examples.createOnlineTransaction, ...fields })

    const body = bodyOf(peer.requests[0]?.body)
    expect(body.get('payment_request_list')).toEqual([point])
    expect(body.has('amount')).toBe(false)
  })

  it('returns the request_id of an answer (4.11)', async () => {
    const { client } = await against(
      {},
      () => Response.json({ meta: { code: 4040001, request_id: 'R-7' } }),
      answers(4040001),
    )

    const named = await call(client, confirmOrder, examples.confirmOrder)
    const unnamed = await call(client, confirmOrder, examples.confirmOrder)

    expect(named.requestId).toBe('R-7')
    expect(unnamed.requestId).toBeUndefined()
  })

  it('is refused when no host of linked accounts is configured', async () => {
    const peer = scriptedPeer()
    const client = createClient(await merchant({ fetch: peer.fetch }))

    await expect(call(client, linkWallet, examples.linkWallet)).rejects.toThrow(
      'linkWallet: createClient needs paymentUrl',
    )
    expect(peer.requests).toEqual([])
  })

  it('refuses a value that contains the separator of the signed text', async () => {
    const { client, peer } = await against({})
    const request = { ...examples.linkWallet, partner_user_id: 'a|b' }

    await expect(call(client, linkWallet, request)).rejects.toThrow(TypeError)
    expect(peer.requests).toEqual([])
  })

  it('hides the token and the signature from hooks', async () => {
    const seen: unknown[] = []
    const hooks = new RedactedHooks({ onRequest: (event) => seen.push(event) })
    const { client } = await against({ hooks }, answers(4040001))

    await call(client, createOnlineTransaction, examples.createOnlineTransaction)

    expect(seen).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain('token-of-the-linked-wallet')
  })
})

it('a request to link is not retried: a second one would make a second link under the same address', async () => {
  const { client, peer } = await against({}, breaks)

  await expect(call(client, linkWallet, examples.linkWallet)).rejects.toMatchObject({
    sent: 'maybe',
    attempts: 1,
  })
  expect(peer.requests).toHaveLength(1)
})

describe('a call that could move money twice', () => {
  it.each([transferMoney, createOnlineTransaction])('is never retried: $name', async (endpoint) => {
    const { client, peer } = await against({}, breaks)
    const request = examples[endpoint.name as 'transferMoney']

    const failed = call(client, endpoint as typeof transferMoney, request)

    await expect(failed).rejects.toMatchObject({
      code: 'ERR_NETWORK',
      sent: 'maybe',
      attempts: 1,
    })
    expect(peer.requests).toHaveLength(1)
  })

  it('names who can tell the outcome, for a transfer', async () => {
    const { client } = await against({}, breaks)

    await expect(call(client, transferMoney, examples.transferMoney)).rejects.toThrow(
      'do not send it again. The daily file or support can tell; no query can.',
    )
  })

  it('is not retried when the service answers with an error of its own either', async () => {
    const { client, peer } = await against({}, answers(5000001))

    const answer = await call(client, transferMoney, examples.transferMoney)

    expect(answer).toMatchObject({ outcome: 'refused', applied: 'maybe', retry: 'never' })
    expect(peer.requests).toHaveLength(1)
  })
})

describe('the gateway (G-03)', () => {
  const names = ['X-API-Code', 'X-Merchant-ID', 'X-Terminal-ID']

  it('gets its parameters as headers', async () => {
    const { client, peer } = await against({}, answers(200))

    const answer = await call(client, gatewayTopUpPoints, examples.gatewayTopUpPoints)

    const [seen] = peer.requests
    expect(answer).toMatchObject({ outcome: 'accepted', data: undefined })
    expect(names.map((name) => seen?.headers.get(name))).toEqual([
      'mi_v1_loyalty_transaction_topup',
      'EDGE-STORE-1',
      'EDGE-POS-1',
    ])
    expect(seen?.body).toBe(
      '{"phone_no":"0900000001","point_amount":100,"invoice_no":"INVOICE-0001","send_receipt":false}',
    )
  })

  it('gets them in the body when that is configured', async () => {
    const { client, peer } = await against({ gatewayParameters: 'body' }, answers(200))

    await call(client, gatewayTopUpPoints, examples.gatewayTopUpPoints)

    const [seen] = peer.requests
    expect(names.map((name) => seen?.headers.has(name))).toEqual([false, false, false])
    expect(seen?.body).toBe(
      '{"X-API-Code":"mi_v1_loyalty_transaction_topup","X-Merchant-ID":"EDGE-STORE-1","X-Terminal-ID":"EDGE-POS-1","phone_no":"0900000001","point_amount":100,"invoice_no":"INVOICE-0001","send_receipt":false}',
    )
  })
})

it('calls the path that is configured for a service with another one (G-17)', async () => {
  const path = '/merchant-integration/v1/loyalty/giftcode/orders'
  const { client, peer } = await against({ paths: { queryGiftCodeOrder: path } }, answers(4040001))

  await call(client, queryGiftCodeOrder, examples.queryGiftCodeOrder)

  expect(new URL(peer.requests[0]?.url ?? '').pathname).toBe(path)
})

it('refuses a configured path without the path fields of the request (G-17)', async () => {
  const paths = { queryOrderV2: '/merchant-integration/v2/orders' }
  const { client, peer } = await against({ paths }, answers(4040001))

  await expect(call(client, queryOrderV2, { order_id: 'A-1' })).rejects.toThrow(
    'its path must hold {order_id}',
  )
  expect(peer.requests).toEqual([])
})
