import { describe, expect, it } from 'vitest'
import { secretCommand, variablesIn } from '../index.ts'

describe('remedies of settings', () => {
  it.each(['sandbox', 'uat', 'production'])('name the environment %s', (environment) => {
    expect(variablesIn(environment)).toBe(`"env.${environment}.vars" of wrangler.jsonc`)
    expect(secretCommand('put NAME', environment)).toBe(
      `wrangler secret put NAME --env ${environment}`,
    )
  })

  it.each(['local', undefined, '', 'staging', 'constructor'])(
    'name no environment on one machine, and no unknown one: %o',
    (environment) => {
      expect(variablesIn(environment)).toBe('"vars" of wrangler.jsonc')
      expect(secretCommand('bulk ipn.json', environment)).toBe('wrangler secret bulk ipn.json')
    },
  )
})
