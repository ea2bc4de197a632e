import { expect, it } from 'vitest'
import { ask, deployed } from '../../test/deployed-bench.ts'
import { everyRoute, type SampleRoute } from '../../test/every-route.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** Public paths, whose answers a cache may store but must revalidate. */
const publicPaths = [
  '/styles.css',
  '/send-once.js',
  '/identity/front-channel.js',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
]

function check(route: SampleRoute, { headers, status }: Response): void {
  const of = (name: string) => [route, status, name, headers.get(name)]
  for (const [name, value] of Object.entries(always)) {
    expect(of(name)).toEqual([route, status, name, value])
  }
  const isPublic = publicPaths.includes(route.path) && status === 200
  expect(of('cache-control')).toEqual([
    route,
    status,
    'cache-control',
    isPublic ? 'no-cache' : expect.stringContaining('no-store'),
  ])
  const policy = headers.get('content-security-policy') ?? ''
  expect([route, policy]).toEqual([route, expect.stringContaining("default-src 'none'")])
  expect([route, policy]).toEqual([route, expect.stringContaining("frame-ancestors 'none'")])
  expect([route, policy]).toEqual([route, expect.stringContaining("base-uri 'none'")])
  expect(policy).not.toContain('unsafe')
}

const answerers = [
  ['to who may see it', { authorization: `Bearer ${deployed.CONTROL_SECRET}` }],
  ['to who may not', {}],
  ['to a page of another origin', { origin: 'https://evil.example' }],
] as const

it.each(answerers)('every answer has the security headers: %s', async (_whom, headers) => {
  for (const route of everyRoute()) {
    const { method, path } = route
    // Neither a form nor JSON, so that an accepted request creates no key and moves no money.
    const body = method === 'GET' ? null : 'text'
    const answer = await ask(path, {
      method,
      body,
      headers: { origin: deployed.SANDBOX_URL, ...headers },
    })

    check(route, answer)
    expect(answer.headers.get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    )
  }
})

it('an answer under a refused host name has the security headers too', async () => {
  check({ method: 'GET', path: '/' }, await ask('/', { origin: 'https://other.example' }))
})

it('no Strict-Transport-Security is sent over http', async () => {
  const answer = await ask('/', { origin: 'http://localhost', variables: {} })

  expect(answer.headers.get('strict-transport-security')).toBeNull()
})

it.each(['/', '/phone', '/merchants', '/merchant/log-in', '/callbacks', '/sign-on', '/log-in'])(
  'the forms of %s end on it',
  async (path) => {
    const headers = { authorization: `Bearer ${deployed.CONTROL_SECRET}` }

    const policy = (await ask(path, { headers })).headers.get('content-security-policy')

    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("script-src 'self';")
  },
)
