import { beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench } from '../../test/linked-account-bench.ts'
import { orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const orders = '/merchant-integration/v1/orders/tqr'
const member = '/merchant-integration/v1/loyalty/topup/member'
const gateway = '/merchant-integration/v1/gateway'
const place = 'store_code=EDGE-STORE-1&pos_code=EDGE-POS-1&phone_number=0900000001'
let bench: WorkerdBench

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
})

// What the service does with a field that no table lists is open (G-169).
describe('a field that the specification does not list', () => {
  it('is ignored by default', async () => {
    const answer = await bench.call(orders, { fields: orderFields({ expire_in: 5 }) })
    const asked = await bench.call(`${member}?${place}&lang=vi`, { method: 'GET' })

    expect(answer).toMatchObject({ code: 200 })
    expect(asked).toMatchObject({ code: 200 })
  })

  it('is refused by name in the profile strict', async () => {
    await bench.control.setRules({ profile: 'strict' })

    const answer = await bench.call(orders, { fields: orderFields({ expire_in: 5 }) })
    const asked = await bench.call(`${member}?${place}&lang=vi`, { method: 'GET' })
    const right = await bench.call(orders, { fields: orderFields({ expired_in: 5 }) })

    expect(answer).toMatchObject({
      code: 4000001,
      message: 'expire_in: is not a field of this call',
    })
    expect(asked).toMatchObject({ code: 4000001, message: 'lang: is not a field of this call' })
    expect(right).toMatchObject({ code: 200 })
  })

  it('is refused in a linked payment too, but not in an item of its list', async () => {
    await bench.control.setRules({ profile: 'strict' })
    const linked = linkedAccountBench(bench)
    const { userToken } = await linked.linked()
    const list = { payment_request_list: [{ method: 'WALLET', amount: '50000', note: 'a' }] }

    const right = await linked.purchase(userToken, list)
    const wrong = await linked.purchase(userToken, { ...list, curency: 'VND' })

    expect(right).toMatchObject({ code: 200, data: { transaction_status: 'SUCCESS' } })
    expect(wrong).toMatchObject({ code: 4000001, message: 'curency: is not a field of this call' })
  })

  it.each([
    ['headers', { 'X-Merchant-ID': 'EDGE-STORE-1', 'X-Terminal-ID': 'EDGE-POS-1' }, {}],
    ['the body', {}, { merchant_id: 'EDGE-STORE-1', 'x-terminal-id': 'EDGE-POS-1' }],
  ])('is none of the parameters of the gateway in %s', async (_about, headers, fields) => {
    await bench.control.setRules({ profile: 'strict' })
    const code = { 'X-API-Code': 'mi_v1_loyalty_member_info' }
    const asked = {
      headers: { ...code, ...headers },
      fields: { phone_no: '0900000001', ...fields },
    }

    const right = await bench.call(gateway, asked)
    const wrong = await bench.call(gateway, { ...asked, fields: { ...asked.fields, lang: 'vi' } })

    expect(right).toMatchObject({ code: 200 })
    expect(wrong).toMatchObject({ code: 4000, message: 'lang: is not a field of this call' })
  })
})

// Which one of two parameters of a name the service reads is open (G-170).
describe('a parameter that a query has twice', () => {
  const twice = `${member}?phone_number=0999999999&${place}`

  it('counts as it is given last by default', async () => {
    expect(await bench.call(twice, { method: 'GET' })).toMatchObject({ code: 200 })
  })

  it('is refused by name in the profile strict', async () => {
    await bench.control.setRules({ profile: 'strict' })

    expect(await bench.call(twice, { method: 'GET' })).toMatchObject({
      code: 4000001,
      message: 'phone_number: must be given once',
    })
    expect(await bench.call(`${member}?${place}`, { method: 'GET' })).toMatchObject({ code: 200 })
  })
})
