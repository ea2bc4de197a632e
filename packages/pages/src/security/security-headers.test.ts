import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { secureAnswers, securityHeaders } from './security-headers.ts'

const app = new Hono()
app.use(secureAnswers((c) => (c.req.path === '/form' ? { forms: ["'self'"] } : {})))
app.get('/form', (c) => c.text('form'))
app.get('/file', (c) => c.body('a{}', 200, { 'cache-control': 'public, max-age=60' }))
app.get('/bug', () => {
  throw new Error('a bug')
})
app.get('/foreign', () => Response.redirect('https://shop.example/'))
app.onError((_error, c) => c.text('try again later', 503))

const wanted = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

describe('secureAnswers', () => {
  it.each(['/nowhere', '/bug', '/foreign'])('gives %s every header', async (path) => {
    const { headers } = await app.request(path)

    expect(Object.fromEntries(headers)).toMatchObject(wanted)
  })

  it('chooses the policy for each request', async () => {
    const { headers } = await app.request('/form')

    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
  })

  it('keeps the headers that an answer has set itself', async () => {
    const { headers } = await app.request('/file')

    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('securityHeaders', () => {
  it('allows scripts, images and form targets only when requested', () => {
    const policy = securityHeaders({
      scripts: true,
      manifest: true,
      dataImages: true,
      forms: ["'self'", 'https://pay.example'],
      referrer: 'same-origin',
    })

    expect(policy['referrer-policy']).toBe('same-origin')
    expect(policy['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; manifest-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self' https://pay.example; base-uri 'none'; frame-ancestors 'none'",
    )
  })
})
