import { endpoints } from '@merchant-edge/contract'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshId, orderFields, workerdBench, type WorkerdBench } from '../test/workerd-bench.ts'
import { handlers } from './handlers.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

const web = (fields: object = {}) =>
  orderFields({ redirect_url: 'https://shop.example/return', extra_data: { a: 'é' }, ...fields })

describe('handlers', () => {
  // Specification: 1.5, 1.26, every call
  it('exist for every endpoint of the contract', () => {
    expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(endpoints).toSorted())
    expect(Object.entries(handlers).filter(([name, one]) => one.endpoint.name !== name)).toEqual([])
  })

  // Specification: 2.1.1, 2.3.1, 2.4.1, 2.8.1, 2.9.1, 2.10.1, 2.10.2, 2.11.1, 2.12.1, 2.13.1, every call
  it.each([
    [endpoints.createTqrOrder, orderFields],
    [endpoints.genTransactionQr, orderFields],
    [endpoints.createTransactionOrder, orderFields],
    [endpoints.createWebPayment, web],
  ])('answer $name as its schema says', async (endpoint, fields) => {
    const answer = await bench.call(endpoint.path, { fields: fields() })

    expect(answer).toMatchObject({ status: 200, code: 200 })
    const { 200: schema } = endpoint.success
    expect(v.is(schema, answer.data)).toBe(true)
    expect(answer.data['order_id']).toMatch(/^\d{8}T\d{11}$/)
  })

  it.each([
    ['store_code', undefined, 'store_code: is missing'],
    ['order_currency', 'USD', 'order_currency: must be "VND"'],
    ['description', 7, 'description: must be string'],
    ['order_amount', 1e18, 'order_amount: must be a whole number of at most 9007199254740991'],
  ])('describe what is wrong with %s', async (name, value, message) => {
    const fields = orderFields({ [name]: value })

    const answer = await bench.call(endpoints.createTqrOrder.path, { fields })

    expect(answer).toMatchObject({ code: 4000001, message })
  })

  // Specification: 1.11
  it('return a hosted page with an unguessable address', async () => {
    const first = await bench.call(endpoints.createWebPayment.path, { fields: web() })
    const second = await bench.call(endpoints.createWebPayment.path, { fields: web() })

    const [one, two] = [first, second].map(({ data }) => new URL(String(data['payment_url'])))

    expect(one?.pathname).toBe(`/pay/${String(first.data['order_id'])}`)
    expect(one?.searchParams.get('t')).toMatch(/^[0-9a-f]{32}$/)
    expect(one?.searchParams.get('t')).not.toBe(two?.searchParams.get('t'))
  })

  it.each([
    [undefined, 900],
    [3, 180],
    [15, 900],
  ])('limit an order of %s minutes to %i seconds', async (expired_in, seconds) => {
    await bench.control.moveClock({ freeze: true })
    const { now } = (await bench.control.state()).clock

    const answer = await bench.call(endpoints.createWebPayment.path, {
      fields: web({ expired_in }),
    })

    await bench.control.moveClock({ run: true })
    expect(answer.data['expiration']).toBe(now + seconds)
  })

  it.each([
    ['order_amount', { order_amount: 0 }],
    ['order_amount', { order_amount: '12.5' }],
    ['order_currency', { order_currency: 'USD' }],
    ['order_reference_id', { order_reference_id: 'x'.repeat(36) }],
    ['order_reference_id', { order_reference_id: undefined }],
    ['expired_in', { expired_in: 2 }],
    ['expired_in', { expired_in: 16 }],
    ['callback_url', { callback_url: 'ftp://merchant.example' }],
    ['store_code', { store_code: 5 }],
  ])('refuse a wrong %s with 4000001 and name it: %j', async (field, changed) => {
    const answer = await bench.call(endpoints.createTqrOrder.path, { fields: orderFields(changed) })

    expect(answer).toMatchObject({ code: 4000001, status: 400 })
    expect(answer.message).toContain(field)
  })

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', ''],
    ['more than 256 KB', `{"description":"${'x'.repeat(256 * 1024)}"}`],
  ])('refuse a body that is %s with 4000001', async (_what, body) => {
    const answer = await bench.call(endpoints.createTqrOrder.path, { body })

    expect(answer).toMatchObject({ code: 4000001, status: 400 })
    expect(answer.message).toMatch(/^body: /)
  })

  it('accept an amount that is a numeric string', async () => {
    const { orderId } = await bench.createOrder({ order_amount: '25000' })

    const answer = await bench.call(`/merchant-integration/v2/qr/query/${orderId}`, {
      method: 'GET',
    })

    expect(answer.data['order_amount']).toBe(25_000)
    const { 200: schema } = endpoints.queryOrderV2.success
    expect(v.is(schema, answer.data)).toBe(true)
  })

  it('create one order when ten requests carry the same order_reference_id', async () => {
    const order_reference_id = freshId('same')

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        bench.call(endpoints.createTqrOrder.path, { fields: orderFields({ order_reference_id }) }),
      ),
    )

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 4000001)).toHaveLength(9)
  })

  it('create many orders without an order_reference_id in the earlier form', async () => {
    const fields = orderFields({ order_reference_id: undefined })

    const codes = [
      (await bench.call(endpoints.genTransactionQr.path, { fields })).code,
      (await bench.call(endpoints.genTransactionQr.path, { fields })).code,
    ]

    expect(codes).toEqual([200, 200])
  })

  it('answer an unknown order with not found', async () => {
    const sandbox = await bench.open()
    const { createOrder } = await import('./orders/create-order.ts')
    const foreign = await createOrder(sandbox, 'OTHER', {
      kind: 'transaction-qr',
      orderReferenceId: freshId('foreign'),
      storeCode: 'OTHER-STORE-1',
      posCode: undefined,
      amountVnd: 1,
      description: undefined,
      extraData: undefined,
      callbackUrl: '',
    })

    const answer = await bench.call(`/merchant-integration/v1/qr/query/${foreign.orderId}`, {
      method: 'GET',
    })

    expect(answer).toMatchObject({ code: 4040001, status: 404 })
  })

  it.each([
    [endpoints.createTqrOrder, ['web-payment', 'app-to-app']],
    [endpoints.createTransactionOrder, ['transaction-qr', 'web-payment']],
    [endpoints.createWebPayment, ['transaction-qr', 'app-to-app']],
  ] as const)('refuse $name without its licence', async (endpoint, rights) => {
    await bench.control.changeMerchant('EDGE', { rights: [...rights] })

    const answer = await bench.call(endpoint.path, { fields: web() })

    await bench.control.changeMerchant('EDGE', {
      rights: ['transaction-qr', 'app-to-app', 'web-payment', 'refund', 'automatic-refund'],
    })
    expect(answer.code).toBe(4030001)
  })

  it('return the configured pay_status for unpaid orders', async () => {
    const { orderId } = await bench.createOrder()
    await bench.control.setRules({ payStatus: { open: 'HOLDING' } })

    const answer = await bench.call(`/merchant-integration/v1/qr/query/${orderId}`, {
      method: 'GET',
    })

    await bench.control.setRules({})
    expect(answer.data['pay_status']).toBe('HOLDING')
  })
})
