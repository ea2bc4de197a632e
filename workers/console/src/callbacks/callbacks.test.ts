import type { StoredCallback } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'

const callback: StoredCallback = {
  seq: 41,
  state: 'orphan',
  at: now,
  tries: 3,
  nextAt: now + 60,
  signed: { order_id: 'S1', transaction_id: 'T1', pay_status: 'SUCCESS' },
}

async function deskOf(parts: DeskParts = {}) {
  const desk = openDesk({
    ...parts,
    view: { listCallbacks: async () => ({ callbacks: [callback] }), ...parts.view },
  })
  await desk.signIn('U-AN')
  return desk
}

describe('callbacks', () => {
  it.each(['vi', 'en'])(
    'without an order are shown with their signed fields, in %s',
    async (lang) => {
      const desk = await deskOf()
      const text = await (await desk.get(`/callbacks?lang=${lang}`)).text()

      expect(text).toContain('SUCCESS; T1; S1')
      expect(text).toContain('callback_rejected')
      expect(text).toContain('action="/callbacks/41/replay"')
      expect(desk.calls).toEqual([['listCallbacks', { state: 'orphan' }]])
    },
  )

  it('of an order are listed in any state', async () => {
    const desk = await deskOf()
    await desk.get('/callbacks?state=dead&orderId=ORDER-1')

    expect(desk.calls).toEqual([['listCallbacks', { orderId: 'ORDER-1' }]])
  })

  it('are replayed with a reason, and the page shows the result', async () => {
    const desk = await deskOf({
      money: {
        replayCallback: async (seq) =>
          seq === 41
            ? { outcome: 'replayed', confirmation: 'settled', orderId: 'ORDER-1' }
            : { outcome: 'not_found' },
      },
    })
    const done = await desk.post('/callbacks/41/replay', { reason: 'the order is here now' })
    const none = await desk.post('/callbacks/42/replay', { reason: 'the order is here now' })
    const wrong = await desk.post('/callbacks/x/replay', { reason: 'the order is here now' })
    const page = await (await desk.get(`${done.headers.get('location')}&lang=en`)).text()

    expect(done.headers.get('location')).toBe('/callbacks?replayed=settled&orderId=ORDER-1')
    expect([none.status, wrong.status]).toEqual([404, 404])
    expect(page).toContain('It is done with: its order and its alerts say what it came to.')
    expect(page).not.toContain('is settled')
    expect(desk.calls[0]).toEqual([
      'replayCallback',
      41,
      { reason: 'the order is here now', staffId: 'an' },
    ])
  })
})
