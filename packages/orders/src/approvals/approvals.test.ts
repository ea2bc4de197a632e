import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { findOrder, refundOrder, settleRefundByVerdict } from '../index.ts'
import {
  approveProposal,
  findProposal,
  listProposals,
  needsApproval,
  refundByOperator,
  refuseProposal,
} from '../operators/index.ts'

const an = { reason: 'damaged on the way', staffId: 'an' }
const binh = { reason: 'seen the photos', staffId: 'binh' }
const chi = { reason: 'asked the shop', staffId: 'chi' }

function worldWith(approvalLimitVnd: number | undefined): World {
  return new World({ context: { approvalLimitVnd } })
}

/** A world with an order of 100,000 VND of which 60,000 are proposed to be returned. */
async function proposed() {
  const world = worldWith(50_000)
  const id = await world.openAndPay({ amountVnd: 100_000 })
  const outcome = await refundByOperator(world.context, id, { id: 'R1', vnd: 60_000, ...an })
  return { world, id, outcome }
}

async function linesOf(world: World, id: string) {
  const order = await findOrder(world.context, id)
  return (order?.timeline ?? [])
    .filter(({ kind }) => kind.startsWith('refund.'))
    .map(({ kind, facts }) => [kind, facts['staff_id'], facts['verdict_reason']])
}

