import { describe, expect, it } from 'vitest'
import { ask, type Asked } from '../../test/ask-checkout.ts'

const path = '/link-callbacks/link-1/token-1'

function call(init: RequestInit, query = ''): Promise<Asked> {
  return ask(`${path}${query}`, {
    ...init,
    orders: { recordLinkCallback: async () => 'recorded' },
  })
}

const fields = { link_reference_id: 'L1', user_token: 'TOKEN-SECRET', phone_number: '0900000123' }
const form = new URLSearchParams(fields).toString()

describe('a link callback', () => {
  it.each([
    ['JSON', { method: 'POST', body: JSON.stringify(fields) }, ''],
    ['JSON inside data', { method: 'POST', body: JSON.stringify({ data: fields }) }, ''],
    ['a form', { method: 'POST', body: form }, ''],
    ['the query of a GET', { method: 'GET' }, `?${form}`],
    ['the query of a POST', { method: 'POST' }, `?${form}`],
  ])('is read from %s, without the token of the wallet', async (_how, init, query) => {
    const { response, calls, lines } = await call(init, query)

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('ok')
    expect(calls).toEqual([
      ['recordLinkCallback', { id: 'link-1', token: 'token-1', linkReferenceId: 'L1' }],
    ])
    expect(lines).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['no field of use', '{"x":1}'],
    ['broken JSON', '{"link_reference_id":'],
    ['another type', '{"link_reference_id":{"a":1}}'],
    ['an array', '[1]'],
    ['far too much', `{"link_reference_id":"${'x'.repeat(20_000)}"}`],
  ])('still triggers the query with %s', async (_what, body) => {
    const { response, calls } = await call({ method: 'POST', body })

    expect(response.status).toBe(200)
    expect(calls).toEqual([['recordLinkCallback', { id: 'link-1', token: 'token-1' }]])
  })

  it('gets 404 when the token is not ours', async () => {
    const { response } = await ask(path, {
      method: 'POST',
      orders: { recordLinkCallback: async () => 'refused' },
    })

    expect(response.status).toBe(404)
  })

  it.each(['HEAD', 'PUT', 'DELETE'])('is refused as %s', async (method) => {
    const { response, calls } = await call({ method })

    expect([404, 405]).toContain(response.status)
    expect(calls).toEqual([])
  })

  it('gets an error when it could not be stored, so that it is repeated', async () => {
    const { response } = await ask(path, { method: 'POST' })

    expect(response.status).toBe(503)
  })
})
