import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { openTill } from '../test/till-world.ts'
import { checkTillSettings, readTillSettings } from './till-settings.ts'

describe('the settings', () => {
  it('are checked all at once, with messages that contain no values', () => {
    const wrong = {
      ...env,
      TILL_PASSWORD: 'too short',
      TILLS: '[{"name":"","storeCode":"HN 01","posCode":"1"}]',
      GOODS: '[{"barcode":"8938505970012","name":"Tea","priceVnd":0}]',
      CHECKOUT_URL: 'ftp://checkout.example',
      ENVIRONMENT: 'prod',
    }
    const { problems } = checkTillSettings(wrong)

    expect(problems.map(({ name, problem }) => `${name} ${problem}`)).toEqual([
      'ENVIRONMENT must be one of local, sandbox, uat, production',
      'CHECKOUT_URL must be an https address, or an http address of this machine',
      'TILL_PASSWORD must have at least 24 characters: openssl rand -base64 24',
      'TILLS has an entry 0.name that must not be empty',
      'TILLS has an entry 0.storeCode that must be 1 to 64 printable ASCII characters without spaces',
      'GOODS has an entry 0.barcode that must be a barcode of 8, 12 or 13 digits with its check digit',
      'GOODS has an entry 0.priceVnd that must be greater than 0',
    ])
    expect(() => readTillSettings(wrong)).toThrow('CHECKOUT_URL of the till Worker: must be')
  })

  it.each([
    ['TILLS', '{', 'TILLS of the till Worker: must be JSON'],
    ['TILLS', '[]', 'must name at least one till'],
    [
      'TILLS',
      '[{"name":"A","storeCode":"S","posCode":"1"},{"name":"B","storeCode":"S","posCode":"1"}]',
      'must not name a terminal twice',
    ],
    ['CHECKOUT_SECRET', '', 'CHECKOUT_SECRET of the till Worker: is empty'],
    ['ENVIRONMENT', 'production', 'TILL_URL of the till Worker: is on one machine'],
  ])('refuses %s=%s', (name, value, problem) => {
    expect(() => readTillSettings({ ...env, [name]: value })).toThrow(problem)
  })

  it('that are wrong stop every page, which says so and shows no value', async () => {
    const till = openTill({ TILL_PASSWORD: 'too short' })
    const answer = await till.get('/till')

    expect(answer.status).toBe(500)
    const page = await answer.text()
    expect(page).toContain('not set up')
    expect(page).not.toContain('TILL_PASSWORD')
    expect(till.log).toEqual([expect.stringContaining('TILL_PASSWORD')])
  })

  it('are reported to a monitor without pairing', async () => {
    const right = await openTill().get('/health')
    const wrong = await openTill({ TILL_PASSWORD: 'too short', ENVIRONMENT: '' }).get('/health')

    expect([right.status, await right.json()]).toEqual([
      200,
      { status: 'ok', environment: 'local' },
    ])
    expect([wrong.status, await wrong.json()]).toMatchObject([
      503,
      { environment: null, problems: [{ name: 'ENVIRONMENT' }, { name: 'TILL_PASSWORD' }] },
    ])
  })
})
