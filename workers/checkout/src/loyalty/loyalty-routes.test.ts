import type { LoyaltyOutcome } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { ask, askAsShop, json } from '../../test/ask-checkout.ts'

const member = { member: { member_code: 'M-1' }, tier_info: { tier_code: 'GOLD' } }
const refused = { outcome: 'refused', code: 401006, applied: 'no' } as const
const words = { reason: 'customer_id_invalid', cause: 'No customer.', remedy: 'Check it.' }

describe('POST /loyalty/{call}', () => {
  it('passes the fields on and returns the data', async () => {
    const { response, calls } = await ask('/loyalty/getMembership', {
      ...json({ id_type: 'MOBILE', identity: '0900000001' }),
      loyalty: async () => ({ outcome: 'accepted', data: member }),
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ outcome: 'accepted', data: member })
    expect(calls).toEqual([['getMembership', { id_type: 'MOBILE', identity: '0900000001' }]])
  })

  it.each<[string, LoyaltyOutcome, number, string | undefined]>([
    ['refused', { ...refused, ...words }, 422, 'customer_id_invalid'],
    ['unknown', { outcome: 'unknown', remedy: 'Ask again.' }, 202, undefined],
    ['invalid', { outcome: 'invalid', message: 'x: y is required' }, 400, 'invalid_field'],
    [
      'of another request',
      { outcome: 'conflict', because: 'other_content', field: 'txn_id' },
      409,
      'loyalty_id_taken',
    ],
    [
      'from elsewhere',
      { outcome: 'conflict', because: 'used_elsewhere', field: 'txn_id' },
      409,
      'loyalty_id_taken',
    ],
    ['no call', { outcome: 'not_found', calls: ['getMembership'] }, 404, 'call_unknown'],
  ])('answers a call that is %s', async (_what, outcome, status, reason) => {
    const { response } = await ask('/loyalty/x', { ...json({}), loyalty: async () => outcome })

    const body = await response.json<{ error?: { reason: string; remedy: string } }>()
    expect(response.status).toBe(status)
    expect(body.error?.reason).toBe(reason)
    if (reason !== undefined) expect(body.error?.remedy).toMatch(/\S/)
  })

  it('does not advise a new id when a lost request may have taken effect', async () => {
    const taken: LoyaltyOutcome = {
      outcome: 'conflict',
      because: 'used_elsewhere',
      field: 'txn_id',
    }
    const { response } = await ask('/loyalty/x', { ...json({}), loyalty: async () => taken })

    const body = await response.json<{ error: { remedy: string } }>()
    expect(body.error.remedy).toMatch(/If it was this very request.*it is done.*[Oo]nly otherwise/)
  })

  it('says what to do when the orders Worker does not answer', async () => {
    const { response } = await ask('/loyalty/getMembership', json({}))

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
  })

  it.each(['[]', '"text"', '{'])('refuses the body %s', async (body) => {
    const { response, calls } = await ask('/loyalty/getMembership', { ...json({}), body })

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })

  it.each([
    ['objects', '{"a":'.repeat(2700) + '1' + '}'.repeat(2700)],
    ['lists', `{"txn_id":${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['one level too many', `{"txn_id":${'['.repeat(32)}${']'.repeat(32)}}`],
  ])('refuses a body that is nested too deeply: %s', async (_what, body) => {
    const { response, calls } = await ask('/loyalty/topUpPoints', { ...json({}), body })

    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/invalid_field.*must not be nested deeper than 32 levels/)
    expect(calls).toEqual([])
  })

  it('accepts a body of 32 levels', async () => {
    const body = `{"txn_id":${'['.repeat(31)}${']'.repeat(31)}}`
    const { response } = await ask('/loyalty/topUpPoints', {
      ...json({}),
      body,
      loyalty: async () => ({ outcome: 'accepted', data: {} }),
    })

    expect(response.status).toBe(200)
  })

  it('refuses another method', async () => {
    const { response } = await askAsShop('/loyalty/getMembership')

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  it('requires the secret', async () => {
    const { response, calls } = await ask('/loyalty/getMembership', { method: 'POST', body: '{}' })

    expect(response.status).toBe(401)
    expect(calls).toEqual([])
  })
})
