import type { ForceOutcome, ReconciliationView } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { ask, askAsShop } from '../../test/ask-checkout.ts'

const view: ReconciliationView = { day: '2026-01-31', state: 'waiting' }
const stopped: ReconciliationView = {
  day: '2026-01-31',
  state: 'stopped',
  run: {
    id: 'run-1',
    at: 1_800_000_000,
    partnerSha256: 'p',
    serviceSha256: 's',
    error: { code: 'ERR_FILES_UNRELATED', message: 'Most rows find no equal.' },
  },
}
const text = 'BOOKS,ref-1,T1,100000,VND,0,0,0\r\n'

describe('authentication', () => {
  it.each(['/files/partner/2026-01-31', '/reconciliations', '/reconciliations/2026-01-31'])(
    'GET %s requires the secret of the shop',
    async (path) => {
      const { response, calls } = await ask(path)

      expect(response.status).toBe(401)
      expect(calls).toEqual([])
    },
  )
})

describe('/files/partner/{day}', () => {
  it('streams the file with its name, its length and its hash', async () => {
    const bytes = new TextEncoder().encode(text)
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    const sha256 = Array.from(new Uint8Array(digest), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    const name = '20260131_BOOKS_SERVICE_TRAN.csv'

    const { response, calls } = await askAsShop('/files/partner/2026-01-31', {
      orders: {
        partnerFile: async () => ({
          outcome: 'file',
          name,
          bytes: bytes.length,
          rows: 1,
          leftOut: 0,
          sha256,
          body: new Response(bytes).body ?? new ReadableStream(),
        }),
      },
    })

    expect(response.status).toBe(200)
    expect(await response.text()).toBe(text)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'repr-digest': `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(digest)))}:`,
      'cache-control': 'no-store',
    })
    expect(calls).toEqual([['partnerFile', '2026-01-31']])
  })

  it('says from when the file of a day is complete', async () => {
    const { response } = await askAsShop('/files/partner/2026-01-31', {
      orders: { partnerFile: async () => ({ outcome: 'too_early', readyAt: 1_800_000_000 }) },
    })

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      readyAt: 1_800_000_000,
      error: { reason: 'day_not_over' },
    })
  })

  it('says that a day before the first has no file', async () => {
    const { response } = await askAsShop('/files/partner/2025-01-31', {
      orders: { partnerFile: async () => ({ outcome: 'before_first' }) },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'day_before_first' } })
  })

  it('names what is missing while daily files are not configured', async () => {
    const { response } = await askAsShop('/files/partner/2026-01-31', {
      orders: { partnerFile: async () => ({ outcome: 'not_configured' }) },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { reason: 'daily_files_not_configured', remedy: expect.stringContaining('FILES') },
    })
  })

  it.each(['2026-02-30', '20260131', 'x', '2026-01-31T00:00'])(
    'refuses the day %s',
    async (day) => {
      const { response, calls } = await askAsShop(`/files/partner/${day}`)

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { fields: ['day'] } })
      expect(calls).toEqual([])
    },
  )
})

describe('/reconciliations', () => {
  it('lists days', async () => {
    const { response } = await askAsShop('/reconciliations', {
      orders: { listReconciliations: async () => [view] },
    })

    expect(await response.json()).toEqual({ reconciliations: [view] })
  })

  it('shows a day', async () => {
    const { response, calls } = await askAsShop('/reconciliations/2026-01-31', {
      orders: { reconciliation: async () => view },
    })

    expect(await response.json()).toEqual(view)
    expect(calls).toEqual([['reconciliation', '2026-01-31']])
  })

  it('answers 404 for a day that is not tracked', async () => {
    const { response } = await askAsShop('/reconciliations/2026-01-31', {
      orders: { reconciliation: async () => null },
    })

    expect(response.status).toBe(404)
  })

  it.each([
    ['POST', '/reconciliations'],
    ['DELETE', '/reconciliations/2026-01-31'],
    ['GET', '/reconciliations/2026-01-31/force'],
    ['PUT', '/files/partner/2026-01-31'],
  ])('refuses %s %s', async (method, path) => {
    const { response, calls } = await askAsShop(path, { method })

    expect(response.status).toBe(405)
    expect(calls).toEqual([])
  })

  const forced: readonly (readonly [number, ForceOutcome, string | undefined])[] = [
    [202, { outcome: 'started', reconciliation: stopped }, undefined],
    [200, { outcome: 'done', reconciliation: view }, undefined],
    [404, { outcome: 'not_found' }, 'reconciliation_not_found'],
    [404, { outcome: 'not_stopped', reconciliation: view }, 'not_stopped'],
    [409, { outcome: 'running' }, 'day_in_work'],
    [409, { outcome: 'not_forceable', reconciliation: stopped }, 'not_forceable'],
    [409, { outcome: 'files_changed', reconciliation: stopped }, 'files_changed'],
  ]
  it.each(forced)('answers a request to force with %i for %j', async (status, outcome, reason) => {
    const { response, calls } = await askAsShop('/reconciliations/2026-01-31/force', {
      method: 'POST',
      orders: { forceReconciliation: async () => outcome },
    })

    const body: unknown = await response.json()
    expect(response.status).toBe(status)
    expect(calls).toEqual([['forceReconciliation', '2026-01-31']])
    if (reason === undefined) expect(body).toEqual(outcome)
    else expect(body).toMatchObject({ error: { reason } })
  })

  it('refuses to force without the secret, and for an invalid day', async () => {
    const stranger = await ask('/reconciliations/2026-01-31/force', { method: 'POST' })
    const noDay = await askAsShop('/reconciliations/2026-02-30/force', { method: 'POST' })

    expect([stranger.response.status, noDay.response.status]).toEqual([401, 400])
    expect([...stranger.calls, ...noDay.calls]).toEqual([])
  })

  it('names the known addresses at an unknown one', async () => {
    const { response } = await askAsShop('/files/service/2026-01-31')

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'path_unknown' } })
  })
})
