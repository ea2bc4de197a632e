import { describe, expect, it } from 'vitest'
import { openDesk } from '../test/open-desk.ts'

describe('a file of the desk', () => {
  it.each([
    ['/styles.css', 'text/css; charset=utf-8', /^[^{]*\{[^]*\.chart/],
    ['/live.js', 'text/javascript; charset=utf-8', /addEventListener/],
    ['/send-once.js', 'text/javascript; charset=utf-8', /addEventListener/],
  ])('%s is served to everybody and revalidated each time', async (path, type, text) => {
    const file = await openDesk().get(path)

    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    expect(file.headers.get('cache-control')).toBe('no-cache')
    expect(await file.text()).toMatch(text)
  })
})

describe('a page of the desk', () => {
  it('says that it is unavailable while the order store fails, and logs why', async () => {
    const view = { listOrders: () => Promise.reject(new Error('D1_ERROR: overloaded')) }
    const desk = openDesk({ view })
    await desk.signIn('U-AN')

    const page = await desk.get('/orders')

    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).not.toContain('D1_ERROR')
    expect(desk.lines).toEqual([{ event: 'request_failed', detail: 'Error: D1_ERROR: overloaded' }])
  })

  it('says that a setting is wrong, which loading it again does not mend', async () => {
    const failure = Object.assign(new Error('FILES of the orders Worker: holds others.'), {
      name: 'ConfigurationError',
    })
    const desk = openDesk({ view: { listOrders: () => Promise.reject(failure) } })
    await desk.signIn('U-AN')

    const texts = []
    for (const language of ['en', 'vi']) {
      texts.push(await (await desk.get('/orders', { 'accept-language': language })).text())
    }

    expect(texts[0]).toContain('settings of the orders Worker are wrong')
    expect(texts[1]).toContain('Cấu hình')
    for (const text of texts) expect(text).toContain('/health')
    expect(desk.lines[0]).toMatchObject({ event: 'not_configured' })
  })

  it.each([
    [16_384, 404],
    [16_385, 413],
  ])('answers a form of %i bytes with %i', async (bytes, status) => {
    const desk = openDesk()
    await desk.signIn('U-AN')

    const answer = await desk.post('/nowhere', { text: 'x'.repeat(bytes - 'text='.length) })

    expect(answer.status).toBe(status)
  })
})

describe('an address with too many requests', () => {
  const env = { PAGE_LIMIT: { limit: async () => ({ success: false }) } }

  it.each(['/', '/health', '/auth/sign-in'])('gets 429 at %s', async (path) => {
    expect((await openDesk({ env }).get(path)).status).toBe(429)
  })

  it('can still send logout notices, as the identity server does for everybody', async () => {
    const { status } = await openDesk({ env }).post('/auth/back-channel-logout', {})

    expect(status).toBe(400)
  })
})