describe('a refund of an operator', () => {
  it.each([
    [50_000, 50_000],
    [undefined, 100_000],
  ])('with the limit %s is made immediately up to %i', async (limit, vnd) => {
    const world = worldWith(limit)
    const id = await world.openAndPay({ amountVnd: 100_000 })

    const outcome = await refundByOperator(world.context, id, { id: 'R1', vnd, ...an })

    expect(outcome).toMatchObject({ outcome: 'known', refund: { state: 'refunded', vnd } })
    expect(await linesOf(world, id)).toMatchObject([
      ['refund.reserved', 'an', 'damaged on the way'],
      ['refund.settled', undefined, undefined],
    ])
  })

  it.each([
    [undefined, 'known'],
    [100_000, 'known'],
    [10_000, 'approval_needed'],
  ] as const)(
    'of an order that has changed since it was seen is not made (limit %s)',
    async (limit, otherwise) => {
      const world = worldWith(limit)
      const id = await world.openAndPay({ amountVnd: 100_000 })
      const seenVersion = (await findOrder(world.context, id))?.version ?? -1
      // The shop returns the same money for the same complaint, between the look and the refund.
      await refundOrder(world.context, id, { id: 'R-SHOP', vnd: 20_000 })
      const asked = { id: 'R1', vnd: 20_000, ...an }

      const stale = await refundByOperator(world.context, id, { ...asked, seenVersion })
      const order = await findOrder(world.context, id)
      const proposal = await findProposal(world.context, 'R1')
      const now = { seenVersion: order?.version ?? -1 }
      const seen = await refundByOperator(world.context, id, { ...asked, ...now })
      const again = await refundByOperator(world.context, id, { ...asked, ...now })

      expect(stale).toMatchObject({
        outcome: 'not_refundable',
        remedy: expect.stringContaining('has changed'),
      })
      expect([order?.refunds.map((refund) => refund.id), proposal]).toEqual([['R-SHOP'], null])
      expect([seen.outcome, again.outcome]).toEqual([otherwise, otherwise])
    },
  )

  it('of more than is left names what is left, also of an order that was seen', async () => {
    const world = worldWith(undefined)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    const seenVersion = (await findOrder(world.context, id))?.version ?? -1
    const asked = { id: 'R1', vnd: 100_001, ...an, seenVersion }

    expect(await refundByOperator(world.context, id, asked)).toMatchObject({
      outcome: 'not_refundable',
      remedy: expect.stringContaining('At most 100000 VND'),
    })
  })

  it.each([1.5, Number.NaN])('refuses %s as the version that was seen', async (seenVersion) => {
    const world = worldWith(undefined)
    const refund = { id: 'R1', vnd: 1, ...an, seenVersion }

    await expect(refundByOperator(world.context, 'O', refund)).rejects.toThrow(
      "The refund's seenVersion must be a whole number.",
    )
  })

  it('is not approved for an order that has changed since the second person saw it', async () => {
    const { world, id } = await proposed()
    const seenVersion = (await findOrder(world.context, id))?.version ?? -1
    // The shop returns money for the same complaint, between the look and the approval.
    await refundOrder(world.context, id, { id: 'R-SHOP', vnd: 40_000 })

    const stale = await approveProposal(world.context, 'R1', { ...binh, seenVersion })
    const now = await findOrder(world.context, id)
    const seen = { ...binh, seenVersion: now?.version ?? -1 }
    const made = await approveProposal(world.context, 'R1', seen)
    const again = await approveProposal(world.context, 'R1', seen)

    expect(stale).toMatchObject({
      outcome: 'order_changed',
      proposal: { id: 'R1', state: 'proposed' },
      order: { version: now?.version, refunds: [{ id: 'R-SHOP' }] },
    })
    expect(now?.refunds.map((refund) => refund.id)).toEqual(['R-SHOP'])
    expect([made.outcome, again.outcome]).toEqual(['approved', 'approved'])
  })

  it.each([1.5, Number.NaN])('refuses %s as the version that an approver saw', async (version) => {
    const world = worldWith(50_000)
    const action = { ...binh, seenVersion: version }

    await expect(approveProposal(world.context, 'NONE', action)).resolves.toEqual({
      outcome: 'not_found',
    })
    const { world: other } = await proposed()
    await expect(approveProposal(other.context, 'R1', action)).rejects.toThrow(
      "The approval's seenVersion must be a whole number.",
    )
  })

  it('above the limit becomes a proposal, and nothing is sent to the service', async () => {
    const { world, id, outcome } = await proposed()
    const again = await refundByOperator(world.context, id, { id: 'R1', vnd: 60_000, ...an })
    const other = await refundByOperator(world.context, id, { id: 'R1', vnd: 10_000, ...an })
    const order = await findOrder(world.context, id)

    const createdAt = Math.floor(world.now() / 1000)
    expect(outcome).toMatchObject({
      outcome: 'approval_needed',
      proposal: {
        id: 'R1',
        orderId: id,
        state: 'proposed',
        vnd: 60_000,
        proposedBy: 'an',
        createdAt,
        expiresAt: createdAt + 24 * 3600,
      },
    })
    const line = order?.timeline.find(({ kind }) => kind === 'refund.proposed')
    expect(line?.facts).toMatchObject({ refund_id: 'R1', vnd: 60_000, points: 0 })
    expect(line?.facts).not.toHaveProperty('transaction_id')
    expect(again).toEqual(outcome)
    expect(other).toMatchObject({ outcome: 'proposal_conflict', proposal: { vnd: 60_000 } })
    expect(order).toMatchObject({ refunds: [], refunded: { vnd: 0 }, state: 'paid' })
    expect(await linesOf(world, id)).toEqual([['refund.proposed', 'an', 'damaged on the way']])
  })

  it('counts points by their value in VND', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay(
      { amountVnd: 160_000 },
      { vnd_amount: 100_000, point_amount: 60 },
    )

    const outcome = await refundByOperator(world.context, id, { id: 'R1', points: 51, ...an })

    expect(outcome).toMatchObject({ outcome: 'approval_needed', proposal: { vnd: 0, points: 51 } })
  })

  it('counts the points of earlier refunds by their value too', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay(
      { amountVnd: 160_000 },
      { vnd_amount: 100_000, point_amount: 60 },
    )
    await refundByOperator(world.context, id, { id: 'R1', vnd: 10_000, points: 30, ...an })

    expect(await needsApproval(world.context, id, { vnd: 10_000, points: 0 })).toBe(false)
    expect(await needsApproval(world.context, id, { vnd: 0, points: 10 })).toBe(false)
    expect(await needsApproval(world.context, id, { vnd: 10_001, points: 0 })).toBe(true)
    expect(await needsApproval(world.context, id, { vnd: 1, points: 10 })).toBe(true)
  })

  it('cannot be split to stay below the limit, also by concurrent requests', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    const { context } = world
    const parts = ['R1', 'R2', 'R3'].map((refund) =>
      refundByOperator(context, id, { id: refund, vnd: 20_000, ...an }),
    )

    const outcomes = (await Promise.all(parts)).map(({ outcome }) => outcome)

    expect(outcomes.toSorted((one, two) => one.localeCompare(two))).toEqual([
      'approval_needed',
      'known',
      'known',
    ])
    expect(await needsApproval(world.context, id, { vnd: 10_000, points: 0 })).toBe(false)
    expect(await needsApproval(world.context, id, { vnd: 10_001, points: 0 })).toBe(true)
  })

  it('counts running and unknown refunds towards the limit', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    const first = await refundByOperator(world.context, id, { id: 'R1', vnd: 30_000, ...an })
    world.service.fault = () => 'none'
    const second = await refundByOperator(world.context, id, { id: 'R2', vnd: 30_000, ...an })

    expect(first).toMatchObject({ outcome: 'known', refund: { state: 'refund_unknown' } })
    expect(second).toMatchObject({ outcome: 'approval_needed' })
  })

  it('counts towards the limit of its own order only, without refunds that a second person approved', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 200_000 })
    const other = await world.openAndPay({ id: 'order-2', amountVnd: 200_000 })
    await refundByOperator(world.context, other, { id: 'O1', vnd: 60_000, ...an })
    await approveProposal(world.context, 'O1', binh)
    await refundByOperator(world.context, other, { id: 'O2', vnd: 50_000, ...an })
    await refundOrder(world.context, id, { id: 'SHOP-1', vnd: 50_000 })
    world.service.refundConduct = () => 'refuses'
    const refused = await refundByOperator(world.context, id, { id: 'R1', vnd: 50_000, ...an })
    world.service.refundConduct = () => 'returns'

    const first = await refundByOperator(world.context, id, { id: 'R2', vnd: 30_000, ...an })
    const second = await refundByOperator(world.context, id, { id: 'R3', vnd: 20_000, ...binh })
    const third = await refundByOperator(world.context, id, { id: 'R4', vnd: 1, ...chi })
    const ofOther = await refundByOperator(world.context, other, { id: 'O3', vnd: 1, ...an })

    expect(refused).toMatchObject({ outcome: 'known', refund: { state: 'refused' } })
    expect(first).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(second).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(third).toMatchObject({ outcome: 'approval_needed', proposal: { id: 'R4', orderId: id } })
    expect(ofOther).toMatchObject({ outcome: 'approval_needed', proposal: { orderId: other } })
  })

  it.each([
    ['reason', { reason: ' ' }],
    ['staffId', { staffId: '' }],
  ])('requires a %s, below the limit too', async (field, change) => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    const refund = { id: 'R1', vnd: 1000, ...an, ...change }

    await expect(refundByOperator(world.context, id, refund)).rejects.toThrow(field)
    expect((await findOrder(world.context, id))?.refunds).toEqual([])
  })

  it('counts a refund that an operator settled as not returned, because the money may have moved', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundByOperator(world.context, id, { id: 'R1', vnd: 50_000, ...an })
    world.service.fault = () => 'none'
    world.advance({ minutes: 2 })
    const verdict = await settleRefundByVerdict(world.context, id, 'R1', {
      result: 'not_refunded',
      ...an,
    })

    const second = await refundByOperator(world.context, id, { id: 'R2', vnd: 50_000, ...an })

    expect(verdict).toMatchObject({ outcome: 'settled', refund: { state: 'refused' } })
    expect(second).toMatchObject({ outcome: 'approval_needed' })
    expect(await needsApproval(world.context, id, { vnd: 1_000, points: 0 })).toBe(true)
    expect(world.service.count('refund')).toBe(1)
  })

  it('does not count a refund that the service refused', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    world.service.refundAnswer = () => refusal(4000817, 'no')
    const refused = await refundByOperator(world.context, id, { id: 'R1', vnd: 50_000, ...an })
    world.service.refundAnswer = undefined

    const second = await refundByOperator(world.context, id, { id: 'R2', vnd: 50_000, ...an })

    expect(refused).toMatchObject({ outcome: 'known', refund: { state: 'refused' } })
    expect(second).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
  })

  it('of more than the refundable amount is no proposal', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })

    const outcome = await refundByOperator(world.context, id, { id: 'R1', vnd: 100_001, ...an })

    expect(outcome).toMatchObject({ outcome: 'not_refundable' })
    expect(await findProposal(world.context, 'R1')).toBeNull()
  })
})

