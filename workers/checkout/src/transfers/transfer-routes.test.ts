import type { TransferView } from '@merchant-edge/orders/webhook'
import { describe, expect, it } from 'vitest'
import { ask, askAsShop, json, now } from '../../test/ask-checkout.ts'

it.each([
  ['POST', '/transfers'],
  ['GET', '/transfers/T1'],
])('%s %s requires the secret of the shop', async (method, path) => {
  const { response, calls } = await ask(path, { method })

  expect(response.status).toBe(401)
  expect(calls).toEqual([])
})

describe('/transfers', () => {
  const asked = { id: 'T1', amountVnd: 50_000, receiverPhone: '0900000123' }
  const transfer: TransferView = {
    ...asked,
    reference: 'r1',
    state: 'succeeded',
    version: 2,
    receiverPhone: '*******123',
    description: '',
    createdAt: now,
    updatedAt: now,
  }

  it.each([
    ['succeeded', 200],
    ['requested', 202],
    ['unknown', 202],
    ['refused', 422],
  ] as const)('answers a transfer that is %s with %i', async (state, status) => {
    const { response, calls } = await ask('/transfers', {
      ...json(asked),
      orders: { transfer: async () => ({ outcome: 'known', transfer: { ...transfer, state } }) },
    })

    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('0900000')
    expect(calls).toEqual([['transfer', asked]])
  })

  it.each([
    [true, 'Set the key. Then send the same transfer again: its id is usable.'],
    [false, 'Set the key.'],
  ])('returns whether the id of a refused transfer is usable (%s)', async (idReusable, remedy) => {
    const refusal = { code: 1, reason: 'why', remedy: 'Set the key.', idReusable }
    const { response } = await ask('/transfers', {
      ...json(asked),
      orders: {
        transfer: async () => ({
          outcome: 'known',
          transfer: { ...transfer, state: 'refused', refusal },
        }),
      },
    })

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: { remedy },
      transfer: { refusal: { idReusable } },
    })
  })

  it.each([
    [{ of: 'transfer', vnd: 5_000_000 }, 'transfer_over_limit', '5000000 VND at most'],
    [{ of: 'day', vnd: 9_000_000, day: '2030-03-17' }, 'transfer_day_limit', 'of 2030-03-17'],
  ] as const)(
    'names the limit that a transfer would exceed: %j',
    async (limit, reason, message) => {
      const { response } = await ask('/transfers', {
        ...json(asked),
        orders: { transfer: async () => ({ outcome: 'over_limit', limit }) },
      })

      expect(response.status).toBe(422)
      expect(await response.json()).toEqual({
        outcome: 'over_limit',
        limit,
        error: { reason, message: expect.stringContaining(message), remedy: expect.any(String) },
      })
    },
  )

  it('answers an id of another transfer with 409', async () => {
    const { response } = await ask('/transfers', {
      ...json(asked),
      orders: {
        transfer: async () => ({ outcome: 'conflict', differs: ['receiverPhone'], transfer }),
      },
    })

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      outcome: 'conflict',
      error: { reason: 'transfer_id_taken', fields: ['receiverPhone'] },
    })
  })

  it.each([
    { ...asked, amountVnd: 0 },
    { ...asked, amountVnd: 1.5 },
    { ...asked, amountVnd: '50000' },
    { ...asked, receiverPhone: '900000123' },
    { ...asked, id: '' },
    { ...asked, description: 'x'.repeat(256) },
    { ...asked, amount: 1 },
  ])('refuses the body %j', async (body) => {
    const { response, calls } = await ask('/transfers', json(body))

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })

  it('returns a transfer, or 404 without one', async () => {
    const found = await askAsShop('/transfers/T1', {
      orders: { findTransfer: async () => transfer },
    })
    const none = await askAsShop('/transfers/T1', { orders: { findTransfer: async () => null } })

    expect(await found.response.json()).toEqual(transfer)
    expect(none.response.status).toBe(404)
  })
})
