import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configurationOf } from '../configuration.ts'
import type { OrdersEnv } from './orders-env.ts'
import { readSettings } from './read-settings.ts'
import { optionsOf } from './service-differences.ts'

describe('readSettings', () => {
  it('reads lists of origins', () => {
    const settings = readSettings({
      ...env,
      RETURN_ORIGINS: 'https://a.example, https://b.example',
    })

    expect(settings.RETURN_ORIGINS).toEqual(['https://a.example', 'https://b.example'])
    expect(settings.PAYMENT_ORIGINS).toEqual([])
  })

  it.each([
    ['SERVICE_URL', 'in "vars" of wrangler.jsonc'],
    ['STORE_CODE', 'in "vars" of wrangler.jsonc'],
    ['MERCHANT_KEY', 'with wrangler secret bulk orders.json'],
    ['CALLBACK_SECRET', 'with wrangler secret bulk orders.json'],
  ])('reports a missing %s, with the remedy', (name, how) => {
    const without = { ...env, [name]: undefined }

    expect(() => readSettings(without)).toThrow(
      new RegExp(`^${name} of the orders Worker: .*Set it ${how}\\.$`),
    )
  })

  it('reads empty settings of linked wallets and transfers as left out', () => {
    const names = [
      'SERVICE_PAYMENT_URL',
      'PARTNER_CODE',
      'MERCHANT_CODE',
      'MERCHANT_ACCOUNT_ID',
      'TRANSFER_LIMIT_VND',
      'TRANSFER_DAY_LIMIT_VND',
    ]
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    const { LINK_SECRET: _secret, ...rest } = { ...env, ...empty }

    const settings = readSettings(rest)

    for (const name of [...names, 'LINK_SECRET']) expect(settings).not.toHaveProperty(name, '')
    expect(settings.PARTNER_CODE).toBeUndefined()
  })

  it('reads the stores besides the default one', () => {
    const STORES = '[{"storeCode":"STORE-2","posCodes":["TILL-1","TILL-*"]}]'

    expect(readSettings({ ...env, STORES }).STORES).toEqual([
      { storeCode: 'STORE-2', posCodes: ['TILL-1', 'TILL-*'] },
    ])
    expect(readSettings({ ...env, STORES: '' }).STORES).toBeUndefined()
  })

  it.each([
    '{',
    '{}',
    '["STORE-2"]',
    '[{"storeCode":"STORE-2"}]',
    '[{"storeCode":"","posCodes":[]}]',
    '[{"storeCode":"STORE 2","posCodes":[]}]',
    '[{"storeCode":"STORE-2","posCodes":[],"name":"x"}]',
  ])('refuses malformed stores: %s', (STORES) => {
    expect(() => readSettings({ ...env, STORES })).toThrow(
      /^STORES of the orders Worker: .*Set it in "vars" of wrangler\.jsonc\.$/,
    )
  })

  it('reads the rules of foreign transactions', () => {
    const FOREIGN_ROWS = '[{"name":"merchant-qr","mid":"STORE-*","tid":""}]'

    expect(readSettings({ ...env, FOREIGN_ROWS }).FOREIGN_ROWS).toEqual([
      { name: 'merchant-qr', mid: 'STORE-*', tid: '' },
    ])
    expect(readSettings({ ...env, FOREIGN_ROWS: '' }).FOREIGN_ROWS).toBeUndefined()
  })

  it.each([
    ['{', 'must be JSON'],
    ['{}', 'The rules must be a list'],
    ['[{"name":"x"}]', 'rules\\[0\\] must name one of mid'],
    ['[{"name":"x","store":"A"}]', 'rules\\[0\\] has the field "store"'],
  ])('describes what is wrong with the rules %s', (FOREIGN_ROWS, words) => {
    expect(() => readSettings({ ...env, FOREIGN_ROWS })).toThrow(
      new RegExp(`^FOREIGN_ROWS of the orders Worker: ${words}.*Set it in "vars" of wrangler`),
    )
  })

  it('reads the maximum time of a hold', () => {
    expect(readSettings({ ...env, HOLD_MINUTES: '90' }).HOLD_MINUTES).toBe(90)
    expect(readSettings({ ...env, HOLD_MINUTES: '' }).HOLD_MINUTES).toBeUndefined()
  })

  it('reads the differences of a service, and empty ones as defaults', () => {
    const set = {
      SIGN_QUERY: 'true',
      GATEWAY_PARAMETERS: 'body',
      BODY_SIGNATURES: 'hex',
      NO_POINTS: '0',
      POINT_METHOD: 'LOYALTY',
      SERVICE_PATHS: '{"queryGiftCodeOrder":"/merchant-integration/v1/loyalty/giftcode/orders"}',
      LINKED_ACCOUNT_HEADERS: 'none',
      PURCHASE_FIELDS: 'currency, bill_amount',
    }
    const empty = Object.fromEntries(Object.keys(set).map((name) => [name, '']))

    expect(optionsOf(readSettings({ ...env, ...set }))).toEqual({
      signQuery: true,
      gatewayParameters: 'body',
      bodySignatures: 'hex',
      noPoints: '0',
      pointMethod: 'LOYALTY',
      paths: { queryGiftCodeOrder: '/merchant-integration/v1/loyalty/giftcode/orders' },
      linkedAccountHeaders: 'none',
      purchaseFields: ['currency', 'bill_amount'],
    })
    expect(optionsOf(readSettings({ ...env, ...empty }))).toEqual({})
  })

  it('does not repeat a malformed secret', () => {
    const malformed = { ...env, CALLBACK_SECRET: 'too short' }

    expect(() => readSettings(malformed)).toThrow('CALLBACK_SECRET')
    expect(() => readSettings(malformed)).not.toThrow('too short')
  })

  it.each([
    '-----BEGIN PRIVATE KEY-----',
    '{"privateKey":"-----BEGIN PRIVATE KEY-----"}',
    '{"keyCode":"","privateKey":"-----BEGIN PRIVATE KEY-----"}',
  ])('refuses a merchant key without its key code, without repeating it: %s', (MERCHANT_KEY) => {
    const read = () => readSettings({ ...env, MERCHANT_KEY })

    expect(read).toThrow(
      /^MERCHANT_KEY of the orders Worker: (must be JSON|must have keyCode|is missing|is empty)/,
    )
    expect(read).not.toThrow('BEGIN')
  })

  it.each([
    ['SERVICE_URL', 'https://service.example/path'],
    ['IPN_URL', 'ipn.example'],
    ['RETURN_ORIGINS', 'https://shop.example/,https://b.example'],
    ['SERVICE_PAYMENT_URL', 'https://wallet.example/oh-integration'],
    ['HOLD_MINUTES', '1.5'],
    ['LINK_SECRET', 'short'],
    ['TRANSFER_LIMIT_VND', '5_000_000'],
    ['TRANSFER_LIMIT_VND', '0'],
    ['TRANSFER_DAY_LIMIT_VND', '1e9'],
    ['APPROVAL_LIMIT_VND', '1e6'],
    ['APPROVAL_LIMIT_VND', '-1'],
    ['TRANSFER_DAY_LIMIT_VND', '4999999'],
    ['PARTNER_TOKEN', 'BOOK-SHOP'],
    ['SERVICE_TOKEN', 'MY_WALLET'],
    ['WEBHOOK_URL', 'shop.example'],
    ['WEBHOOK_ENDPOINTS', 'https://shop.example'],
    ['WEBHOOK_ENDPOINTS', '[{"id":"on-call"}]'],
    ['CHECKSUM_PROFILE', 'md5'],
    ['CHECKSUM_CASE', 'Upper'],
    ['HEADER_ROWS', 'yes'],
    ['REPORT_LANGUAGE', 'fr'],
    ['REPORT_LANGUAGE', 'constructor'],
    ['SIGN_QUERY', 'yes'],
    ['GATEWAY_PARAMETERS', 'query'],
    ['BODY_SIGNATURES', 'base32'],
    ['NO_POINTS', '1'],
    ['WALLET_METHOD', 'my money'],
    ['POINT_METHOD', 'a|b'],
    ['SERVICE_PATHS', '/merchant-integration/v1'],
    ['SERVICE_PATHS', '{"queryOrder":"https://elsewhere.example/v1"}'],
    ['LINKED_ACCOUNT_HEADERS', 'unsigned'],
    ['LINK_REFERENCE', 'phone'],
    ['CAPTURE_STATUS', 'A|B'],
    ['PURCHASE_FIELDS', 'a;b'],
  ])('refuses %s when it is %s', (name, value) => {
    expect(() => readSettings({ ...env, [name]: value })).toThrow(`${name} of the orders Worker`)
  })

  it.each([
    [{ CAPTURE_STATUS: 'FAIL' }, 'CAPTURE_STATUS', 'RELEASE_STATUS'],
    [{ RELEASE_STATUS: 'SUCCESS' }, 'RELEASE_STATUS', 'CAPTURE_STATUS'],
    [{ CAPTURE_STATUS: 'DONE', RELEASE_STATUS: 'DONE' }, 'CAPTURE_STATUS', 'RELEASE_STATUS'],
    [{ WALLET_METHOD: 'POINT' }, 'WALLET_METHOD', 'POINT_METHOD'],
    [{ POINT_METHOD: 'WALLET' }, 'POINT_METHOD', 'WALLET_METHOD'],
  ])('refuses one word for two opposite things: %j', (same, name, other) => {
    expect(() => readSettings({ ...env, ...same })).toThrow(
      new RegExp(`^${name} of the orders Worker: has one (?:word|method) .* with ${other}\\. Set`),
    )
  })

  it('takes the words of the service in the place of one another', () => {
    const swapped = { CAPTURE_STATUS: 'FAIL', RELEASE_STATUS: 'SUCCESS', WALLET_METHOD: '' }

    expect(readSettings({ ...env, ...swapped })).toMatchObject({ CAPTURE_STATUS: 'FAIL' })
  })

  it('reports every problem at once, each with its remedy and without values', () => {
    const wrong: object = {
      ...env,
      SERVICE_URL: 'https://service.example/path',
      STORE_CODE: '',
      CALLBACK_SECRET: 'too short',
      MERCHANT_KEY: '{"keyCode":"","privateKey":"-----BEGIN PRIVATE KEY-----"}',
      WEBHOOK_SECRET: 'no-key-of-webhooks',
      TRANSFER_LIMIT_VND: '',
      CHECKSUM_KEY: undefined,
      OUTBOX_QUEUE: undefined,
    }

    let said = ''
    try {
      readSettings(wrong as OrdersEnv)
    } catch (error) {
      said = String(error).replace('ConfigurationError: ', '')
    }

    expect(said.split('\n').toSorted()).toEqual([
      'CALLBACK_SECRET of the orders Worker: must have 16 characters at least. Set it with wrangler secret bulk orders.json.',
      'CHECKSUM_KEY of the orders Worker: is missing for the daily files, which PARTNER_ID is set for. Set it with wrangler secret bulk orders.json.',
      'MERCHANT_KEY of the orders Worker: is empty (at keyCode). Set it with wrangler secret bulk orders.json.',
      'OUTBOX_QUEUE of the orders Worker: is not bound. Bind it in wrangler.jsonc.',
      'SERVICE_URL of the orders Worker: must be an origin such as https://example.com. Set it in "vars" of wrangler.jsonc.',
      'STORE_CODE of the orders Worker: is empty. Set it in "vars" of wrangler.jsonc.',
      'TRANSFER_LIMIT_VND of the orders Worker: is missing for transfers, which MERCHANT_ACCOUNT_ID is set for. Set TRANSFER_LIMIT_VND in "vars" of wrangler.jsonc. Or empty MERCHANT_ACCOUNT_ID.',
      'WEBHOOK_SECRET of the orders Worker: must be whsec_ and base64 of 16 bytes or more, or whsk_ and base64 of 32 or 64 bytes. Set it with wrangler secret bulk orders.json.',
    ])
    expect(said).not.toMatch(/too short|no-key-of-webhooks|BEGIN/)
  })

  it.each([
    ['ENVIRONMENT', { ENVIRONMENT: undefined }],
    ['ENVIRONMENT', { ENVIRONMENT: 'live' }],
    ['SERVICE_URL', { SERVICE_URL: 'https://api.service.vn' }],
    ['PARTNER_TOKEN', { PARTNER_ID: 'BOOK-SHOP' }],
    ['PARTNER_TOKEN', { SERVICE_TOKEN: 'BOOKS' }],
    ['PARTNER_TOKEN', { PARTNER_TOKEN: 'SERVICE' }],
  ])('refuses %s where it contradicts other settings', (name, changes) => {
    const wrong = { ...env, ...changes } as unknown as OrdersEnv

    expect(() => readSettings(wrong)).toThrow(new RegExp(`^${name} of the orders Worker: `, 'm'))
  })
})

