import { describe, expect, it } from 'vitest'
import { misspeltSettings } from '../index.ts'

const known = ['APPROVAL_LIMIT_VND', 'CALLBACK_SECRET', 'CALLBACK_SECRET_PREVIOUS', 'BRAND_COLOR']

describe('misspeltSettings', () => {
  it.each([
    ['APROVAL_LIMIT_VND', 'APPROVAL_LIMIT_VND'],
    ['APPROVAL_LIMIT_VDN', 'APPROVAL_LIMIT_VND'],
    ['APPROVAL_LIMIT', 'APPROVAL_LIMIT_VND'],
    ['approval_limit_vnd', 'APPROVAL_LIMIT_VND'],
    ['CALLBACK_SECRET_PREVIOS', 'CALLBACK_SECRET_PREVIOUS'],
    ['BRAND_COLOUR', 'BRAND_COLOR'],
  ])('suggests for %s: %s, and repeats no value', (name, meant) => {
    expect(misspeltSettings({ CALLBACK_SECRET: 'secret', [name]: 'secret' }, known)).toEqual([
      {
        name,
        problem: `is no setting of this Worker; ${meant} is one`,
        remedy: `Set ${meant} instead, or remove ${name}.`,
      },
    ])
  })

  it.each(['SENTRY_DSN', 'ON_CALL_SECRET', 'CF_VERSION', 'BRAND', ''])(
    'reports nothing for %o',
    (name) => {
      expect(misspeltSettings({ [name]: 'value' }, known)).toEqual([])
    },
  )

  it('ignores a name similar to a setting that is set, and values that are not texts', () => {
    const env = { BRAND_COLOR: '#b23a48', BRAND_COLOR_2: '#000000', APROVAL_LIMIT_VND: {} }

    expect(misspeltSettings(env, known)).toEqual([])
  })
})
