import { describe, expect, it } from 'vitest'
import { askAsOperator, now, orderView } from '../../../test/ask-checkout.ts'

const reason = 'the rest was paid in the shop'
const path = '/operator/orders/ORDER-1/disputed-payments/T1/accept'

describe('a disputed payment', () => {
  it('is accepted in the name of the operator, whatever the body says', async () => {
    const order = orderView({ state: 'paid' })
    const { response, calls } = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { acceptDispute: async () => ({ outcome: 'settled', order }) },
    })
    const forged = await askAsOperator(path, { json: { reason, staffId: 'somebody else' } })
    const other = await askAsOperator(path, { json: { reason, transactionId: 'T2' } })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ outcome: 'settled', order })
    const verdict = { reason, staffId: 'an', transactionId: 'T1' }
    expect(calls).toEqual([['acceptDispute', 'ORDER-1', verdict]])
    expect([forged, other].map((asked) => asked.response.status)).toEqual([400, 400])
    expect([...forged.calls, ...other.calls]).toEqual([])
  })

  it('is named by any transaction id of the service', async () => {
    const transactionId = 'T/1%2F giao dịch'.replaceAll(' ', '_')
    const { calls } = await askAsOperator(path.replace('T1', encodeURIComponent(transactionId)), {
      json: { reason },
      operatorMoney: { acceptDispute: async () => ({ outcome: 'not_found' }) },
    })

    expect(calls).toEqual([['acceptDispute', 'ORDER-1', { reason, staffId: 'an', transactionId }]])
  })

  it.each([
    [{ outcome: 'not_unknown', order: orderView() }, 409, 'not_acceptable', { order: {} }],
    [{ outcome: 'not_found' }, 404, 'payment_not_found', {}],
  ] as const)('that comes to %j is answered so', async (outcome, status, named, more) => {
    const { response } = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { acceptDispute: async () => outcome },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { reason: named }, ...more })
  })

  it.each(['two%20words', 'a%3Bb', 'T'.repeat(65)])(
    'cannot have the transaction id %s',
    async (name) => {
      const { response, calls } = await askAsOperator(path.replace('T1', name), {
        json: { reason },
      })

      expect(response.status).toBe(404)
      expect(calls).toEqual([])
    },
  )

  it.each([{}, { reason: '' }, { reason: 'x'.repeat(256) }])(
    'is not accepted with the body %j',
    async (body) => {
      const { response, calls } = await askAsOperator(path, { json: body })

      expect(response.status).toBe(400)
      expect(calls).toEqual([])
    },
  )

  it('is accepted in the place of one that was never made', async () => {
    const order = orderView({ state: 'paid' })
    const { calls } = await askAsOperator(path, {
      json: { reason, insteadOf: 'X1' },
      operatorMoney: { acceptDispute: async () => ({ outcome: 'settled', order }) },
    })
    const refused = await askAsOperator(path, {
      json: { reason, insteadOf: 'X1' },
      operatorMoney: { acceptDispute: async () => ({ outcome: 'not_unknown', order }) },
    })
    const odd = await askAsOperator(path, { json: { reason, insteadOf: 'two words' } })

    const verdict = { reason, insteadOf: 'X1', staffId: 'an', transactionId: 'T1' }
    expect(calls).toEqual([['acceptDispute', 'ORDER-1', verdict]])
    expect(refused.response.status).toBe(409)
    expect(await refused.response.json()).toMatchObject({
      error: { reason: 'not_acceptable', message: expect.stringContaining('a person alone') },
    })
    expect(odd.response.status).toBe(400)
    expect(await odd.response.json()).toMatchObject({ error: { fields: ['insteadOf'] } })
    expect(odd.calls).toEqual([])
  })

  it('cannot be accepted by the role view', async () => {
    const { response, calls } = await askAsOperator(path, { as: 'view', json: { reason } })

    expect(response.status).toBe(403)
    expect(calls).toEqual([])
  })

  it('cannot be accepted by GET', async () => {
    const { response } = await askAsOperator(path)

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('is open again after its release is taken back', async () => {
    const order = orderView({ state: 'disputed' })
    const { response, calls } = await askAsOperator(path.replace('accept', 'reopen'), {
      json: { reason },
      operatorMoney: { reopenDispute: async () => ({ outcome: 'settled', order }) },
    })
    const refused = await askAsOperator(path.replace('accept', 'reopen'), {
      json: { reason },
      operatorMoney: { reopenDispute: async () => ({ outcome: 'not_unknown', order }) },
    })

    expect(response.status).toBe(200)
    expect(calls).toEqual([
      ['reopenDispute', 'ORDER-1', { reason, staffId: 'an', transactionId: 'T1' }],
    ])
    expect(refused.response.status).toBe(409)
    expect(await refused.response.json()).toMatchObject({ error: { reason: 'not_released' } })
  })

  it('is refunded by a refund that names it', async () => {
    const transactionId = 'T2'
    const sums = {
      origin: 'shop' as const,
      returned: { vnd: 1, points: 0 },
      owed: { vnd: 0, points: 0 },
    }
    const times = { createdAt: now, updatedAt: now }
    const refund = { id: 'R1', state: 'refunded' as const, vnd: 1, points: 0, transactionId }
    const { response, calls } = await askAsOperator('/operator/orders/ORDER-1/refunds', {
      json: { id: 'R1', transactionId, vnd: 1, reason },
      operatorMoney: {
        refund: async () => ({
          outcome: 'known',
          refund: { ...refund, ...sums, ...times },
          order: orderView(),
        }),
      },
    })
    const odd = await askAsOperator('/operator/orders/ORDER-1/refunds', {
      json: { id: 'R1', transactionId: 'two words', vnd: 1, reason },
    })

    expect(response.status).toBe(200)
    const asked = { id: 'R1', transactionId, vnd: 1, reason, staffId: 'an' }
    expect(calls).toEqual([['refund', 'ORDER-1', asked]])
    expect(odd.response.status).toBe(400)
    expect(await odd.response.json()).toMatchObject({ error: { fields: ['transactionId'] } })
    expect(odd.calls).toEqual([])
  })
})

