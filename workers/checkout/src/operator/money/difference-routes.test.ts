import type { DayDifference, DifferenceVerdictOutcome } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { askAsOperator } from '../../../test/ask-checkout.ts'

const day = '2026-09-01'
const runId = '0123456789abcdef0123456789abcdef'
const difference: DayDifference = {
  position: 120,
  status: '02',
  differs: [],
  type: '1',
  service: [],
  ours: [{ kind: 'payment', id: 'ref-1', orderId: 'ORDER-1', state: 'paid' }],
}
const placed = { day, runId, ...difference }

describe('the differences that wait for a verdict', () => {
  const waiting = { days: [{ day, runId, total: 3, undecided: 1 }], differences: [placed] }

  it('are listed with their days, for the role view', async () => {
    const { response, calls } = await askAsOperator('/operator/differences', {
      as: 'view',
      operatorView: { listUndecidedDifferences: async () => waiting },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(waiting)
    expect(calls).toEqual([['listUndecidedDifferences']])
  })

  it('have no filter', async () => {
    const { response, calls } = await askAsOperator(`/operator/differences?day=${day}`)

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })
})

describe('the differences of a day', () => {
  const path = `/operator/differences/${day}`

  it('are listed in pages, each with its day and run, for the role view', async () => {
    const page = { runId, total: 30, decided: 2, cursor: `${runId}-900` }
    const { response, calls } = await askAsOperator(`${path}?cursor=${runId}-120&limit=50`, {
      as: 'view',
      operatorView: {
        listDifferences: async () => ({ outcome: 'listed', differences: [difference], ...page }),
      },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ day, ...page, differences: [placed] })
    expect(calls).toEqual([['listDifferences', { day, cursor: `${runId}-120`, limit: 50 }]])
  })

  it('are those of the first page by default', async () => {
    const { calls } = await askAsOperator(path, {
      operatorView: { listDifferences: async () => ({ outcome: 'not_compared' }) },
    })

    expect(calls).toEqual([['listDifferences', { day }]])
  })

  it.each([
    [{ outcome: 'not_compared' }, 404, {}],
    [{ outcome: 'not_kept', total: 7 }, 410, { total: 7 }],
    [{ outcome: 'compared_anew' }, 409, {}],
  ] as const)('answer the outcome %j', async (outcome, status, more) => {
    const { response } = await askAsOperator(path, {
      operatorView: { listDifferences: async () => outcome },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { reason: outcome.outcome }, ...more })
  })

  it.each([
    ['/operator/differences/2026-02-30', 'day'],
    [`${path}?limit=0`, 'limit'],
    [`${path}?limit=51`, 'limit'],
    [`${path}?limit=1.5`, 'limit'],
    [`${path}?cursor=`, 'cursor'],
    [`${path}?cursor=120`, 'cursor'],
    [`${path}?cursor=${runId}-1234567890123`, 'cursor'],
    [`${path}?cursor=${runId.toUpperCase()}-1`, 'cursor'],
    [`${path}?limit=5&limit=6`, 'limit'],
    [`${path}?state=open`, 'state'],
  ])('refuse %s', async (asked, field) => {
    const { response, calls } = await askAsOperator(asked)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: [field] } })
    expect(calls).toEqual([])
  })
})

