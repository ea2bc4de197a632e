import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyShop, get, post, signIn, stubServices, type Services } from '../../test/shop-world.ts'

let services: Services

beforeEach(() => {
  services = stubServices()
  services.answers.set('GET /links/*', () =>
    Response.json({ state: 'linked', phone: '*******321' }),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

const unlink = async () => post('/account/unlink', {}, [await signIn()])

describe('unlinking the wallet', () => {
  it.each([
    ['is done', 200],
    ['is under way', 202],
    ['has nothing to do', 404],
  ])('redirects to the account when it %s', async (_what, status) => {
    services.answers.set('DELETE /links/*', () => Response.json({}, { status }))

    const response = await unlink()

    expect([response.status, response.headers.get('location')]).toEqual([303, '/account'])
  })

  it.each([
    ['a payment needs the wallet', 409, 'is not unlinked: a payment with it is under way'],
    ['checkout is away', 503, 'may not be unlinked yet: no answer came'],
    ['nothing answers', undefined, 'may not be unlinked yet: no answer came'],
  ])(
    'tells the customer whether the wallet is still linked when %s',
    async (_what, status, said) => {
      services.answers.set('DELETE /links/*', () => {
        if (status === undefined) throw new TypeError('connection reset')
        return Response.json({ error: {} }, { status })
      })

      const response = await unlink()
      const text = await response.text()

      expect(response.status).toBe(status === 409 ? 409 : 502)
      expect(text).toContain(said)
      expect(text).toContain('data-link="linked"')
    },
  )
})

describe('the account while checkout is away', () => {
  const away = () => Response.json({ error: {} }, { status: 503 })

  it('does not say that no wallet is linked, and looks again', async () => {
    services.answers.set('GET /links/*', away)
    const page = await (await get('/account', [await signIn()])).text()

    expect(page).toContain('data-link="unknown"')
    expect(page).toMatch(/(?:Số điện thoại|Phone number): •••\u00a0001/)
    expect(page).not.toContain('action="/account/link"')
    expect(page).toContain('http-equiv="refresh"')
  })

  it('does not reload the answer to a form, whose address accepts no GET', async () => {
    services.answers.set('GET /links/*', away)
    services.answers.set('DELETE /links/*', away)
    const page = await (await unlink()).text()

    expect(page).toContain('no answer came')
    expect(page).not.toContain('http-equiv="refresh"')
  })
})

it('linking an already linked wallet is not reported as a failure', async () => {
  const link = { state: 'linked', phone: '*******321' }
  services.answers.set('POST /links', () => Response.json({ outcome: 'linked', link }))
  const response = await post('/account/link', {}, [await signIn()])

  expect([response.status, response.headers.get('location')]).toEqual([303, '/account'])
})
