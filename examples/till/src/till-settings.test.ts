import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { openTill } from '../test/till-world.ts'
import { readTillSettings } from './till-settings.ts'

describe('the settings', () => {
  it('are checked all at once, in words, without their values', () => {
    const wrong = {
      ...env,
      TILL_PASSWORD: 'too short',
      TILLS: '[{"name":"","storeCode":"HN 01","posCode":"1"}]',
      GOODS: '[{"barcode":"8938505970012","name":"Tea","priceVnd":0}]',
      CHECKOUT_URL: 'ftp://checkout.example',
    }
    let message = ''
    try {
      readTillSettings(wrong)
    } catch (error) {
      message = String(error)
    }

    expect(message).toBe(
      'TillSettingsError: The settings of the till are wrong: CHECKOUT_URL must be an https address, or an http address of this machine; TILL_PASSWORD must have at least 24 characters: openssl rand -base64 24; TILLS.0.name must not be empty; TILLS.0.storeCode must be 1 to 64 printable ASCII characters without spaces; GOODS.0.barcode must be a barcode of 8, 12 or 13 digits with its check digit; GOODS.0.priceVnd must be greater than 0.',
    )
  })

  it.each([
    ['TILLS', '{', 'TILLS must be JSON'],
    ['TILLS', '[]', 'TILLS must name at least one till'],
    [
      'TILLS',
      '[{"name":"A","storeCode":"S","posCode":"1"},{"name":"B","storeCode":"S","posCode":"1"}]',
      'TILLS must not name a terminal twice',
    ],
    ['CHECKOUT_SECRET', '', 'CHECKOUT_SECRET is empty'],
  ])('refuses %s=%s', (name, value, problem) => {
    expect(() => readTillSettings({ ...env, [name]: value })).toThrow(problem)
  })

  it('that are wrong stop every page, which says so and shows none of them', async () => {
    const till = openTill({ TILL_PASSWORD: 'too short' })
    const answer = await till.get('/till')

    expect(answer.status).toBe(500)
    const page = await answer.text()
    expect(page).toContain('not set up')
    expect(page).not.toContain('TILL_PASSWORD')
    expect(till.log).toEqual([expect.stringContaining('TILL_PASSWORD')])
  })
})
