import { env } from 'cloudflare:workers'
import type { Configuration } from '@merchant-edge/pages'
import { describe, expect, it } from 'vitest'
import { openDesk } from '../../test/open-desk.ts'

const remedy = 'Set it.'

function ordersWorker(found: Partial<Configuration> = {}) {
  const configuration = { environment: 'local', problems: [], ...found } as const
  return { configuration: async () => configuration, listOrders: async () => ({ orders: [] }) }
}

const broken = {
  ENVIRONMENT: 'production',
  CONSOLE_URL: 'https://desk.example.com',
  AUTH_URL: 'the identity server',
  CLIENT_ID: '',
  CLIENT_SECRET: '',
  SESSION_SECRET: 'too short',
  SESSION_SECRET_PREVIOUS: 'too short',
  SECOND_FACTOR: 'none',
  CONSOLE_OPERATORS: '[]',
}

describe('the health check', () => {
  it('reports a missing list of operators', async () => {
    const desk = openDesk({ view: ordersWorker(), env: { CONSOLE_OPERATORS: '' } })

    const answer = await desk.get('/health')

    expect(await answer.json()).toMatchObject({
      problems: [{ name: 'CONSOLE_OPERATORS', problem: 'is missing' }],
    })
  })

  it('answers a monitor without a sign-in', async () => {
    const desk = openDesk({ view: ordersWorker() })

    const answer = await desk.get('/health')

    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ok', environment: 'local' })
  })

  it('reports every problem of both Workers at once, without values', async () => {
    const problems = [{ name: 'KEY_CODE', problem: 'is empty', remedy }]
    const view = ordersWorker({ environment: 'uat', problems })
    const desk = openDesk({ view, env: broken })

    const answer = await desk.get('/health')
    const text = await answer.text()

    expect(answer.status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({
      status: 'not_configured',
      environment: 'production',
      problems: [
        ['console', 'CONSOLE_URL', 'is still the example of this repository'],
        ['console', 'AUTH_URL', 'is missing or no https address'],
        ['console', 'CLIENT_ID', 'is missing'],
        ['console', 'CLIENT_SECRET', 'is missing'],
        ['console', 'SESSION_SECRET', 'is missing or shorter than 32 characters'],
        ['console', 'SESSION_SECRET_PREVIOUS', 'is shorter than 32 characters'],
        ['console', 'SECOND_FACTOR', 'is missing or malformed'],
        ['console', 'CONSOLE_OPERATORS', 'names nobody'],
        [
          'console',
          'ENVIRONMENT',
          'is production, and that of the orders Worker which this one is bound to is uat',
        ],
        ['orders', 'KEY_CODE', 'is empty'],
      ].map(([worker, name, problem]) => ({ worker, name, problem })),
    })
    expect(text).not.toContain('too short')
    expect(desk.lines).toMatchObject([{ event: 'not_configured' }])
  })

  it('reports missing tables of sessions, with the remedy', async () => {
    const desk = openDesk({ view: ordersWorker() })
    await env.DB.prepare('ALTER TABLE sign_on_claims RENAME TO kept').run()

    const answer = await desk.get('/health')
    await env.DB.prepare('ALTER TABLE kept RENAME TO sign_on_claims').run()

    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      problems: [
        {
          worker: 'console',
          name: 'DB',
          problem: 'lacks migrations',
          remedy: 'Apply them with wrangler d1 migrations apply merchant-edge-console --local.',
        },
      ],
    })
  })

  it.each(['SESSION_SECRET_PREVIOS'])(
    'reports the misspelt %s, and the pages stay open',
    async (name) => {
      const misspelt = { [name]: 'a secret that nobody reads, of forty chars' }
      const desk = openDesk({ view: ordersWorker(), env: misspelt })
      await desk.signIn('U-AN')

      expect(await (await desk.get('/health')).json()).toMatchObject({
        problems: [{ worker: 'console', name }],
      })
      expect((await desk.get('/orders')).status).toBe(200)
    },
  )

  it('reports a missing binding of the orders Worker', async () => {
    const unbound = Object.fromEntries(
      ['DB', 'CONSOLE_VIEW', 'CONSOLE_MONEY', 'CONSOLE_SIGN_INS'].map((name) => [name, undefined]),
    )
    const desk = openDesk({ env: unbound })

    const answer = await desk.get('/health')

    expect(await answer.json()).toMatchObject({
      problems: [
        { name: 'DB' },
        { name: 'CONSOLE_VIEW' },
        { name: 'CONSOLE_MONEY' },
        { name: 'CONSOLE_SIGN_INS' },
      ],
    })
  })
})

describe('a desk with wrong settings', () => {
  it('serves no page, and logs all of them at once', async () => {
    const desk = openDesk({ view: ordersWorker(), env: broken })

    const pages = await Promise.all(['/', '/orders', '/auth/sign-in'].map((path) => desk.get(path)))
    const notice = await desk.post('/auth/back-channel-logout', {})

    expect([...pages, notice].map(({ status }) => status)).toEqual([503, 503, 503, 503])
    for (const line of desk.lines) {
      const detail = 'detail' in line ? line.detail : ''
      expect(line.event).toBe('not_configured')
      for (const name of Object.keys(broken)) {
        if (name !== 'ENVIRONMENT') expect(detail).toContain(`${name} of the console Worker`)
      }
    }
  })

  it.each([
    ['ENVIRONMENT', undefined],
    ['ENVIRONMENT', 'prod'],
    ['CONSOLE_URL', 'http://localhost:8792/desk'],
    ['AUTH_URL', 'https://id.example.com'],
    ['CLIENT_SECRET', undefined],
    ['SESSION_SECRET', 's'.repeat(31)],
  ])('serves no page while %s is %s', async (name, value) => {
    const desk = openDesk({ view: ordersWorker(), env: { [name]: value } })
    await desk.signIn('U-AN')

    expect((await desk.get('/orders')).status).toBe(503)
  })
})