describe('a disputed payment of another order', () => {
  const release = path.replace('accept', 'release')

  it('is released in the name of the operator', async () => {
    const order = orderView({ state: 'expired' })
    const { response, calls } = await askAsOperator(release, {
      json: { reason },
      operatorMoney: { releaseDispute: async () => ({ outcome: 'settled', order }) },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ outcome: 'settled', order })
    expect(calls).toEqual([
      ['releaseDispute', 'ORDER-1', { reason, staffId: 'an', transactionId: 'T1' }],
    ])
  })

  it.each([
    [{ outcome: 'not_unknown', order: orderView() }, 409, 'not_releasable'],
    [{ outcome: 'not_found' }, 404, 'payment_not_found'],
  ] as const)('that comes to %j is answered so', async (outcome, status, named) => {
    const { response } = await askAsOperator(release, {
      json: { reason },
      operatorMoney: { releaseDispute: async () => outcome },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { reason: named } })
  })

  it('is ended as never made in the name of the operator', async () => {
    const order = orderView({ state: 'paid' })
    const { response, calls } = await askAsOperator(release, {
      json: { reason, neverMade: true },
      operatorMoney: { releaseDispute: async () => ({ outcome: 'settled', order }) },
    })
    const refused = await askAsOperator(release, {
      json: { reason, neverMade: true },
      operatorMoney: { releaseDispute: async () => ({ outcome: 'not_unknown', order }) },
    })

    expect(response.status).toBe(200)
    const verdict = { reason, neverMade: true, staffId: 'an', transactionId: 'T1' }
    expect(calls).toEqual([['releaseDispute', 'ORDER-1', verdict]])
    expect(refused.response.status).toBe(409)
    expect(await refused.response.json()).toMatchObject({
      error: { reason: 'not_releasable', message: expect.stringContaining('has named it') },
    })
  })

  it.each([
    [release, 'yes'],
    [release, 1],
    [path, true],
    [path.replace('accept', 'reopen'), true],
  ])('at %s is refused with neverMade %j', async (where, neverMade) => {
    const { response, calls } = await askAsOperator(where, { json: { reason, neverMade } })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: ['neverMade'] } })
    expect(calls).toEqual([])
  })

  it('is released only by POST and by the role money', async () => {
    const got = await askAsOperator(release, { method: 'GET' })
    const viewed = await askAsOperator(release, { as: 'view', json: { reason } })

    expect([got.response.status, viewed.response.status]).toEqual([405, 403])
    expect([...got.calls, ...viewed.calls]).toEqual([])
  })
})
