import { describe, expect, it } from 'vitest'
import { askAsOperator } from '../../test/ask-checkout.ts'

const page = { orders: [], cursor: 'next' }

describe('lists', () => {
  it('of orders pass on their filter', async () => {
    const { response, calls } = await askAsOperator(
      '/operator/orders?state=paid&day=2026-09-01&amountVnd=120000&reference=r1&transactionId=T1&customerId=C1&storeCode=S1&posCode=T1&cursor=abc&limit=100',
      { as: 'view', operatorView: { listOrders: async () => page } },
    )

    expect(await response.json()).toEqual(page)
    const filter = {
      state: 'paid',
      day: '2026-09-01',
      amountVnd: 120_000,
      reference: 'r1',
      transactionId: 'T1',
      customerId: 'C1',
      storeCode: 'S1',
      posCode: 'T1',
      cursor: 'abc',
      limit: 100,
    }
    expect(calls).toEqual([['listOrders', filter]])
  })

  it.each([
    ['orders', 'amount=1', 'amount'],
    ['orders', 'State=paid', 'State'],
    ['orders', 'state=PAID', 'state'],
    ['orders', 'day=2026-02-30', 'day'],
    ['orders', 'amountVnd=0', 'amountVnd'],
    ['orders', 'amountVnd=1e5', 'amountVnd'],
    ['orders', 'amountVnd=-1', 'amountVnd'],
    ['orders', 'reference=', 'reference'],
    ['orders', 'transactionId=two%20words', 'transactionId'],
    ['orders', 'customerId=%27', 'customerId'],
    ['orders', 'storeCode=', 'storeCode'],
    ['orders.csv', 'posCode=two%20words', 'posCode'],
    ['transfers', 'storeCode=S1', 'storeCode'],
    ['orders', 'limit=101', 'limit'],
    ['refunds', 'limit=101', 'limit'],
    ['transfers', 'limit=101', 'limit'],
    ['callbacks', 'limit=0', 'limit'],
    ['orders', 'day=2026-09-01&day=2026-09-02', 'day'],
    ['orders.csv', 'limit=10', 'limit'],
    ['refunds', 'reference=r1', 'reference'],
    ['transfers', 'day=yesterday', 'day'],
    ['callbacks', 'state=waiting', 'state'],
    ['callbacks', 'orderId=..', 'orderId'],
    ['journal/verification', 'rows=5001', 'rows'],
    ['journal/verification', 'rows=499', 'rows'],
    ['journal/verification', 'from=1', 'from'],
  ])('of %s refuse the filter ?%s', async (list, query, field) => {
    const { response, calls } = await askAsOperator(`/operator/${list}?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_query', fields: [field] },
    })
    expect(calls).toEqual([])
  })

  it('of refunds pass on the store', async () => {
    const { calls } = await askAsOperator('/operator/refunds?storeCode=S1&posCode=T1', {
      as: 'view',
      operatorView: { listRefunds: async () => ({ refunds: [] }) },
    })

    expect(calls).toEqual([['listRefunds', { storeCode: 'S1', posCode: 'T1' }]])
  })

  it('answer the cursor of another query with 400', async () => {
    const { response } = await askAsOperator('/operator/orders?cursor=abc', {
      operatorView: {
        listOrders: async () => {
          throw new TypeError("The list's cursor must be the one that the page before has given.")
        },
      },
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: ['cursor'] } })
  })
})

it('streams orders as a CSV file that a browser downloads', async () => {
  const { response, calls } = await askAsOperator('/operator/orders.csv?state=paid', {
    as: 'view',
    operatorView: {
      exportOrders: async () => ({ body: new Response('id\r\n').body ?? new ReadableStream() }),
    },
  })

  expect(await response.text()).toBe('id\r\n')
  expect(response.headers.get('content-type')).toContain('text/csv')
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(calls).toEqual([['exportOrders', { state: 'paid' }]])
})

it('verifies the journal in steps', async () => {
  const step = { verified: 500, unsealed: 0, head: 'ab', seq: 500, lastSeq: 900, cursor: '500.ab' }
  const { response, calls } = await askAsOperator(
    '/operator/journal/verification?rows=500&cursor=1.ab',
    { as: 'view', operatorView: { verifyJournal: async () => step } },
  )

  expect(await response.json()).toEqual(step)
  expect(calls).toEqual([['verifyJournal', { rows: 500, cursor: '1.ab' }]])
})
