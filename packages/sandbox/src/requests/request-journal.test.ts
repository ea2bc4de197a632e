import { generateKeyPair } from '@merchant-edge/signing'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const tqr = '/merchant-integration/v1/orders/tqr'
let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

/** The fields of an order as the journal shows them: the path of a URL may contain a token. */
function shown(fields: object): object {
  return { ...fields, callback_url: 'https://merchant.example/[redacted]' }
}

describe('the request journal', () => {
  it('stores the request and the answer', async () => {
    const fields = orderFields({ description: 'Sách' })
    const answer = await bench.call(tqr, { fields, headers: { 'x-request-id': 'r-1' } })

    const [entry] = await bench.control.requests({ limit: 1 })

    expect(entry).toMatchObject({
      id: Number(answer.headers.get('x-sandbox-request')),
      method: 'POST',
      path: tqr,
      body: JSON.stringify(shown(fields)),
      keyCode: bench.keyCode,
      endpoint: 'createTqrOrder',
      code: 200,
      httpStatus: 200,
      explanation: null,
    })
    expect(entry?.headers).toMatchObject({ 'x-request-id': 'r-1' })
    expect(entry?.answer).toContain(String(answer.data['order_id']))
  })

  it('explains a signature over the path with its query string', async () => {
    const fields = orderFields()
    const refused = await bench.call(`${tqr}?lang=vi`, {
      fields,
      sign: { path: `${tqr}?lang=vi`, nonce: 'n-explained', timestamp: await now() },
    })

    const [entry] = await bench.control.requests({ code: 4010001, limit: 1 })

    expect(refused.message).toBe('X-Signature: you signed the path with its query string')
    const tail = `POST;n-explained;${entry?.headers['x-timestamp']};${bench.keyCode};${JSON.stringify(shown(fields))}`
    expect(entry?.explanation).toMatchObject({
      verdict: 'explained',
      expectedText: `${tqr};${tail}`,
      signedText: `${tqr}?lang=vi;${tail}`,
      signedBy: bench.keyCode,
    })
  })

  it('names the key that signed when two keys were confused', async () => {
    const other = await workerdBench(await generateKeyPair())

    const refused = await bench.call(tqr, { fields: orderFields(), sign: { key: other.key } })

    expect(refused.message).toContain(
      `you signed with the key of ${other.keyCode}, but sent ${bench.keyCode}`,
    )
  })

  it('stores requests that belong to no endpoint', async () => {
    const answer = await bench.call('/merchant-integration/v9/nothing', { fields: {} })

    const [entry] = await bench.control.requests({ limit: 1 })

    expect(answer).toMatchObject({ code: 4040001, status: 404 })
    expect(entry).toMatchObject({ endpoint: null, code: 4040001 })
  })

  it('redacts secrets in bodies', async () => {
    await bench.call(tqr, {
      fields: orderFields({ otp: '123456', user_token: 'tok"en', phone_number: '0900000123' }),
    })

    const [entry] = await bench.control.requests({ limit: 1 })

    expect(entry?.body).toContain('"otp":"[redacted]"')
    expect(entry?.body).not.toContain('123456')
    expect(entry?.body).not.toContain('en\\"')
    expect(entry?.body).toContain('"phone_number":"*******123"')
  })
})

async function now(): Promise<number> {
  return (await bench.control.state()).clock.now
}
