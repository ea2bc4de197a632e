import { describe, expect, it } from 'vitest'
import {
  ask,
  operatorTokens,
  orderView,
  paths,
  type Question,
  secret,
} from '../../test/ask-checkout.ts'

const token = 'SECRET-TOKEN-of-somebody'
const from = { 'cf-connecting-ip': '2001:db8:85a3:8d3::7', 'cf-ray': '8f1b2c3d4e5f6071-SIN' }
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const find = async () => orderView()

const events: readonly [code: string, path: string, question: Question][] = [
  ['bearer_missing', '/orders/ORDER-1', {}],
  ['bearer_wrong', '/orders/ORDER-1', { headers: bearer(token) }],
  ['bearer_wrong', '/transfers/T-1', { headers: { authorization: `Basic ${token}` } }],
  ['bearer_wrong', '/orders', { headers: bearer(operatorTokens.money), method: 'POST' }],
  ['operator_token_missing', '/operator/me', {}],
  ['operator_token_wrong', '/operator/me', { headers: bearer(token) }],
  ['operator_token_wrong', '/operator/me', { headers: bearer(secret) }],
  [
    'operator_role_missing',
    '/operator/alerts/1/acknowledge',
    { headers: bearer(operatorTokens.view), method: 'POST' },
  ],
  ['order_key_wrong', `/return/ORDER-1?key=${token}`, { orders: { find } }],
  ['order_key_wrong', `/pay/ORDER-1?key=${'A'.repeat(43)}`, { orders: { find } }],
  ['order_key_wrong', `/pay/ORDER-1/linked?key=${token}`, {}],
  [
    'link_token_wrong',
    `/link-callbacks/L-1/${token}`,
    { orders: { recordLinkCallback: async () => 'refused' } },
  ],
]

describe('the log', () => {
  it.each(events)('tells of %s at %s, and no secret', async (code, path, question) => {
    const headers = { ...from, ...Object.fromEntries(new Headers(question.headers)) }
    const { lines } = await ask(path, { ...question, headers })

    expect(lines).toMatchObject([
      { event: 'security', code, network: '2001:db8:85a3::/48', ray: from['cf-ray'] },
    ])
    const text = JSON.stringify(lines)
    for (const hidden of [token, secret, ...Object.values(operatorTokens), '8d3']) {
      expect(text).not.toContain(hidden)
    }
  })

  it('names the pattern of an address, not the address', async () => {
    const { lines } = await ask('/orders/ORDER-1/refunds', { method: 'POST' })

    expect(lines).toEqual([
      { event: 'security', code: 'bearer_missing', method: 'POST', route: '/orders/:id/refunds' },
    ])
  })

  it('masks what an error says', async () => {
    const { lines } = await ask(paths.status, {
      orders: {
        refreshPayment: async () => {
          throw new Error('GET https://service.example/cb/T0KEN?user_token=S3CRET for 0912345678')
        },
      },
    })

    expect(lines).toEqual([
      { event: 'request_failed', detail: 'Error: GET https://service.example/*** for *******678' },
    ])
  })
})
