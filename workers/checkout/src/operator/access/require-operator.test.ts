import { describe, expect, it } from 'vitest'
import {
  ask,
  askAsOperator,
  askAsShop,
  operatorTokens,
  secret,
} from '../../../test/ask-checkout.ts'
import { hexDigestOf } from '../../api/secret-digest.ts'

const hex = '0'.repeat(64)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('who may use /operator', () => {
  it.each([
    ['nobody', {}],
    ['the shop', bearer(secret)],
    ['a token that nobody has', bearer('token-of-somebody-else')],
    ['the digest instead of the token', bearer(hex)],
    ['another scheme', { authorization: `Basic ${operatorTokens.money}` }],
    ['a scheme before the scheme', { authorization: `Basic Bearer ${operatorTokens.money}` }],
    ['a token with more behind it', { authorization: `Bearer ${operatorTokens.money} more` }],
    ['the token of a sign-in with more before it', bearer(`xmes_${'t'.repeat(43)}`)],
    ['the token of a sign-in with more behind it', bearer(`mes_${'t'.repeat(44)}`)],
  ])('%s is refused', async (_who, headers) => {
    const { response, calls } = await ask('/operator/alerts', { headers })

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(calls).toEqual([])
  })

  it.each(['view', 'money'] as const)('an operator with the role %s may read', async (as) => {
    const { response, lines } = await askAsOperator('/operator/alerts', {
      as,
      operatorView: { listAlerts: async () => ({ alerts: [] }) },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ alerts: [] })
    expect(lines).toMatchObject([{ code: 'operator_let_in', operator: expect.any(String) }])
    expect(JSON.stringify(lines)).not.toContain(operatorTokens[as])
  })

  it('accepts the old and the new token of an operator during a replacement', async () => {
    const tokens = ['token-of-an-so-far', 'token-of-an-from-now-on']
    const entries = tokens.map(async (token) => {
      return {
        name: 'an',
        role: 'money',
        holder: 'program',
        token_sha256: await hexDigestOf(token),
      }
    })
    const OPERATORS = JSON.stringify(await Promise.all(entries))

    const answers = tokens.map(async (token) => {
      const { response } = await ask('/operator/me', { headers: bearer(token), env: { OPERATORS } })
      return response.json()
    })

    const an = { name: 'an', role: 'money' }
    expect(await Promise.all(answers)).toEqual([an, an])
  })

  it('reads an entry without a holder as that of a person', async () => {
    const holders = [{}, { holder: 'person' }]
    const entries = holders.map(async (holder, index) => {
      return { name: 'dung', role: 'money', ...holder, token_sha256: await hexDigestOf(`${index}`) }
    })
    const env = { OPERATORS: JSON.stringify(await Promise.all(entries)) }

    for (const headers of [bearer('0'), bearer('1')]) {
      const me = await ask('/operator/me', { headers, env })
      const acted = await ask('/operator/alerts/1/close', { method: 'POST', headers, env })

      expect(await me.response.json()).toEqual({ name: 'dung', role: 'view' })
      expect(await acted.response.json()).toMatchObject({ error: { reason: 'sign_in_needed' } })
    }
  })

  it('an operator with the role view may send HEAD', async () => {
    const { response } = await askAsOperator('/operator/me', { as: 'view', method: 'HEAD' })

    expect(response.status).toBe(200)
  })

  it('passes on the name of the operator', async () => {
    const { response } = await askAsOperator('/operator/me', { as: 'view' })

    expect(await response.json()).toEqual({ name: 'binh', role: 'view' })
  })

  it.each([
    '/operator/transfers/T1/settle',
    '/operator/orders/O1/payments/r1/settle',
    '/operator/orders/O1/refunds',
    '/operator/orders/O1/refunds/R1/settle',
    '/operator/callbacks/1/replay',
    '/operator/runs/2026-09-01/force',
    '/operator/alerts/1/acknowledge',
    '/operator/alerts/1/close',
  ])('the role view is refused: POST %s', async (path) => {
    const { response, calls } = await askAsOperator(path, { as: 'view', json: { reason: 'why' } })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: { reason: 'role_missing', message: expect.stringContaining('"money"') },
    })
    expect(calls).toEqual([])
  })

  it.each([
    '/operator/transfers/T1/settle',
    '/operator/orders/O1/refunds',
    '/operator/callbacks/1/replay',
    '/operator/persons/export',
    '/operator/alerts/1/close',
  ])('the token of a person with the role money is refused: POST %s', async (path) => {
    const { response, calls } = await askAsOperator(path, { as: 'person', json: { reason: 'why' } })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: {
        reason: 'sign_in_needed',
        remedy: expect.stringContaining('merchant-edge sign-in'),
      },
    })
    expect(calls).toEqual([])
  })

  it('the token of a person with the role money may read', async () => {
    const { response } = await askAsOperator('/operator/me', { as: 'person' })

    expect(await response.json()).toEqual({ name: 'chi', role: 'view' })
  })

  it('a token of an operator is not accepted as the secret of the shop', async () => {
    const { response } = await ask('/orders/ORDER-1', { headers: bearer(operatorTokens.money) })

    expect(response.status).toBe(401)
  })

  it('the secret of the shop is not accepted for verdicts', async () => {
    const { response } = await askAsShop('/transfers/T1/settle', { method: 'POST' })

    expect(response.status).toBe(404)
  })

  it('answers an unknown address of an operator with JSON', async () => {
    const { response } = await askAsOperator('/operator/nothing')

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'path_unknown' } })
  })
})

