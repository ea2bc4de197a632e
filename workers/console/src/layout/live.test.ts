import { expect, it } from 'vitest'
import { noTraces, now, openDesk, orderView } from '../../test/open-desk.ts'

it('an unchanged page is answered 304, a changed one completely', async () => {
  let order = orderView({ state: 'created' })
  const desk = openDesk({ view: { ...noTraces, find: async () => order } })
  await desk.signIn('U-AN')
  const first = await desk.get('/orders/ORDER-1')
  const etag = first.headers.get('etag') ?? ''
  desk.wait(60)
  const same = await desk.get('/orders/ORDER-1', { 'if-none-match': etag })
  order = orderView({ state: 'paid_unverified' })
  const other = await desk.get('/orders/ORDER-1', { 'if-none-match': etag })

  expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  expect([same.status, await same.text()]).toEqual([304, ''])
  expect(other.status).toBe(200)
  expect(other.headers.get('etag')).not.toBe(etag)
})

it('a waiting order refreshes itself, and a settled one does not', async () => {
  const open = {
    id: 'R1',
    state: 'refund_unknown' as const,
    vnd: 1,
    points: 0,
    origin: 'shop' as const,
    returned: { vnd: 0, points: 0 },
    owed: { vnd: 1, points: 0 },
    createdAt: now,
    updatedAt: now,
  }
  const isLive = async (changes: Parameters<typeof orderView>[0]) => {
    const desk = openDesk({ view: { ...noTraces, find: async () => orderView(changes) } })
    await desk.signIn('U-AN')
    return (await (await desk.get('/orders/ORDER-1')).text()).includes('data-live-seconds')
  }

  expect(await isLive({ state: 'created' })).toBe(true)
  expect(await isLive({ state: 'paid_unverified' })).toBe(true)
  expect(await isLive({ state: 'paid' })).toBe(false)
  expect(await isLive({ state: 'paid', refunds: [open] })).toBe(true)
})

it('only the script of the own origin may run', async () => {
  const desk = openDesk({
    view: { ...noTraces, find: async () => orderView({ state: 'created' }) },
  })
  await desk.signIn('U-AN')
  const page = await desk.get('/orders/ORDER-1')
  const text = await page.text()
  const script = await desk.get('/live.js')

  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  // Every time at the desk is shown in Vietnam's time zone, whatever the time zone of the device.
  expect(await script.text()).toContain("timeZone: 'Asia/Ho_Chi_Minh'")
  expect(page.headers.get('content-security-policy')).toContain(
    "script-src 'self'; connect-src 'self'",
  )
  expect(text.match(/<script[^>]*>/g)).toEqual([
    '<script src="/send-once.js" defer>',
    '<script src="/live.js" defer="">',
  ])
  expect(text).toContain('<noscript>')
})