describe('the id of a proposal', () => {
  it.each([
    ['money', { vnd: 60_001 }],
    ['points', { points: 1 }],
    ['reason', { reason: 'the cup was broken' }],
    ['operator', { staffId: 'chi' }],
    ['payment', { transactionId: 'T-2' }],
  ])('is a conflict for a proposal with another %s', async (_field, change) => {
    const world = worldWith(50_000)
    const id = await world.openAndPay(
      { amountVnd: 110_000 },
      { vnd_amount: 100_000, point_amount: 10 },
    )
    await refundByOperator(world.context, id, { id: 'R1', vnd: 60_000, ...an })

    const other = { id: 'R1', vnd: 60_000, ...an, ...change }
    const outcome = await refundByOperator(world.context, id, other)

    expect(outcome).toMatchObject({
      outcome: 'proposal_conflict',
      proposal: { id: 'R1', vnd: 60_000, points: 0, reason: an.reason, proposedBy: 'an' },
    })
  })

  it('is a conflict for a proposal for another order', async () => {
    const { world, id } = await proposed()
    const other = await world.openAndPay({ id: 'order-2', amountVnd: 100_000 })

    const refund = { id: 'R1', vnd: 60_000, ...an }
    const outcome = await refundByOperator(world.context, other, refund)

    expect(outcome).toMatchObject({ outcome: 'proposal_conflict', proposal: { orderId: id } })
  })
})

