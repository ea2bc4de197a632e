import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTill, tillUrl, type TillWorld } from '../../test/till-world.ts'
import { createTill } from '../create-till.ts'

const day = 24 * 60 * 60
let till: TillWorld

function pair(fields: Readonly<Record<string, string>>) {
  return till.post('/till/pair', Object.entries(fields))
}

beforeEach(() => {
  till = openTill()
})

describe('a device', () => {
  it.each(['/till', '/till/bills/T-1', '/till/bills/T-1/state'])(
    'that is not paired with a till is redirected from %s to the pairing',
    async (path) => {
      const answer = await till.get(path)

      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/till/pair'])
    },
  )

  it('opens no order before it is paired', async () => {
    const answer = await till.post('/till/bills', [['entry', '45000']])

    expect(answer.status).toBe(303)
    expect(till.calls).toEqual([])
  })

  it('is paired with the chosen till by the password', async () => {
    await till.pair('HN-01 TILL-2')

    expect(await (await till.get('/till')).text()).toContain('Counter 2')
  })

  it.each([
    [{ till: 'HN-01 TILL-1', password: 'a password of the tests onlY' }, 403, 'not right'],
    [{ till: 'HN-01 TILL-1', password: '' }, 403, 'not right'],
    [{ till: 'HN-01 TILL-9', password: env.TILL_PASSWORD }, 422, 'Choose one'],
    [{ password: env.TILL_PASSWORD }, 422, 'Choose one'],
  ])('is not paired by %j', async (fields, status, text) => {
    const answer = await pair(fields)

    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(text)
    expect((await till.get('/till')).status).toBe(303)
  })

  it('is paired for 30 days, or until somebody ends it', async () => {
    await till.pair()
    till.now += 30 * day - 1
    expect((await till.get('/till')).status).toBe(200)
    till.now += 1
    expect((await till.get('/till')).status).toBe(303)

    await till.pair()
    await till.post('/till/unpair', [])
    expect((await till.get('/till')).status).toBe(303)
  })

  it('shows the names of the tills first, so that a narrow list does not cut them off', async () => {
    const page = await (await till.get('/till/pair')).text()

    expect(page).toMatch(/<option[^>]*>\s*Counter 1 · Nhà sách Hà Nội\s*</)
    expect(page).toMatch(/<option[^>]*>\s*Counter 2\s*</)
  })

  it('is unpaired only after a page has asked for confirmation', async () => {
    await till.pair()
    expect(await (await till.get('/till')).text()).toContain('href="/till/unpair"')
    const asked = await till.get('/till/unpair')

    expect(await asked.text()).toContain('Unpair this device?')
    expect((await till.get('/till')).status).toBe(200)
    till.cookie = ''
    expect((await till.get('/till/unpair')).headers.get('location')).toBe('/till/pair')
  })

  it('is no longer paired once the password was changed, or the till is gone', async () => {
    await till.pair()
    for (const changed of [
      { TILL_PASSWORD: 'another password of the tests' },
      { TILLS: '[{"name":"Counter 2","storeCode":"HN-01","posCode":"TILL-2"}]' },
    ]) {
      const other = openTill(changed)
      other.cookie = till.cookie

      expect((await other.get('/till')).status).toBe(303)
    }
  })

  it('cannot forge its cookie', async () => {
    await till.pair()
    till.cookie = till.cookie.replace('TILL-1', 'TILL-2')

    expect((await till.get('/till')).status).toBe(303)
  })

  it('is told to wait when it has tried too often, also with the right password', async () => {
    const app = createTill()
    const send = (password: string) =>
      app.request(
        `${tillUrl}/till/pair`,
        {
          method: 'POST',
          headers: {
            origin: tillUrl,
            'content-type': 'application/x-www-form-urlencoded',
            'cf-connecting-ip': '192.0.2.1',
          },
          body: new URLSearchParams({ till: 'HN-01 TILL-1', password }).toString(),
        },
        env,
      )
    for (let guess = 0; guess < 10; guess += 1) expect((await send('guess')).status).toBe(403)
    const last = await send(env.TILL_PASSWORD)

    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '60'])
  })

  it('has a cookie that is limited to this host and to https', async () => {
    const secure = openTill({ TILL_URL: 'https://till.example' })
    const answer = await secure.post('/till/pair', [['till', 'HN-01 TILL-1']])
    expect(answer.status).toBe(403)

    const app = createTill()
    const paired = await app.request(
      'https://till.example/till/pair',
      {
        method: 'POST',
        headers: {
          origin: 'https://till.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          till: 'HN-01 TILL-1',
          password: env.TILL_PASSWORD,
        }).toString(),
      },
      { ...env, TRY_LIMIT: undefined, TILL_URL: 'https://till.example' },
    )
    expect(paired.headers.getSetCookie()[0]).toMatch(
      /^__Host-till=.*; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })
})
