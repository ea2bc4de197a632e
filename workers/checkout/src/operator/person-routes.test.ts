import { describe, expect, it } from 'vitest'
import { askAsOperator } from '../../test/ask-checkout.ts'

const reason = 'asked for it on 3 May'
const person = { customerId: 'C-17', phone: '0900000123' }
const kept = {
  links: [],
  orders: [],
  refunds: [],
  proposals: [],
  transfers: [],
  isCutOff: false,
}
const erased = { outcome: 'erased', links: 1, orders: 2, transfers: 3 } as const

describe('POST /operator/persons/export', () => {
  it('returns the stored data of the person that the body names', async () => {
    const { response, calls } = await askAsOperator('/operator/persons/export', {
      json: person,
      operatorMoney: { exportPerson: async () => kept },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(kept)
    expect(calls).toEqual([['exportPerson', person]])
  })
})

describe('POST /operator/persons/erase', () => {
  const path = '/operator/persons/erase'

  it('erases with the name of the operator, whatever the body says', async () => {
    const { response, calls } = await askAsOperator(path, {
      json: { ...person, reason },
      operatorMoney: { erasePerson: async () => erased },
    })
    const forged = await askAsOperator(path, { json: { ...person, reason, staffId: 'other' } })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(erased)
    expect(calls).toEqual([['erasePerson', person, { reason, staffId: 'an' }]])
    expect([forged.response.status, forged.calls]).toEqual([400, []])
  })

  it.each([
    [{ outcome: 'linked' }, 'wallet_linked', {}],
    [{ outcome: 'open', orders: ['A-1'], transfers: [] }, 'payments_open', { orders: ['A-1'] }],
  ] as const)('answers %j with a conflict', async (outcome, named, more) => {
    const { response } = await askAsOperator(path, {
      json: { ...person, reason },
      operatorMoney: { erasePerson: async () => outcome },
    })

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: { reason: named }, ...more })
  })

  it.each([
    { reason },
    person,
    { ...person, reason: '' },
    { customerId: 'a b', reason },
    { phone: '+84900000123', reason },
    { ...person, reason, also: 1 },
  ])('refuses %j', async (body) => {
    const { response, calls } = await askAsOperator(path, { json: body })

    expect([response.status, calls]).toEqual([400, []])
  })
})
