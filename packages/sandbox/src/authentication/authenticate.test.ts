import { generateKeyPair } from '@merchant-edge/signing'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshId, orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const tqr = '/merchant-integration/v1/orders/tqr'
let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

async function now(): Promise<number> {
  return (await bench.control.state()).clock.now
}

describe('authenticate', () => {
  // Specification: 5.2.3, 2.17.5
  it('accepts a request whose signature is valid', async () => {
    const answer = await bench.call(tqr, { fields: orderFields() })

    expect(answer).toMatchObject({ status: 200, code: 200, message: 'OK' })
  })

  // Specification: 5.1.1
  it.each([
    ['X-Key-Code', 4010001],
    ['X-Timestamp', 4010001],
    ['X-Signature', 4010001],
    ['X-Nonce', 4010005],
  ])('refuses a request without %s with %i', async (header, code) => {
    const answer = await bench.call(tqr, {
      fields: orderFields(),
      headers: { [header]: undefined },
    })

    expect(answer).toMatchObject({ code, status: 401 })
    expect(answer.message).toContain(header)
  })

  it.each([
    ['X-Key-Code', 'k'.repeat(37), 4010001],
    ['X-Key-Code', 'nobody-has-this-key', 4010001],
    ['X-Nonce', 'n'.repeat(256), 4010005],
    ['X-Nonce', 'a;b', 4010005],
    ['X-Timestamp', 'yesterday', 4010002],
    ['X-Timestamp', '1700000000.5', 4010002],
    ['X-Timestamp', '-5', 4010002],
    ['X-Timestamp', '01700000000', 4010002],
  ])('refuses %s: %s with %i', async (header, value, code) => {
    const answer = await bench.call(tqr, { fields: orderFields(), headers: { [header]: value } })

    expect(answer).toMatchObject({ code, status: 401 })
  })

  it('accepts a nonce of 255 characters', async () => {
    const nonce = freshId('n').padEnd(255, 'n')

    const answer = await bench.call(tqr, { fields: orderFields(), sign: { nonce } })

    expect(answer.code).toBe(200)
  })

  // Specification: 5.1.2
  it.each([
    [1, 4010003],
    [0, 200],
    [-7200, 200],
    [-7201, 4010004],
  ])('answers a timestamp %i seconds from its own clock with %i', async (offset, code) => {
    await bench.control.moveClock({ freeze: true })
    const timestamp = (await now()) + offset

    const answer = await bench.call(tqr, { fields: orderFields(), sign: { timestamp } })

    await bench.control.moveClock({ run: true })
    expect(answer.code).toBe(code)
  })

  it('says so when a timestamp looks like milliseconds', async () => {
    const timestamp = String((await now()) * 1000)

    const answer = await bench.call(tqr, {
      fields: orderFields(),
      headers: { 'X-Timestamp': timestamp },
    })

    expect(answer.code).toBe(4010003)
    expect(answer.message).toContain('milliseconds')
  })

  // Specification: 5.1.2
  it('refuses a nonce within two hours of its first use and accepts it afterwards', async () => {
    const nonce = freshId('nonce')
    const use = async () => (await bench.call(tqr, { fields: orderFields(), sign: { nonce } })).code

    const first = await use()
    const second = await use()
    await bench.control.moveClock({ advanceSeconds: 7201 })
    const later = await use()

    await bench.control.moveClock({ run: true })
    expect([first, second, later]).toEqual([200, 4010006, 200])
  })

  // Specification: 5.1.2
  it('refuses the same bytes again in the last second in which their timestamp is young enough', async () => {
    await bench.control.moveClock({ freeze: true })
    const sign = { nonce: freshId('nonce'), timestamp: await now() }
    const fields = orderFields({ order_reference_id: undefined })
    const use = async () =>
      (await bench.call('/merchant-integration/v1/qr/gen-transaction-qr', { fields, sign })).code

    const first = await use()
    await bench.control.moveClock({ advanceSeconds: 7200 })
    const again = await use()
    await bench.control.moveClock({ advanceSeconds: 1 })
    const later = await use()

    await bench.control.moveClock({ run: true })
    expect([first, again, later]).toEqual([200, 4010006, 4010004])
  })

  it('does not use a nonce up when the signature is wrong', async () => {
    const nonce = freshId('nonce')
    const fields = orderFields()

    const forged = await bench.call(tqr, { fields, sign: { nonce, path: '/other' } })
    const own = await bench.call(tqr, { fields, sign: { nonce } })

    expect([forged.code, own.code]).toEqual([4010001, 200])
  })

  it('keeps the nonces of two keys apart', async () => {
    const other = await workerdBench(await generateKeyPair())
    const nonce = freshId('nonce')

    const codes = [
      (await bench.call(tqr, { fields: orderFields(), sign: { nonce } })).code,
      (await other.call(tqr, { fields: orderFields(), sign: { nonce } })).code,
    ]

    expect(codes).toEqual([200, 200])
  })

  it('accepts a nonce once when twenty requests use it at the same time', async () => {
    const nonce = freshId('nonce')

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bench.call(tqr, { fields: orderFields(), sign: { nonce } })),
    )

    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 4010006)).toHaveLength(19)
  })

  it('verifies the bytes of the body as received, not its parsed JSON', async () => {
    const body = JSON.stringify(orderFields({ order_amount: 0 }))
      .replaceAll('/', '\\/')
      .replace('"order_amount":0', '"order_amount":1,"order_amount":1e5')

    const answer = await bench.call(tqr, { body })

    expect(answer.code).toBe(200)
  })

  // Specification: 5.2.8
  it.each([
    ['a space after a colon', (body: string) => body.replace('":', '": ')],
    ['a line end', (body: string) => `${body}\n`],
    ['line ends and indents', (body: string) => JSON.stringify(JSON.parse(body), null, 2)],
    ['an escape in place of a letter', (body: string) => body.replace('ở', '\\u1edf')],
    ['escapes in place of an emoji', (body: string) => body.replace('🍜', '\\ud83c\\udf5c')],
  ])('refuses a signed body with %s', async (_about, change) => {
    const body = JSON.stringify(orderFields({ description: 'Phở 🍜, "1: 2"' }))

    const changed = await bench.call(tqr, { body: change(body) })
    const compact = await bench.call(tqr, { body })

    expect(changed).toMatchObject({ status: 401, code: 4010001 })
    expect(changed.message).toContain('body: ')
    expect(compact.code).toBe(200)
  })

  it('leaves the query string of a GET out of the signed text unless the rules say otherwise', async () => {
    const { orderId } = await bench.createOrder()
    const path = `/merchant-integration/v1/qr/query/${orderId}`
    const query = (sign: { path?: string }) =>
      bench.call(`${path}?lang=vi`, { method: 'GET', sign })

    const bare = await query({})
    const withQuery = await query({ path: `${path}?lang=vi` })
    await bench.control.setRules({ signQuery: true })
    const bareAfter = await query({})
    const withQueryAfter = await query({ path: `${path}?lang=vi` })

    await bench.control.setRules({})
    expect([bare.code, withQuery.code]).toEqual([200, 4010001])
    expect([bareAfter.code, withQueryAfter.code]).toEqual([4010001, 200])
  })

  // Specification: 2.17.2, 5.2.3
  it('refuses a key after its expiry and after it was revoked', async () => {
    const { apiKey, privateKeyPem } = await bench.control.createApiKey({
      merchantCode: 'EDGE',
      name: 'Short',
      expiresAt: (await now()) + 60,
    })
    const { importPrivateKey } = await import('@merchant-edge/signing')
    const key = await importPrivateKey(privateKeyPem ?? '')
    const use = async () => {
      const sign = { key, keyCode: apiKey.keyCode }
      return (await bench.call(tqr, { fields: orderFields(), sign })).message
    }

    const before = await use()
    await bench.control.moveClock({ advanceSeconds: 60 })
    const expired = await use()
    await bench.control.moveClock({ run: true })
    await bench.control.revokeApiKey(apiKey.keyCode)
    const revoked = await use()

    expect(before).toBe('OK')
    expect(expired).toContain('expired')
    expect(revoked).toContain('revoked')
  })
})
