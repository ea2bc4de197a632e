import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { callByHand, httpOrder } from './node-bench.ts'

const tqr = '/merchant-integration/v1/orders/tqr'
const refund = '/merchant-integration/v1/orders/refund'
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  await sandbox.control.clearFaults()
  await sandbox.control.setRules({ hangSeconds: 1 })
})

function order(fields: object = {}): Record<string, unknown> {
  return { ...httpOrder(sandbox, 'https://merchant.example/ipn'), ...fields }
}

async function paidReference(): Promise<string> {
  const fields = order()
  const created = await callByHand(sandbox, tqr, { fields })
  await sandbox.control.pay(String(created.data['order_id']))
  return String(fields['order_reference_id'])
}

async function exists(reference: unknown): Promise<boolean> {
  const orders = await sandbox.control.orders()
  return orders.some(({ orderReferenceId }) => orderReferenceId === reference)
}

describe('a corrupted answer', () => {
  it.each([
    ['timeout-after', { status: 504, text: 'Gateway' }],
    ['html', { status: 502, text: '<html>' }],
    ['empty', { status: 200, text: '' }],
    ['truncate', { status: 200, text: '{"data":' }],
  ])('by %s follows a request that has taken effect', async (spoil, expected) => {
    const fields = order({ description: `sandbox:${spoil}` })

    const answer = await callByHand(sandbox, tqr, { fields })

    expect(answer.status).toBe(expected.status)
    expect(answer.code).toBeNaN()
    if (spoil !== 'truncate') expect(answer.text).toContain(expected.text)
    expect(await exists(fields['order_reference_id'])).toBe(true)
  })

  it('by reset breaks the connection after the effect', async () => {
    const fields = order({ description: 'sandbox:reset' })

    await expect(callByHand(sandbox, tqr, { fields })).rejects.toThrow()

    expect(await exists(fields['order_reference_id'])).toBe(true)
  })

  it('by slow comes late but complete', async () => {
    const startedAt = Date.now()

    const answer = await callByHand(sandbox, tqr, {
      fields: order({ description: 'sandbox:slow-1 please' }),
    })

    expect(answer.code).toBe(200)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
  })

  it('is not corrupted a second time: the repeat of a refund reports that its id is taken', async () => {
    const fields = {
      order_reference_id: randomUUID().slice(0, 35),
      original_order_reference_id: await paidReference(),
      vnd_amount: 500,
      description: 'sandbox:html',
    }

    const first = await callByHand(sandbox, refund, { fields })
    const second = await callByHand(sandbox, refund, { fields })

    expect(first.status).toBe(502)
    expect(second.code).toBe(4090801)
  })

  it('is stored intact in the request journal', async () => {
    const fields = order({ description: 'sandbox:empty' })
    await callByHand(sandbox, tqr, { fields })

    const [entry] = await sandbox.control.requests({ limit: 1 })

    expect(entry).toMatchObject({ code: 200, fault: 'empty', endpoint: 'createTqrOrder' })
    expect(entry?.answer).toContain('"order_id"')
  })
})

describe('a hang', () => {
  it('has no effect, and the caller may disconnect', async () => {
    const fields = order({ description: 'sandbox:hang' })

    await expect(
      callByHand(sandbox, tqr, { fields, signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow('timeout')

    expect(await exists(fields['order_reference_id'])).toBe(false)
  })
})

describe('an injected code', () => {
  it('is answered before the effect, or after it', async () => {
    const before = order({ description: 'sandbox:5000001' })
    const after = order({ description: 'sandbox:5000001-after' })

    const answers = [
      await callByHand(sandbox, tqr, { fields: before }),
      await callByHand(sandbox, tqr, { fields: after }),
    ]

    expect(answers.map(({ code, status }) => [code, status])).toEqual([
      [5000001, 500],
      [5000001, 500],
    ])
    expect(await exists(before['order_reference_id'])).toBe(false)
    expect(await exists(after['order_reference_id'])).toBe(true)
  })

  it('is answered once for the same id when it ends with -once', async () => {
    const fields = order({ description: 'sandbox:5000101-once' })

    const codes = [
      (await callByHand(sandbox, tqr, { fields })).code,
      (await callByHand(sandbox, tqr, { fields })).code,
    ]

    expect(codes).toEqual([5000101, 200])
  })

  it('may be a code that no table lists', async () => {
    const answer = await callByHand(sandbox, tqr, {
      fields: order({ description: 'sandbox:4999999' }),
    })

    expect(answer).toMatchObject({ status: 499, code: 4999999 })
  })

  it('comes from X-Request-ID for a call without a description', async () => {
    const { data } = await callByHand(sandbox, tqr, { fields: order() })
    const path = `/merchant-integration/v1/qr/query/${String(data['order_id'])}`

    const answer = await callByHand(sandbox, path, { requestId: 'sandbox:5000001' })

    expect(answer.code).toBe(5000001)
    expect(answer.headers.get('x-request-id')).toBe('sandbox:5000001')
  })

  it('is refused when it is unknown', async () => {
    const answer = await callByHand(sandbox, tqr, {
      fields: order({ description: 'sandbox:explode' }),
    })

    expect(answer.code).toBe(4000001)
  })
})

describe('a fault for the next requests', () => {
  it('applies to its endpoint, as often as requested', async () => {
    await sandbox.control.addFault({
      endpoint: 'createTqrOrder',
      fault: '5000001',
      times: 2,
    })
    const { data } = await callByHand(sandbox, tqr, {
      fields: order({ description: 'sandbox:slow-0' }),
    })
    const query = await callByHand(
      sandbox,
      `/merchant-integration/v1/qr/query/${String(data['order_id'])}`,
    )

    const codes = [
      (await callByHand(sandbox, tqr, { fields: order() })).code,
      (await callByHand(sandbox, tqr, { fields: order() })).code,
      (await callByHand(sandbox, tqr, { fields: order() })).code,
    ]

    expect(query.code).toBe(200)
    expect(codes).toEqual([5000001, 5000001, 200])
  })

  it('is refused for an endpoint that does not exist', async () => {
    await expect(
      sandbox.control.addFault({ endpoint: 'createTqrOrders', fault: '5000001' }),
    ).rejects.toMatchObject({ status: 400, reason: 'input_invalid' })
  })
})

describe('an id that is stored without a refund', () => {
  it.each([
    ['taken-html', 502, '<html>'],
    ['taken-empty', 500, ''],
    ['taken-hang', 504, 'Gateway'],
  ])('by %s is refused with 4090801 when it is sent again', async (fault, status, text) => {
    const original = await paidReference()
    const fields = {
      order_reference_id: randomUUID().slice(0, 35),
      original_order_reference_id: original,
      vnd_amount: 500,
    }
    await sandbox.control.addFault({ endpoint: 'refundOrder', fault })

    const first = await callByHand(sandbox, refund, { fields })
    const second = await callByHand(sandbox, refund, { fields })

    expect(first.status).toBe(status)
    expect(first.code).toBeNaN()
    expect(first.text).toContain(text)
    expect(second.code).toBe(4090801)
    const orders = await sandbox.control.orders()
    const paid = orders.find(({ orderReferenceId }) => orderReferenceId === original)
    expect(paid?.refundedVnd).toBe(0)
  })

  it('cannot be injected into a call without such an id', async () => {
    await sandbox.control.addFault({ endpoint: 'createTqrOrder', fault: 'taken-html' })

    expect((await callByHand(sandbox, tqr, { fields: order() })).code).toBe(4000001)
  })
})
