import { beforeEach, describe, expect, it } from 'vitest'
import { get, logIn, post, sendFrom } from '../../test/page-bench.ts'
import { ask, deployed, send } from '../../test/deployed-bench.ts'
import { everyRoute } from '../../test/every-route.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
})

const merchantRoutes = everyRoute().filter(
  ({ path }) => path.startsWith('/merchant/') || path === '/merchant',
)

describe('a form whose session is over', () => {
  it.each([
    ['/merchant/transactions/T1?lang=en', '?next=%2Fmerchant%2Ftransactions%2FT1%3Flang%3Den'],
    ['https://evil.example/merchant/keys', ''],
  ])('is redirected to the log-in and back to its page: %s', async (page, query) => {
    const answer = await sendFrom(page, '/merchant/refunds', { vnd: '1' })

    expect([answer.status, answer.location]).toEqual([303, `/merchant/log-in${query}`])
  })
})

describe('the log-in of the merchant site', () => {
  it.each(merchantRoutes.filter(({ path }) => path !== '/merchant/log-in'))(
    'protects $method $path',
    async ({ method, path }) => {
      const answer = await (method === 'GET' ? get(path) : post(path, {}))

      expect(answer.status).toBe(303)
      expect(answer.location).toMatch(/^\/merchant\/log-in/)
    },
  )

  it('redirects to the requested page, and to no other site', async () => {
    const asked = await get('/merchant/keys?lang=en')
    const account = { userName: 'edge-master', password: 'edge-master-password' }
    const back = async (next: string) =>
      (await post('/merchant/log-in', { ...account, next })).location

    expect(asked.location).toBe('/merchant/log-in?next=%2Fmerchant%2Fkeys%3Flang%3Den')
    expect(await back('/merchant/keys?lang=en')).toBe('/merchant/keys?lang=en')
    for (const next of [
      'https://evil.example/merchant',
      '//evil.example/merchant',
      '/journal',
      '',
    ]) {
      expect(await back(next)).toBe('/merchant')
    }
  })

  it.each([
    ['a wrong password', 'edge-master', 'edge-master-passwort'],
    ['no password', 'edge-master', ''],
    ['nobody', 'nobody', 'edge-master-password'],
    ['a name that every object has', 'constructor', 'x'],
  ])('refuses %s with the same answer', async (_what, userName, password) => {
    const answer = await post('/merchant/log-in', { userName, password })

    expect(answer.status).toBe(401)
    expect(answer.text).toContain('The user name or the password is wrong')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('offers the accounts of a fresh sandbox, in both languages', async () => {
    const english = await get('/merchant/log-in?lang=en')
    const vietnamese = await get('/merchant/log-in?lang=vi')

    for (const name of ['edge-master', 'edge-accounts', 'edge-cashier', 'other-master']) {
      expect(english.text).toContain(`data-account="${name}"`)
    }
    expect(vietnamese.text).toContain('Đăng nhập trang đối tác')
  })

  it('ends at the log-out, on the server too', async () => {
    const site = await logIn()

    const out = await site.post('/merchant/log-out', {})

    expect(out.location).toBe('/merchant/log-in')
    expect((await site.get('/merchant')).status).toBe(303)
  })

  it('sets an HttpOnly cookie, bound to the host over https', async () => {
    const account = { userName: 'edge-master', password: 'edge-master-password' }
    const headers = { authorization: `Bearer ${deployed.CONTROL_SECRET}` }
    const here = await post('/merchant/log-in', account)
    const there = await send('/merchant/log-in', account, { headers })

    expect(here.headers.get('set-cookie')).toMatch(/^merchant-session=\w{64}; .*HttpOnly/)
    expect(there.headers.get('set-cookie')).toMatch(
      /^__Host-merchant-session=\w{64}; .*Path=\/; HttpOnly; Secure; SameSite=Lax/,
    )
  })

  it('lasts eight hours by the real clock, and is then deleted by a tick', async () => {
    const account = { userName: 'edge-master', password: 'edge-master-password' }
    const headers = { authorization: `Bearer ${deployed.CONTROL_SECRET}` }
    const answer = await send('/merchant/log-in', account, { headers })
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
    const later = async (laterMs: number) =>
      (await ask('/merchant', { headers: { ...headers, cookie }, laterMs })).status

    await bench.control.moveClock({ advanceSeconds: 24 * 3600 })

    expect(await later(7.9 * 3600 * 1000)).toBe(200)
    expect(await later(8.1 * 3600 * 1000)).toBe(303)
  })

  it('does not replace the secret of the sandbox', async () => {
    const account = { userName: 'edge-master', password: 'edge-master-password' }

    expect((await send('/merchant/log-in', account)).status).toBe(401)
  })

  it('counts attempts where a limit is configured', async () => {
    const LOG_IN_LIMIT = { limit: async () => ({ success: false }) }
    const account = { userName: 'edge-master', password: 'edge-master-password' }
    const variables = { SANDBOX_URL: 'http://localhost', LOG_IN_LIMIT }

    const answer = await send('/merchant/log-in', account, {
      variables,
      origin: 'http://localhost',
    })

    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
  })
})

describe('the rights of a staff account', () => {
  const parts = {
    keys: '/merchant/keys',
    stores: '/merchant/stores',
    transactions: '/merchant/transactions',
    wallet: '/merchant/wallet',
    vouchers: '/merchant/vouchers',
    loyalty: '/merchant/loyalty',
    'sign-on': '/merchant/sign-on',
    'daily-files': '/merchant/daily-files',
  } as const
  const rights = Object.keys(parts) as (keyof typeof parts)[]

  it.each(rights)('open exactly one part of the site: %s', async (right) => {
    const { password } = await bench.control.createMerchantStaff({
      merchantCode: 'EDGE',
      userName: 'one-right',
      fullName: 'One Right',
      rights: [right],
    })
    const site = await logIn('one-right', password)
    const home = await site.get('/merchant')

    for (const [other, path] of [...Object.entries(parts), ['', '/merchant/staff']] as const) {
      const isOpen = other === right
      expect([path, (await site.get(path)).status]).toEqual([path, isOpen ? 200 : 403])
      expect([path, home.text.includes(`href="${path}"`)]).toEqual([path, isOpen])
    }
  })

  it.each(
    merchantRoutes.filter(
      ({ method, path }) => method === 'POST' && !/log-|sample|merchant$/.test(path),
    ),
  )('are asked for by $method $path', async ({ path }) => {
    const { password } = await bench.control.createMerchantStaff({
      merchantCode: 'EDGE',
      userName: 'no-rights',
      fullName: 'No Rights',
    })
    const site = await logIn('no-rights', password)

    expect((await site.post(path, {})).status).toBe(403)
  })

  it('are granted and revoked by the master account at once', async () => {
    const master = await logIn()
    const made = await master.post('/merchant/staff', {
      userName: 'new-person',
      fullName: 'New Person',
      'right-stores': 'on',
    })
    const password = /<pre>([\w-]+)<\/pre>/.exec(made.text)?.[1] ?? ''
    const site = await logIn('new-person', password)
    const before = (await site.get('/merchant/stores')).status
    await master.post('/merchant/staff/rights', { userName: 'new-person', 'right-keys': 'on' })

    expect(before).toBe(200)
    expect((await site.get('/merchant/stores')).status).toBe(403)
    expect((await site.get('/merchant/keys')).status).toBe(200)
    expect((await master.get('/merchant/staff')).text).not.toContain(password)
  })

  it('end with the account, and log-ins end when the password changes', async () => {
    const master = await logIn()
    const first = await logIn('edge-cashier')
    const renewed = await master.post('/merchant/staff/password', { userName: 'edge-cashier' })
    const password = /<pre>([\w-]+)<\/pre>/.exec(renewed.text)?.[1] ?? ''
    const afterNewPassword = (await first.get('/merchant')).status
    await expect(logIn('edge-cashier')).rejects.toThrow('401')
    const second = await logIn('edge-cashier', password)
    await master.post('/merchant/staff/status', { userName: 'edge-cashier', status: 'closed' })

    expect(afterNewPassword).toBe(303)
    expect((await second.get('/merchant')).status).toBe(303)
    await expect(logIn('edge-cashier', password)).rejects.toThrow('401')
    expect((await get('/merchant/log-in')).text).not.toContain('data-account="edge-cashier"')
    await master.post('/merchant/staff/status', { userName: 'edge-cashier', status: 'active' })
    expect((await (await logIn('edge-cashier', password)).get('/merchant')).status).toBe(200)
  })

  it('of a master account cannot be revoked, and it cannot be closed', async () => {
    const master = await logIn()

    for (const path of ['rights', 'status', 'password']) {
      const fields = { userName: 'edge-master', status: 'closed' }
      expect((await master.post(`/merchant/staff/${path}`, fields)).status).toBe(400)
    }
    expect((await master.get('/merchant')).status).toBe(200)
  })

  it.each([
    ['a name of capital letters', { userName: 'New', fullName: 'New' }],
    ['a name that is taken', { userName: 'edge-cashier', fullName: 'New' }],
    ['a name of another merchant', { userName: 'other-master', fullName: 'New' }],
    ['nobody', { userName: 'new-person', fullName: '' }],
  ])('are refused together with an account of %s', async (_what, fields) => {
    const master = await logIn()

    expect((await master.post('/merchant/staff', fields)).status).toBe(400)
  })
})

describe('an account of one merchant', () => {
  it('can neither see nor change anything of another merchant', async () => {
    const started = await (
      await logIn()
    ).post('/merchant/wallet/top-ups', {
      accountId: 'EDGE-ACCOUNT-1',
      amountVnd: '1000',
    })
    const [topUp] = await bench.control.bankTopUps()
    await workerdBench()
    const [key] = await bench.control.apiKeys()
    const other = await logIn('other-master')
    const id = topUp?.id ?? ''

    for (const [path, fields] of [
      ['/merchant/keys/revoke', { keyCode: key?.keyCode ?? '' }],
      ['/merchant/terminals', { storeCode: 'EDGE-STORE-1', posCode: 'T-9', name: 'Till' }],
      ['/merchant/wallet/top-ups', { accountId: 'EDGE-ACCOUNT-1', amountVnd: '1000' }],
      ['/merchant/wallet/top-ups/credit', { id }],
      ['/merchant/wallet/notices', { id }],
      ['/merchant/vouchers/withdraw', { serial: 'EV-AMOUNT-1' }],
      ['/merchant/sign-on/remove', { clientId: 'edge-shop' }],
      ['/merchant/staff/rights', { userName: 'edge-cashier' }],
      ['/merchant/staff/status', { userName: 'edge-cashier', status: 'closed' }],
      ['/merchant/staff/password', { userName: 'edge-cashier' }],
    ] as const) {
      await other.post(path, fields)
    }
    await other.post('/merchant/sign-on', {
      merchantCode: 'EDGE',
      clientId: 'foreign-client',
      tokenEndpointAuthMethod: 'none',
      redirectUris: 'https://other.example/cb',
    })

    expect(started.status).toBe(303)
    expect((await bench.control.apiKeys())[0]?.revokedAt).toBeNull()
    const stores = await bench.control.stores()
    expect(stores.find(({ code }) => code === 'EDGE-STORE-1')?.terminals).toHaveLength(2)
    expect(await bench.control.bankTopUps()).toMatchObject([{ state: 'pending' }])
    const vouchers = await bench.control.vouchers()
    expect(vouchers.find(({ serial }) => serial === 'EV-AMOUNT-1')?.state).toBe('active')
    const clients = await bench.control.signOnClients()
    expect(clients.map(({ clientId }) => clientId)).toContain('edge-shop')
    expect(clients.find(({ clientId }) => clientId === 'foreign-client')?.merchantCode).toBe(
      'OTHER',
    )
    await expect(logIn('edge-cashier')).resolves.toBeDefined()
    for (const path of ['/merchant', '/merchant/stores', '/merchant/keys', '/merchant/wallet']) {
      const { text } = await other.get(path)
      expect(text).toContain('Other Goods')
      expect(text).not.toMatch(/EDGE-|Edge Books/)
    }
    expect((await other.get('/merchant/daily-files')).status).toBe(404)
  })
})

describe('a merchant that the business team creates', () => {
  // Specification: 1.37, 1.38, 1.41, 1.34
  it('logs in with its master account, and is paid with its own key and store', async () => {
    const made = await post('/merchants', {
      code: 'PHO',
      name: 'Pho <b>24</b>',
      'right-transaction-qr': 'on',
    })
    const password = /<pre>([\w-]+)<\/pre>/.exec(made.text)?.[1] ?? ''
    const site = await logIn('pho-master', password)
    const shown = await site.get('/merchant')
    await site.post('/merchant/stores', { code: 'PHO-1', name: 'Pho' })
    await bench.control.createApiKey({ merchantCode: 'PHO', name: 'By hand' })
    const paid = await bench.control.payMerchantQr({
      merchantCode: 'PHO',
      storeCode: 'PHO-1',
      amountVnd: 50_000,
    })
    const { wrongAccounts } = await bench.control.ledger()

    expect(made.status).toBe(200)
    expect(made.text).toContain('Pho &lt;b&gt;24&lt;/b&gt;')
    expect(shown.text).toContain('transaction-qr')
    expect(paid.outcome).toBe('paid')
    expect(wrongAccounts).toEqual([])
    expect((await site.get('/merchant/daily-files')).status).toBe(200)
    expect((await get('/merchants')).text).not.toContain(password)
  })

  it.each([
    ['a code that is taken', { code: 'EDGE', name: 'Edge' }],
    ['small letters', { code: 'pho', name: 'Pho' }],
    ['no name', { code: 'PHO', name: '' }],
  ])('cannot have %s', async (_what, fields) => {
    expect((await post('/merchants', fields)).status).toBe(400)
  })

  it('cannot have a user name that is taken', async () => {
    const merchant = { code: 'PHO', name: 'Pho', masterUserName: 'edge-master' }

    await expect(bench.control.createMerchant(merchant)).rejects.toMatchObject({
      reason: 'code_taken',
    })
    expect((await bench.control.merchants()).map(({ code }) => code)).toEqual(['EDGE', 'OTHER'])
  })

  it('loses its sessions and cannot log in when it is closed', async () => {
    const site = await logIn('other-master')
    await bench.control.changeMerchant('OTHER', { status: 'closed' })

    expect((await site.get('/merchant')).status).toBe(303)
    await expect(logIn('other-master')).rejects.toThrow('401')
  })
})