describe('the verdict on a difference', () => {
  const reason = 'the service corrects its row, ticket 4711'
  const path = `/operator/differences/${day}/${runId}/120/decide`
  const body = { verdict: 'ours', reason } as const
  const given = { verdict: 'service', reason: 'seen', staffId: 'binh', at: 1_900_000_000 } as const

  it.each(['ours', 'service', 'explained'] as const)(
    '%s is recorded under the name of the token',
    async (verdict) => {
      const { response, calls } = await askAsOperator(path, {
        json: { verdict, reason },
        operatorMoney: { decideDifference: async () => ({ outcome: 'decided', difference }) },
      })

      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ outcome: 'decided', difference: placed })
      const word = { runId, position: 120, verdict, reason, staffId: 'an' }
      expect(calls).toEqual([['decideDifference', day, word]])
    },
  )

  it('of a colleague is kept, and the answer names its author', async () => {
    const outcome: DifferenceVerdictOutcome = {
      outcome: 'decided_before',
      difference: { ...difference, verdict: given },
    }
    const { response } = await askAsOperator(path, {
      json: body,
      operatorMoney: { decideDifference: async () => outcome },
    })

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      outcome: 'decided_before',
      difference: { ...placed, verdict: given },
      error: {
        reason: 'decided_before',
        message: expect.stringContaining('binh has decided "service"'),
      },
    })
  })

  it.each([
    ['00', 'nothing to decide'],
    ['03', 'GET /operator/differences/2026-09-02'],
  ] as const)(
    'on a difference that was cleared with status %s is not recorded',
    async (status, remedy) => {
      const cleared = { on: '2026-09-02', status }
      const outcome: DifferenceVerdictOutcome = {
        outcome: 'cleared',
        difference: { ...difference, cleared },
      }
      const { response } = await askAsOperator(path, {
        json: body,
        operatorMoney: { decideDifference: async () => outcome },
      })

      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        outcome: 'cleared',
        difference: { ...placed, cleared },
        error: {
          reason: 'cleared',
          message: expect.stringContaining('files of 2026-09-02'),
          remedy: expect.stringContaining(remedy),
        },
      })
    },
  )

  it('on a difference of an earlier run is not recorded', async () => {
    const { response } = await askAsOperator(path, {
      json: body,
      operatorMoney: { decideDifference: async () => ({ outcome: 'not_standing' }) },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      outcome: 'not_standing',
      error: {
        reason: 'not_standing',
        remedy: expect.stringContaining(`/operator/differences/${day}`),
      },
    })
  })

  it.each([
    [{ reason }, 'verdict'],
    [{ verdict: 'both', reason }, 'verdict'],
    [{ verdict: 'ours' }, 'reason'],
    [{ verdict: 'ours', reason: ' ' }, 'reason'],
    [{ verdict: 'ours', reason: 'x'.repeat(256) }, 'reason'],
    [{ ...body, staffId: 'somebody else' }, 'staffId'],
    [{ ...body, position: 7 }, 'position'],
  ])('refuses the body %j', async (json, field) => {
    const { response, calls } = await askAsOperator(path, { json })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: [field] } })
    expect(calls).toEqual([])
  })

  it.each([
    [path.replace(day, '2026-02-30'), 'day'],
    [path.replace(runId, 'run-1'), 'runId'],
    [path.replace(runId, runId.toUpperCase()), 'runId'],
    [path.replace('/120/', '/-1/'), 'position'],
    [path.replace('/120/', '/0120/'), 'position'],
    [path.replace('/120/', '/1e2/'), 'position'],
    [path.replace('/120/', '/1234567890123/'), 'position'],
  ])('refuses the address %s', async (address, field) => {
    const { response, calls } = await askAsOperator(address, { json: body })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: [field] } })
    expect(calls).toEqual([])
  })

  it('is refused for the role view, and for the token of a person', async () => {
    const viewed = await askAsOperator(path, { as: 'view', json: body })
    const alone = await askAsOperator(path, { as: 'person', json: body })

    expect([viewed.response.status, alone.response.status]).toEqual([403, 403])
    expect([...viewed.calls, ...alone.calls]).toEqual([])
  })
})

it.each([
  ['POST', '/operator/differences', 'GET'],
  ['POST', `/operator/differences/${day}`, 'GET'],
  ['GET', `/operator/differences/${day}/${runId}/120/decide`, 'POST'],
])('%s %s is refused', async (method, path, allow) => {
  const { response } = await askAsOperator(path, { method })

  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
})