describe('an endpoint of WEBHOOK_ENDPOINTS', () => {
  const deployed = {
    ...env,
    ENVIRONMENT: 'production',
    SERVICE_URL: 'https://api.service.vn',
    SERVICE_PAYMENT_URL: 'https://wallet.service.vn',
    IPN_URL: 'https://ipn.shop.vn',
    CHECKOUT_URL: 'https://pay.shop.vn',
    WEBHOOK_URL: 'https://shop.vn/webhooks',
  }
  const endpointAt = (url: string) =>
    JSON.stringify([{ id: 'on-call', url, events: ['*'], secrets: ['WEBHOOK_SECRET'] }])

  it.each([
    ['http://on-call.shop.vn/hooks', 'must begin with https://'],
    ['https://localhost/hooks', 'is on one machine'],
    ['https://on-call.example.com/hooks', 'is still the example'],
  ])('with %s is refused as WEBHOOK_URL would be', (url, problem) => {
    const wrong = { ...deployed, WEBHOOK_ENDPOINTS: endpointAt(url) }

    expect(() => readSettings(wrong)).toThrow(`WEBHOOK_ENDPOINTS of the orders Worker: ${problem}`)
  })

  it('may be any other https address', () => {
    const right = { ...deployed, WEBHOOK_ENDPOINTS: endpointAt('https://on-call.shop.vn/hooks') }

    expect(readSettings(right).WEBHOOK_ENDPOINTS).toHaveLength(1)
  })
})