describe('OPERATORS', () => {
  it.each([
    ['', 'is missing'],
    ['{', 'is not JSON'],
    ['{}', 'is no JSON list'],
    ['[]', 'names nobody'],
    [JSON.stringify([{ name: 'an', role: 'all', token_sha256: hex }]), '0.role is neither'],
    [JSON.stringify([{ name: 'a n', role: 'view', token_sha256: hex }]), '0.name is not 1 to 64'],
    [
      JSON.stringify([{ name: 'an', role: 'view', token_sha256: 'secret' }]),
      'is not 64 hex digits',
    ],
    [
      JSON.stringify([{ name: 'an', role: 'view', token_sha256: `0${hex}` }]),
      'is not 64 hex digits',
    ],
    [JSON.stringify([{ name: 'an', role: 'view' }]), '0.token_sha256 is missing'],
    [
      JSON.stringify([{ name: 'an', role: 'view', token_sha256: hex, x: 1 }]),
      '0.x is missing, unknown',
    ],
    [
      JSON.stringify([
        { name: 'an', role: 'view', token_sha256: hex },
        { name: 'an', role: 'money', token_sha256: '1'.repeat(64) },
      ]),
      'the same name with two roles',
    ],
    [
      JSON.stringify([{ name: 'an', role: 'money', holder: 'machine', token_sha256: hex }]),
      '0.holder is neither',
    ],
    [
      JSON.stringify([
        { name: 'an', role: 'money', token_sha256: hex },
        { name: 'an', role: 'money', holder: 'program', token_sha256: '1'.repeat(64) },
      ]),
      'the same name for a person and a program',
    ],
    [
      JSON.stringify(
        ['1', '2', '3'].map((digit) => ({
          name: 'an',
          role: 'view',
          token_sha256: digit.repeat(64),
        })),
      ),
      'the same name more than twice',
    ],
    [
      JSON.stringify([
        { name: 'an', role: 'view', token_sha256: hex },
        { name: 'binh', role: 'money', token_sha256: hex },
      ]),
      'the same token_sha256 twice',
    ],
  ])('is refused as %j, and the log says how to make an entry', async (OPERATORS, problem) => {
    const { response, lines } = await ask('/operator/alerts', {
      headers: bearer(operatorTokens.view),
      env: { OPERATORS },
    })

    expect(response.status).toBe(503)
    expect(lines).toEqual([{ event: 'not_configured', detail: expect.stringContaining(problem) }])
    expect(JSON.stringify(lines)).toContain('merchant-edge operators add')
    expect(JSON.stringify(lines)).not.toContain('secret\\"')
  })
})
