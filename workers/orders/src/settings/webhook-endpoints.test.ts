import { describe, expect, it } from 'vitest'
import { env } from 'cloudflare:workers'
import { readSettings } from './read-settings.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const other = 'whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A='
const onCall = {
  id: 'on-call',
  url: 'https://on-call.example/hooks',
  events: ['alert.*'],
  secrets: ['ON_CALL_SECRET'],
}

function endpointsOf(changes: Readonly<Record<string, string | undefined>>) {
  const all = { ...env, WEBHOOK_SECRET: secret, ...changes }
  return webhookEndpoints(readSettings(all), all)
}

describe('webhookEndpoints', () => {
  it('are one for the shop, without alerts, when only WEBHOOK_URL is set', () => {
    expect(endpointsOf({})).toEqual([
      {
        id: 'default',
        url: 'https://shop.example/webhooks',
        events: ['order.*', 'transfer.*'],
        secrets: [secret],
      },
    ])
  })

  it('sign with the previous secret too while one is replaced', () => {
    expect(endpointsOf({ WEBHOOK_SECRET_PREVIOUS: other })[0]?.secrets).toEqual([secret, other])
  })

  it('include those of WEBHOOK_ENDPOINTS, each with its named secrets', () => {
    const endpoints = endpointsOf({
      WEBHOOK_ENDPOINTS: JSON.stringify([onCall]),
      ON_CALL_SECRET: other,
    })

    expect(endpoints.slice(1)).toEqual([{ ...onCall, secrets: [other] }])
  })

  it('can be only those of WEBHOOK_ENDPOINTS', () => {
    const endpoints = endpointsOf({
      WEBHOOK_URL: '',
      WEBHOOK_ENDPOINTS: JSON.stringify([onCall]),
      ON_CALL_SECRET: secret,
    })

    expect(endpoints.map(({ id }) => id)).toEqual(['on-call'])
  })

  it('require at least one', () => {
    expect(() => endpointsOf({ WEBHOOK_URL: undefined })).toThrow(/^WEBHOOK_URL .*"vars"/)
  })

  it.each([
    ['WEBHOOK_SECRET', { WEBHOOK_SECRET: undefined }],
    ['WEBHOOK_SECRET', { WEBHOOK_SECRET: 'not-a-secret' }],
    ['WEBHOOK_SECRET_PREVIOUS', { WEBHOOK_SECRET_PREVIOUS: 'not-a-secret' }],
    ['ON_CALL_SECRET', { WEBHOOK_ENDPOINTS: JSON.stringify([onCall]) }],
    [
      'ON_CALL_SECRET',
      { WEBHOOK_ENDPOINTS: JSON.stringify([onCall]), ON_CALL_SECRET: 'not-a-secret' },
    ],
  ])('require %s, which is named and not repeated', (name, changes) => {
    expect(() => endpointsOf(changes)).toThrow(`${name} of the orders Worker: must be whsec_`)
    expect(() => endpointsOf(changes)).not.toThrow('not-a-secret')
  })

  it.each([
    ['of too few bytes', 'whsec_AAECAwQFBgcICQoL'],
    ['whose base64 is cut off', secret.slice(0, -1)],
    ['whose base64 has another alphabet', `${secret.slice(0, -2)}-_`],
    ['of too few bytes of a pair', 'whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'],
    ['that verifies', other.replace('whsk_', 'whpk_')],
  ])('refuse a key %s, which cannot sign', (_name, key) => {
    expect(() => endpointsOf({ WEBHOOK_SECRET: key })).toThrow(/^WEBHOOK_SECRET of the orders/)
    expect(() => endpointsOf({ WEBHOOK_SECRET_PREVIOUS: key })).toThrow(/^WEBHOOK_SECRET_PREVIOUS/)
  })

  it.each([
    ['an id twice', [onCall, onCall]],
    ['the id of WEBHOOK_URL', [{ ...onCall, id: 'default' }]],
    ['an id of the wrong form', [{ ...onCall, id: 'On Call' }]],
    ['a text that is no address', [{ ...onCall, url: 'on-call.example' }]],
    ['another protocol', [{ ...onCall, url: 'file:///hooks' }]],
    ['no events', [{ ...onCall, events: [] }]],
    ['events that are none', [{ ...onCall, events: ['order'] }]],
    ['no secrets', [{ ...onCall, secrets: [] }]],
    ['a secret itself', [{ ...onCall, secrets: [secret] }]],
    ['an unknown field', [{ ...onCall, secret: 'ON_CALL_SECRET' }]],
  ])('refuse %s', (_name, list) => {
    const changes = { WEBHOOK_ENDPOINTS: JSON.stringify(list), ON_CALL_SECRET: secret }

    expect(() => endpointsOf(changes)).toThrow(/^WEBHOOK_ENDPOINTS of the orders Worker/)
  })
})