describe('an approval', () => {
  it('makes the refund under the id of the proposal, once', async () => {
    const { world, id } = await proposed()

    const outcome = await approveProposal(world.context, 'R1', binh)
    const again = await approveProposal(world.context, 'R1', binh)
    const repeated = await refundByOperator(world.context, id, { id: 'R1', vnd: 60_000, ...an })

    expect(outcome).toMatchObject({
      outcome: 'approved',
      proposal: { state: 'approved', decision: { staffId: 'binh', reason: 'seen the photos' } },
      refund: { id: 'R1', state: 'refunded', vnd: 60_000, reason: 'damaged on the way' },
      order: { state: 'part_refunded', refunded: { vnd: 60_000 } },
    })
    expect(again).toMatchObject({ outcome: 'approved', order: { refunded: { vnd: 60_000 } } })
    expect(repeated).toMatchObject({ outcome: 'known', refund: { id: 'R1' } })
    expect(await linesOf(world, id)).toMatchObject([
      ['refund.proposed', 'an', 'damaged on the way'],
      ['refund.approved', 'binh', 'seen the photos'],
      ['refund.reserved', 'an', 'damaged on the way'],
      ['refund.settled', undefined, undefined],
    ])
    // What a second person has approved does not count against the limit of one.
    expect(await needsApproval(world.context, id, { vnd: 40_000, points: 0 })).toBe(false)
  })

  it('by the operator who proposed it is refused, by the code and by a CHECK of the table', async () => {
    const { world, id } = await proposed()

    const outcome = await approveProposal(world.context, 'R1', an)
    const order = await findOrder(world.context, id)
    const planted = env.DB.prepare(
      `UPDATE refund_proposals SET state = 'approved', decided_by = 'an' WHERE id = 'R1'`,
    )

    expect(outcome).toMatchObject({ outcome: 'same_person', proposal: { state: 'proposed' } })
    expect(order?.refunds).toEqual([])
    await expect(planted.run()).rejects.toThrow(/CHECK/)
  })

  it('by two persons at the same time makes one refund', async () => {
    const { world, id } = await proposed()
    const { context } = world

    const outcomes = await Promise.all([
      approveProposal(context, 'R1', binh),
      approveProposal(context, 'R1', chi),
    ])
    const order = await findOrder(world.context, id)

    expect(outcomes.map(({ outcome }) => outcome).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'approved',
      'not_open',
    ])
    expect(order).toMatchObject({ refunds: [{ id: 'R1' }], refunded: { vnd: 60_000 } })
  })

  it('leaves other proposals of the order and of other orders open', async () => {
    const { world, id } = await proposed()
    const other = await world.openAndPay({ id: 'order-2', amountVnd: 100_000 })
    await refundByOperator(world.context, id, { id: 'R2', vnd: 70_000, ...an })
    await refundByOperator(world.context, other, { id: 'O1', vnd: 60_000, ...an })

    await approveProposal(world.context, 'R1', binh)
    await refuseProposal(world.context, 'R2', chi)

    expect(await findProposal(world.context, 'R1')).toMatchObject({
      state: 'approved',
      decision: { staffId: 'binh', reason: 'seen the photos', at: expect.any(Number) },
    })
    expect(await findProposal(world.context, 'R2')).toMatchObject({
      state: 'refused',
      decision: { staffId: 'chi', reason: 'asked the shop' },
    })
    expect(await findProposal(world.context, 'O1')).toMatchObject({ state: 'proposed' })
    expect(await findProposal(world.context, 'O1')).not.toHaveProperty('decision')
    expect(await findOrder(world.context, other)).toMatchObject({ refunds: [], state: 'paid' })
  })

  it('is outdated when the form was opened before the proposal', async () => {
    const world = worldWith(50_000)
    const id = await world.openAndPay({ amountVnd: 100_000 })
    const other = await world.openAndPay({ id: 'order-2', amountVnd: 100_000 })
    const versions = async () => [
      (await world.order(id)).order.version,
      (await world.order(other)).order.version,
    ]
    const [before = 0, ofOther = 0] = await versions()

    await refundByOperator(world.context, id, { id: 'R1', vnd: 60_000, ...an })

    expect(await versions()).toEqual([before + 1, ofOther])
  })

  it('is refused after a day', async () => {
    const { world, id } = await proposed()
    world.advance({ hours: 24 })

    const outcome = await approveProposal(world.context, 'R1', binh)
    const refusal = await refuseProposal(world.context, 'R1', binh)
    const order = await findOrder(world.context, id)

    expect(outcome).toMatchObject({ outcome: 'not_open', proposal: { state: 'expired' } })
    expect(refusal).toMatchObject({ outcome: 'not_open', proposal: { state: 'expired' } })
    expect(order?.refunds).toEqual([])
  })

  it('returns the refundable amount when the order has changed meanwhile, and leaves the proposal open', async () => {
    const { world, id } = await proposed()
    await refundOrder(world.context, id, { id: 'SHOP-1', vnd: 50_000 })

    const outcome = await approveProposal(world.context, 'R1', binh)

    expect(outcome).toMatchObject({
      outcome: 'not_refundable',
      remedy: 'At most 50000 VND and 0 points are left to return.',
      proposal: { state: 'proposed' },
    })
    expect(await linesOf(world, id)).not.toContainEqual(expect.arrayContaining(['refund.approved']))
  })

  it('is a conflict when the shop has used the id meanwhile', async () => {
    const { world, id } = await proposed()
    await refundOrder(world.context, id, { id: 'SHOP-1', vnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    const outcome = await approveProposal(world.context, 'R1', binh)

    expect(outcome).toMatchObject({ outcome: 'not_refundable' })
    expect(outcome).toHaveProperty('remedy', expect.stringContaining('under this id'))
  })

  it('needs a reason and a proposal', async () => {
    const { world } = await proposed()

    await expect(approveProposal(world.context, 'R1', { ...binh, reason: '' })).rejects.toThrow(
      /reason/,
    )
    await expect(refuseProposal(world.context, 'R1', { ...binh, reason: '' })).rejects.toThrow(
      /reason/,
    )
    expect(await findProposal(world.context, 'R1')).toMatchObject({ state: 'proposed' })
    expect(await approveProposal(world.context, 'NONE', binh)).toEqual({ outcome: 'not_found' })
    expect(await refuseProposal(world.context, 'NONE', binh)).toEqual({ outcome: 'not_found' })
  })
})

describe('a refusal', () => {
  it('ends the proposal, and records the operator and the reason', async () => {
    const { world, id } = await proposed()

    const outcome = await refuseProposal(world.context, 'R1', binh)
    const late = await approveProposal(world.context, 'R1', chi)
    const repeated = await refundByOperator(world.context, id, { id: 'R1', vnd: 60_000, ...an })

    expect(outcome).toMatchObject({
      outcome: 'refused',
      proposal: { state: 'refused', decision: { staffId: 'binh', reason: 'seen the photos' } },
    })
    expect(late).toMatchObject({ outcome: 'not_open', proposal: { state: 'refused' } })
    expect(repeated).toMatchObject({ outcome: 'approval_needed', proposal: { state: 'refused' } })
    expect(await linesOf(world, id)).toEqual([
      ['refund.proposed', 'an', 'damaged on the way'],
      ['refund.proposal_refused', 'binh', 'seen the photos'],
    ])
  })

  it('by the operator who proposed it withdraws it', async () => {
    const { world } = await proposed()

    expect(await refuseProposal(world.context, 'R1', an)).toMatchObject({ outcome: 'refused' })
  })
})

it('the list begins with proposals that can be approved, of the requested store', async () => {
  const { world, id } = await proposed()
  world.advance({ seconds: 1 })
  await refundByOperator(world.context, id, { id: 'R2', vnd: 70_000, ...an })
  await refuseProposal(world.context, 'R2', binh)

  const listed = await listProposals(world.context, {})

  expect(listed.map((proposal) => [proposal.id, proposal.state])).toEqual([
    ['R1', 'proposed'],
    ['R2', 'refused'],
  ])
  expect(await listProposals(world.context, { storeCode: 'OTHER' })).toEqual([])
})

it('the list counts a proposal among those that can be approved until it expires', async () => {
  const { world, id } = await proposed()
  world.advance({ seconds: 1 })
  await refundByOperator(world.context, id, { id: 'R2', vnd: 70_000, ...an })
  await refuseProposal(world.context, 'R2', binh)
  const listed = async () => {
    const proposals = await listProposals(world.context, {})
    return proposals.map((proposal) => [proposal.id, proposal.state])
  }

  world.advance({ hours: 24, seconds: -2 })
  const before = await listed()
  world.advance({ seconds: 1 })
  const after = await listed()

  expect(before).toEqual([
    ['R1', 'proposed'],
    ['R2', 'refused'],
  ])
  expect(after).toEqual([
    ['R2', 'refused'],
    ['R1', 'expired'],
  ])
})

it('the list refuses a malformed store filter', async () => {
  const { context } = new World()

  await expect(listProposals(context, { storeCode: '' })).rejects.toThrow('storeCode')
})

it('no refund needs a second person without a limit', async () => {
  const world = worldWith(undefined)
  const id = await world.openAndPay({ amountVnd: 100_000 })

  expect(await needsApproval(world.context, id, { vnd: 100_000, points: 0 })).toBe(false)
})

it('the list sorts proposals of the same moment by their ids', async () => {
  const { world, id } = await proposed()
  for (const one of ['R3', 'R2']) {
    await refundByOperator(world.context, id, { id: one, vnd: 60_000, ...an })
  }

  const listed = await listProposals(world.context, {})

  expect(listed.map((proposal) => proposal.id)).toEqual(['R3', 'R2', 'R1'])
})

it('the list has the newest hundred proposals at most', async () => {
  const { world } = await proposed()
  await env.DB.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
     INSERT INTO refund_proposals (id, order_id, state, vnd, points, reason, proposed_by, created_at_ms, expires_at_ms)
     SELECT 'S' || i, order_id, state, vnd, points, reason, proposed_by, created_at_ms + i, expires_at_ms
     FROM refund_proposals, n`.replaceAll('\n', ' '),
  )

  const listed = async () => {
    const ids = (await listProposals(world.context, {})).map(({ id }) => id)
    return [ids.length, ids.at(0), ids.at(-1)]
  }

  const open = await listed()
  await refuseProposal(world.context, 'R1', binh)

  expect(open).toEqual([100, 'S100', 'S1'])
  expect(await listed()).toEqual(open)
})

it('the list of a store has the proposals for its orders only', async () => {
  const { world, id } = await proposed()
  const other = await world.openAndPay({ id: 'order-2', amountVnd: 100_000 })
  await refundByOperator(world.context, other, { id: 'O1', vnd: 60_000, ...an })
  for (const [order, store] of [
    [id, 'HN-1'],
    [other, 'SG-1'],
  ] as const) {
    await env.DB.prepare('UPDATE orders SET store_code = ? WHERE id = ?').bind(store, order).run()
  }

  const listed = await Promise.all(
    ['HN-1', 'SG-1'].map((storeCode) => listProposals(world.context, { storeCode })),
  )

  expect(listed.map((proposals) => proposals.map((one) => one.id))).toEqual([['R1'], ['O1']])
})

/** An order that is paid, with a second payment of 100,000 VND that is disputed. */
async function paidTwice() {
  const world = worldWith(50_000)
  const id = await world.openAndPay({ amountVnd: 100_000 })
  await env.DB.prepare(
    `INSERT INTO disputed_payments (transaction_id, order_id, reference, reason, found_by, paid_vnd,
       paid_points, booked_at_ms, created_at_ms)
     VALUES ('T-2', ?, 'REF-2', 'possible_double_payment', 'callback', 100000, 0, 1, 1)`,
  )
    .bind(id)
    .run()
  return { world, id }
}

it('an approval returns the refundable amount of the disputed payment of the proposal', async () => {
  const { world, id } = await paidTwice()
  const disputed = { transactionId: 'T-2' }
  await refundByOperator(world.context, id, { id: 'R1', ...disputed, vnd: 60_000, ...an })
  await refundOrder(world.context, id, { id: 'SHOP-1', ...disputed, vnd: 70_000 })

  expect(await approveProposal(world.context, 'R1', binh)).toMatchObject({
    outcome: 'not_refundable',
    remedy: expect.stringContaining('30000 VND'),
  })
})

it('a proposal for a disputed payment names it, and its approval uses the sums of that payment', async () => {
  const { world, id } = await paidTwice()

  const outcome = await refundByOperator(world.context, id, {
    id: 'R1',
    transactionId: 'T-2',
    vnd: 60_000,
    ...an,
  })
  const wrong = await refundByOperator(world.context, id, {
    id: 'R2',
    transactionId: 'T-3',
    vnd: 60_000,
    ...an,
  })
  const approved = await approveProposal(world.context, 'R1', binh)

  expect(outcome).toMatchObject({ outcome: 'approval_needed', proposal: { transactionId: 'T-2' } })
  expect(wrong).toMatchObject({ outcome: 'not_refundable' })
  const { timeline = [] } = (await findOrder(world.context, id)) ?? {}
  expect(timeline.find(({ kind }) => kind === 'refund.proposed')?.facts).toMatchObject({
    refund_id: 'R1',
    vnd: 60_000,
    points: 0,
    transaction_id: 'T-2',
  })
  expect(approved).toMatchObject({
    outcome: 'approved',
    refund: { transactionId: 'T-2', vnd: 60_000 },
    order: { refunded: { vnd: 0 } },
  })
})
