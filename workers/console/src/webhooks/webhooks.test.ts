import type { EventDetails, EventFilter } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'

const event: EventDetails = {
  key: 'order-paid:ORDER-1:default',
  webhookId: 'order-paid:ORDER-1',
  type: 'order.paid',
  state: 'dead',
  endpoint: 'default',
  orderId: 'ORDER-1',
  at: now,
  failures: 9,
  body: '{"type":"order.paid","note":"<b>"}',
  deliveries: [
    { at: now, durationMs: 15_000, failure: 'timeout' },
    { at: now - 60, durationMs: 31, status: 500, failure: 'status' },
  ],
}

const address = `/webhooks/event?${new URLSearchParams({ key: event.key })}`

async function deskOf(parts: DeskParts = {}, subject = 'U-AN') {
  const desk = openDesk({
    ...parts,
    view: {
      listEvents: async () => ({ events: [event] }),
      findEvent: async () => event,
      ...parts.view,
    },
  })
  await desk.signIn(subject)
  return desk
}

describe('webhooks', () => {
  it.each([
    ['vi', 'Đơn đã được thanh toán'],
    ['en', 'The order is paid'],
  ])('are named in words, with their type next to it, in %s', async (lang, title) => {
    const desk = await deskOf()
    const list = await (await desk.get(`/webhooks?lang=${lang}`)).text()
    const page = await (
      await desk.get(
        `/webhooks/event?${new URLSearchParams({ key: 'order-paid:ORDER-1:default', lang })}`,
      )
    ).text()

    expect(list).toMatch(new RegExp(`>${title}</a><small class="stored">order\\.paid</small>`))
    expect(page).toMatch(new RegExp(`<h1>[^<]*: ${title}</h1>`))
    expect(page).toContain('<span class="code">order.paid</span>')
  })

  it.each(['vi', 'en'])('show an event with its deliveries and its body, in %s', async (lang) => {
    const desk = await deskOf()
    const list = await (await desk.get(`/webhooks?lang=${lang}&state=dead&endpoint=default`)).text()
    const page = await (await desk.get(`${address}&lang=${lang}`)).text()

    expect(list).toContain(`href="${address}"`)
    expect(desk.calls).toContainEqual(['listEvents', { state: 'dead', endpoint: 'default' }])
    expect(page).toContain('15')
    expect(page).toContain('500')
    expect(page).toContain('&lt;b&gt;')
  })

  it('are resent in two clicks: the event, then its button', async () => {
    const desk = await deskOf({
      money: { resendEvent: async () => ({ outcome: 'resent', event }) },
    })
    const page = await (await desk.get(`${address}&lang=en`)).text()
    const [, action = '', reason = ''] =
      /action="(\/webhooks\/event\/resend[^"]*)".*?name="reason"[^>]*value="([^"]*)"/s.exec(page) ??
      []
    const done = await desk.post(action, { reason })

    expect(done.headers.get('location')).toBe(`${address}&done=resent`)
    expect(desk.calls.at(-1)).toEqual([
      'resendEvent',
      event.key,
      { reason: 'resent at the desk', staffId: 'an' },
    ])
  })

  it('are resent by the same form after a session that ended meanwhile', async () => {
    const desk = await deskOf({
      money: { resendEvents: async () => ({ resent: 1, unchanged: 0 }) },
    })
    desk.wait(21 * 60)
    const form = { by: 'an', reason: 'the shop is back', state: 'dead', endpoint: 'default' }
    const sent = await desk.post('/webhooks/resend', form)
    await desk.signIn('U-AN')
    const back = await (await desk.get('/webhooks/resend?lang=en')).text()
    const once = await (await desk.get('/webhooks/resend?lang=en')).text()

    expect(sent.headers.get('location')).toBe('/auth/sign-in?return_to=%2Fwebhooks%2Fresend')
    expect(desk.calls).toEqual([])
    expect(back).toContain('You have signed in again')
    expect(back).toContain('value="the shop is back"')
    expect(back).toContain('<input type="hidden" name="endpoint" value="default"')
    expect(once).not.toContain('the shop is back')
  })

  it('are resent by filter, page by page', async () => {
    const asked: EventFilter[] = []
    const desk = await deskOf({
      money: {
        resendEvents: async (filter) => {
          asked.push(filter)
          return { resent: 49, unchanged: 1, ...(asked.length === 1 && { cursor: '812' }) }
        },
      },
    })
    const form = { reason: 'the shop is back', state: 'delivered', endpoint: 'default' }
    const done = await desk.post('/webhooks/resend', { ...form, cursor: 'x' })
    const next = done.headers.get('location') ?? ''
    const page = await (await desk.get(`${next}&lang=en`)).text()
    const last = await desk.post('/webhooks/resend', { ...form, from: '812' })
    const wrong = await desk.post('/webhooks/resend', { ...form, state: 'toString' })

    expect(next).toBe('/webhooks?state=delivered&endpoint=default&resent=49&unchanged=1&from=812')
    expect(page).toContain('send the form again')
    expect(page).toContain('<input type="hidden" name="from" value="812"')
    expect(last.headers.get('location')).not.toContain('from=')
    expect(wrong.status).toBe(400)
    // Without a number: what the order store takes at once is its own to say.
    expect(asked).toEqual([
      { state: 'delivered', endpoint: 'default' },
      { state: 'delivered', endpoint: 'default', cursor: '812' },
    ])
  })

  it('can be paused and resumed for an endpoint, with a reason', async () => {
    const endpoint = {
      id: 'default',
      configured: true,
      url: 'https://shop.example/hooks',
      events: ['order.*'],
      waiting: 3,
      dead: 1,
    }
    const desk = await deskOf({
      view: {
        listEndpoints: async () => [
          endpoint,
          { ...endpoint, id: 'old', paused: { at: now, reason: 'gone' } },
          { ...endpoint, id: 'removed', configured: false },
        ],
      },
      money: {
        pauseEndpoint: async () => ({ outcome: 'changed', endpoint }),
        resumeEndpoint: async () => ({ outcome: 'not_found' }),
      },
    })
    const page = await (await desk.get('/webhooks/endpoints?lang=en')).text()
    const paused = await desk.post('/webhooks/endpoints/default/pause', { reason: 'moving' })
    const none = await desk.post('/webhooks/endpoints/other/resume', { reason: 'moved' })

    expect(page).toContain('action="/webhooks/endpoints/default/pause"')
    expect(page).toContain('action="/webhooks/endpoints/old/resume"')
    expect(page).toContain('410 Gone')
    expect(page).not.toContain('action="/webhooks/endpoints/removed/')
    expect([paused.headers.get('location'), none.status]).toEqual([
      '/webhooks/endpoints?done=changed',
      404,
    ])
  })

  it('answer 404 for an event without a key, or a missing one', async () => {
    const desk = await deskOf({ view: { findEvent: async () => null } })

    expect((await desk.get('/webhooks/event')).status).toBe(404)
    expect((await desk.get(address)).status).toBe(404)
    expect((await desk.get(`/webhooks/event?key=${'x'.repeat(600)}`)).status).toBe(404)
  })
})
