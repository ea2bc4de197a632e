import { describe, expect, it } from 'vitest'
import { askAsOperator } from '../../test/ask-checkout.ts'

describe('linked wallets', () => {
  it('are listed by state and customer, in pages', async () => {
    const { response, calls } = await askAsOperator(
      '/operator/links?state=linked&customerId=C1&cursor=abc&limit=10',
      { as: 'view', operatorView: { listLinks: async () => ({ links: [] }) } },
    )

    expect(await response.json()).toEqual({ links: [] })
    const filter = { state: 'linked', customerId: 'C1', cursor: 'abc', limit: 10 }
    expect(calls).toEqual([['listLinks', filter]])
  })

  it.each(['state=lost', 'customerId=%27', 'limit=0'])('refuse the filter ?%s', async (query) => {
    const { response, calls } = await askAsOperator(`/operator/links?${query}`)

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })

  it.each([
    ['L9', ['findLinkById', 'listServiceCalls']],
    ['two%20words', []],
  ])('answer 404 for %s', async (id, asked) => {
    const { response, calls } = await askAsOperator(`/operator/links/${id}`, {
      operatorView: { findLinkById: async () => null, listServiceCalls: async () => [] },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'link_not_found' } })
    expect(calls.map(([name]) => name)).toEqual(asked)
  })
})
