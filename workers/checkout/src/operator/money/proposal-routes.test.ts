import type { RefundProposal } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { askAsOperator, now } from '../../../test/ask-checkout.ts'

const proposal: RefundProposal = {
  id: 'R1',
  orderId: 'ORDER-1',
  state: 'proposed',
  vnd: 2_000_000,
  points: 0,
  reason: 'damaged on the way',
  proposedBy: 'binh',
  createdAt: now - 60,
  expiresAt: now + 86_340,
}
const decision = { staffId: 'chi', reason: 'seen the photos', at: now }
const reason = 'asked for too much'

describe('proposed refunds', () => {
  it('are listed by store, also for the role view', async () => {
    const { response, calls } = await askAsOperator('/operator/proposals?storeCode=S1&posCode=T1', {
      as: 'view',
      operatorView: { listProposals: async () => [proposal] },
    })

    expect(await response.json()).toEqual({ proposals: [proposal] })
    expect(calls).toEqual([['listProposals', { storeCode: 'S1', posCode: 'T1' }]])
  })

  it.each(['state=proposed', 'limit=1', 'storeCode=', 'posCode=two%20words'])(
    'refuse the filter ?%s',
    async (query) => {
      const { response, calls } = await askAsOperator(`/operator/proposals?${query}`)

      expect(response.status).toBe(400)
      expect(calls).toEqual([])
    },
  )

  it.each([
    [proposal, 'R1', 200],
    [null, 'R1', 404],
    [null, 'two%20words', 404],
  ])('are returned by their id (%#)', async (found, id, status) => {
    const { response } = await askAsOperator(`/operator/proposals/${id}`, {
      as: 'view',
      operatorView: { findProposal: async () => found },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(
      found ?? { error: { reason: 'proposal_not_found' } },
    )
  })
})

describe('the refusal of a proposed refund', () => {
  it('records the name of the token, never one of the body', async () => {
    const refused = { ...proposal, state: 'refused' as const, decision }
    const operatorMoney = {
      refuseProposal: async () => ({ outcome: 'refused' as const, proposal: refused }),
    }
    const done = await askAsOperator('/operator/proposals/R1/refuse', {
      json: { reason },
      operatorMoney,
    })
    const forged = await askAsOperator('/operator/proposals/R1/refuse', {
      json: { reason, staffId: 'chi' },
      operatorMoney,
    })

    expect(done.response.status).toBe(200)
    expect(done.calls).toEqual([['refuseProposal', 'R1', { reason, staffId: 'an' }]])
    expect(forged.response.status).toBe(400)
    expect(forged.calls).toEqual([])
  })

  it.each(['view', 'person'] as const)('is refused for the token "%s"', async (as) => {
    const { response, calls } = await askAsOperator('/operator/proposals/R1/refuse', {
      as,
      json: { reason },
    })

    expect(response.status).toBe(403)
    expect(calls).toEqual([])
  })

  it.each([
    [{ ...proposal, state: 'approved' as const, decision }, 'chi has approved'],
    [{ ...proposal, state: 'refused' as const, decision }, 'chi has refused'],
    [{ ...proposal, state: 'expired' as const }, 'has expired'],
  ])('of a closed one returns its outcome (%#)', async (found, said) => {
    const { response } = await askAsOperator('/operator/proposals/R1/refuse', {
      json: { reason },
      operatorMoney: { refuseProposal: async () => ({ outcome: 'not_open', proposal: found }) },
    })

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      proposal: found,
      error: {
        reason: 'proposal_not_open',
        message: expect.stringContaining(said),
        remedy: expect.stringContaining('GET /operator/proposals/R1'),
      },
    })
  })

  it.each(['R9', 'two%20words'])('of %s, which is not a proposal, is answered 404', async (id) => {
    const { response } = await askAsOperator(`/operator/proposals/${id}/refuse`, {
      json: { reason },
      operatorMoney: { refuseProposal: async () => ({ outcome: 'not_found' }) },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'proposal_not_found' } })
  })
})

describe('an approval', () => {
  it('is possible at no address, for no token', async () => {
    const { response, calls } = await askAsOperator('/operator/proposals/R1/approve', {
      json: { reason },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'path_unknown' } })
    expect(calls).toEqual([])
  })
})