describe('configurationOf', () => {
  it('finds no problem in the settings of the tests', async () => {
    expect(await configurationOf(env)).toEqual({ environment: 'local', problems: [] })
  })

  it.each([
    ['POS_CODE', { POS_CODE: '' }],
    ['MERCHANT_CODE', { MERCHANT_CODE: undefined }],
    ['TRANSFER_DAY_LIMIT_VND', { TRANSFER_DAY_LIMIT_VND: '' }],
    ['LOYALTY_PROGRAM_CODE', { LOYALTY_BUSINESS_CODE: 'BOOKS' }],
    ['FILES', { FILES: undefined }],
    ['CHECKSUM_KEY', { CHECKSUM_KEY: undefined }],
    ['PARTNER_ID', { PARTNER_ID: '' }],
    ['PARTNER_ID', { PARTNER_ID: '', CHECKSUM_KEY: undefined, REPORT_LANGUAGE: 'vi' }],
    ['LINK_SECRET', { LINK_SECRET: undefined }],
  ])(
    'reports a missing %s that another setting requires, and payments continue',
    async (name, changes) => {
      const half = { ...env, ...changes } as unknown as OrdersEnv

      expect(await configurationOf(half)).toMatchObject({
        problems: [{ name, problem: expect.stringMatching(/^is missing for .* set for$/) }],
      })
      expect(readSettings(half).SERVICE_URL).toBe(env.SERVICE_URL)
    },
  )

  it('reports a misspelt setting, but not a key of an endpoint, and payments continue', async () => {
    const WEBHOOK_ENDPOINTS = JSON.stringify([
      {
        id: 'on-call',
        url: 'https://on-call.example',
        events: ['alert.*'],
        secrets: ['LINK_SECRET_2'],
      },
    ])
    const named = {
      ...env,
      WEBHOOK_ENDPOINTS,
      LINK_SECRET_2: env.WEBHOOK_SECRET,
      TRANSFER_LOW_BALANCE: '1000000',
    }

    expect(await configurationOf(named)).toMatchObject({
      problems: [
        {
          name: 'TRANSFER_LOW_BALANCE',
          problem: 'is no setting of this Worker; TRANSFER_LOW_BALANCE_VND is one',
        },
      ],
    })
    expect(readSettings(named).SERVICE_URL).toBe(env.SERVICE_URL)
  })

  it('describes a wrong private key, besides the other problems', async () => {
    const MERCHANT_KEY = JSON.stringify({ keyCode: 'K1', privateKey: 'not a key at all' })

    const { problems } = await configurationOf({ ...env, MERCHANT_KEY, STORE_CODE: '' })

    expect(problems.map(({ name }) => name)).toEqual(['STORE_CODE', 'MERCHANT_KEY'])
    expect(problems[1]?.problem).toMatch(/^has .+ for its privateKey$/)
    expect(JSON.stringify(problems)).not.toContain('not a key at all')
  })

  it('is available to the checkout over RPC', async () => {
    expect(await exports.PublicPages.configuration()).toEqual({
      environment: 'local',
      problems: [],
    })
  })
})
