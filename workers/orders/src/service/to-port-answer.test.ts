import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { paymentPort } from './payment-port.ts'

/** What the port says of a query that the service answers so. */
async function traceOf(answer: () => Promise<Response>) {
  const port = paymentPort(readSettings({ ...env }), answer)
  const { outcome, trace } = await port.queryOrder('20260101T00000001')
  return { outcome, trace }
}

describe('the trace of a call', () => {
  it('has the id of the request and the number of requests', async () => {
    const data = { order_id: '20260101T00000001', order_amount: 1_000, pay_status: 'PROCESSING' }
    const meta = { code: 200, request_id: 'REQ-1' }

    expect(await traceOf(async () => Response.json({ meta, data }))).toEqual({
      outcome: 'accepted',
      trace: { requests: 1, requestId: 'REQ-1' },
    })
  })

  it('has the id of a refused request', async () => {
    const meta = { code: 4040001, request_id: 'REQ-2' }

    expect(await traceOf(async () => Response.json({ meta }))).toEqual({
      outcome: 'refused',
      trace: { requests: 1, requestId: 'REQ-2' },
    })
  })

  it('has the id of a request that was answered with a code that no table lists', async () => {
    const meta = { code: 2990000, request_id: 'REQ-3' }

    expect(await traceOf(async () => Response.json({ meta }))).toEqual({
      outcome: 'unlisted',
      trace: { requests: 1, requestId: 'REQ-3' },
    })
  })

  it('has the status of a response that is not from the service', async () => {
    const { outcome, trace } = await traceOf(async () => new Response('busy', { status: 502 }))

    expect(outcome).toBe('unknown')
    expect(trace).toMatchObject({ failure: 'not_the_service', httpStatus: 502 })
    expect(trace?.requests).toBeGreaterThan(0)
  })

  it('has the reason of a failed connection', async () => {
    const { outcome, trace } = await traceOf(async () => {
      throw new TypeError('fetch failed')
    })

    expect(outcome).toBe('unknown')
    expect(trace).toMatchObject({ failure: 'network' })
    expect(trace).not.toHaveProperty('httpStatus')
  })
})
