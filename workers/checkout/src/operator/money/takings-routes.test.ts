import { describe, expect, it } from 'vitest'
import { askAsOperator } from '../../../test/ask-checkout.ts'

describe('takings', () => {
  it('are returned by days and store', async () => {
    const { response, calls } = await askAsOperator(
      '/operator/takings?from=2026-09-01&to=2026-09-30&storeCode=S1',
      { as: 'view', operatorView: { takings: async () => ({ from: '2026-09-01' }) as never } },
    )

    expect(await response.json()).toEqual({ from: '2026-09-01' })
    expect(calls).toEqual([['takings', { from: '2026-09-01', to: '2026-09-30', storeCode: 'S1' }]])
  })

  it.each([
    ['', 'from'],
    ['to=2026-09-30', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-09-01&to=later', 'to'],
    ['from=2026-09-01&storeCode=two%20words', 'storeCode'],
    ['from=2026-09-01&day=2026-09-01', 'day'],
  ])('refuse the filter ?%s', async (query, field) => {
    const { response, calls } = await askAsOperator(`/operator/takings?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_query', fields: [field] },
    })
    expect(calls).toEqual([])
  })
})
