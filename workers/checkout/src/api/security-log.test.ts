import { describe, expect, it } from 'vitest'
import type { LogLine } from '../checkout-options.ts'
import { createCheckout } from '../create-checkout.ts'
import {
  ask,
  json,
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
  [
    'operator_token_wrong',
    '/operator/me',
    { headers: bearer(`mes_${'A'.repeat(43)}`), signIns: { findSignIn: async () => null } },
  ],
  [
    'operator_sign_in_needed',
    '/operator/alerts/1/acknowledge',
    { headers: bearer(operatorTokens.person), method: 'POST' },
  ],
  [
    'sign_in_code_wrong',
    '/operator/sign-ins',
    {
      ...json({ code: 'SECRET-TOKEN-of-somebody'.padEnd(43, '-'), verifier: 'V'.repeat(43) }),
      signIns: { redeemCode: async () => null },
    },
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
  it.each(events)('has a line about %s at %s, without a secret', async (code, path, question) => {
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

  it('has one line in five minutes about an authenticated shop, by network and secret', async () => {
    const previous = 'the-secret-of-the-shop-before'
    const lines: LogLine[] = []
    let ms = 0
    const app = createCheckout({ writeLog: (line) => lines.push(line), now: () => ms })
    const bindings = { CHECKOUT_SECRET: secret, CHECKOUT_SECRET_PREVIOUS: previous }
    const send = (value: string, address: string) =>
      app.request(
        '/orders',
        { headers: { ...bearer(value), 'cf-connecting-ip': address } },
        bindings,
      )
    const told = () =>
      lines
        .splice(0)
        .map((line) => [
          line.code,
          'secret' in line && line.secret,
          'network' in line && line.network,
        ])

    for (let count = 0; count < 50; count += 1) await send(secret, `192.0.2.${count}`)
    await send(secret, '198.51.100.7')
    await send(previous, '192.0.2.1')
    const first = told()
    ms += 5 * 60 * 1000 - 1
    await send(secret, '192.0.2.1')
    const second = told()
    ms += 1
    await send(secret, '192.0.2.1')

    expect(first).toEqual([
      ['bearer_let_in', 'CHECKOUT_SECRET', '192.0.2.0/24'],
      ['bearer_let_in', 'CHECKOUT_SECRET', '198.51.100.0/24'],
      ['bearer_let_in', 'CHECKOUT_SECRET_PREVIOUS', '192.0.2.0/24'],
    ])
    expect(second).toEqual([])
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(told()).toEqual([['bearer_let_in', 'CHECKOUT_SECRET', '192.0.2.0/24']])
  })

  it('names the pattern of an address, not the address', async () => {
    const { lines } = await ask('/orders/ORDER-1/refunds', { method: 'POST' })

    expect(lines).toEqual([
      { event: 'security', code: 'bearer_missing', method: 'POST', route: '/orders/:id/refunds' },
    ])
  })

  it('masks the message of an error', async () => {
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
