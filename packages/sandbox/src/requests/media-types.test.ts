import { beforeAll, describe, expect, it } from 'vitest'
import { orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const orders = '/merchant-integration/v1/orders/tqr'
const query = '/merchant-integration/v1/qr/query/20260302T00100015912'
const gateway = '/merchant-integration/v1/gateway'
const memberInfo = {
  'X-API-Code': 'mi_v1_loyalty_member_info',
  'X-Merchant-ID': 'EDGE-STORE-1',
  'X-Terminal-ID': 'EDGE-POS-1',
}
let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

// Specification: 4.0.1
describe('the media types of a call', () => {
  it.each([
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'text/plain, application/json;q=0.9'],
    ['Application/JSON', '*/*'],
    ['application/json', 'application/*'],
    ['application/json', undefined],
  ])('may be Content-Type %s and Accept %s', async (type, accept) => {
    const headers = { 'content-type': type, accept }

    expect(await bench.call(orders, { fields: orderFields(), headers })).toMatchObject({
      code: 200,
    })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', undefined])(
    'may not be Content-Type %s',
    async (type) => {
      const headers = { 'content-type': type }

      const answer = await bench.call(orders, { fields: orderFields(), headers })
      const overGateway = await bench.call(gateway, {
        fields: { phone_no: '0900000001' },
        headers: { ...memberInfo, ...headers },
      })

      expect(answer).toMatchObject({
        status: 400,
        code: 4000001,
        message: `Content-Type: must be application/json, not ${type ?? 'left out'}`,
      })
      expect(overGateway).toMatchObject({ status: 400, code: 4000 })
    },
  )

  it('may not be an Accept without JSON, in a query either', async () => {
    const headers = { accept: 'text/html' }

    const answer = await bench.call(orders, { fields: orderFields(), headers })
    const ofQuery = await bench.call(query, { method: 'GET', headers })

    for (const refused of [answer, ofQuery]) {
      expect(refused).toMatchObject({
        status: 400,
        code: 4000001,
        message: 'Accept: must have application/json, not only text/html',
      })
    }
  })

  it('are not asked of a query, which has no body', async () => {
    const headers = { 'content-type': undefined }

    expect(await bench.call(query, { method: 'GET', headers })).toMatchObject({ code: 4040001 })
  })
})
