import { assert, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { Browser, makeWorld } from '../../test/world.ts'
import { isSignOnFailure, SignOnError, type SignOnReason } from '../index.ts'
import { reasons } from './reasons.ts'

describe('SignOnError', () => {
  const all = Object.keys(reasons) as SignOnReason[]

  it.each(all)('%s has a cause and a remedy, each of them a sentence', (reason) => {
    const error = new SignOnError(reason)

    expect(error.cause).toMatch(/^[A-Z].*\.$/)
    expect(error.remedy).toMatch(/^[A-Z].*\.$/)
    expect(error.message).toBe(`${error.cause} ${error.remedy}`)
    expect(isSignOnFailure(error)).toBe(true)
  })

  it('narrows the reason by the kind', () => {
    const error: unknown = new SignOnError('session_ended')

    assert(isSignOnFailure(error) && error.kind === 'reauthenticate', 'not narrowed')
    const reason: 'session_ended' | 'login_required' | undefined =
      error.reason === 'session_ended' || error.reason === 'login_required'
        ? error.reason
        : undefined
    expect(reason).toBe('session_ended')
  })

  it('does not repeat an unknown error code', () => {
    const error = new SignOnError('request_refused', { serverError: 'token eyJhbGciOi.secret' })

    expect(error.serverError).toBeUndefined()
    expect(error.message).not.toContain('eyJ')
  })
})

describe('an error of the identity server', () => {
  it.each([
    ['access_denied', 'reauthenticate', 'access_denied'],
    ['login_required', 'reauthenticate', 'login_required'],
    ['consent_required', 'reauthenticate', 'consent_required'],
    ['interaction_required', 'reauthenticate', 'login_required'],
    ['temporarily_unavailable', 'retryable', 'server_unavailable'],
    ['server_error', 'retryable', 'server_unavailable'],
    ['invalid_scope', 'misconfigured', 'scope_refused'],
    ['unauthorized_client', 'misconfigured', 'request_refused'],
    ['invalid_state', 'misconfigured', 'request_refused'],
    ['of_another_age', 'misconfigured', 'request_refused'],
    ['constructor', 'misconfigured', 'request_refused'],
  ])('%s on the callback is %s: %s', async (error, kind, reason) => {
    const provider = await FaultProvider.start()
    const world = makeWorld(provider)
    provider.callback = (query) => {
      query.delete('code')
      query.set('error', error)
      query.set('error_description', 'token=secret-of-the-server')
    }

    await new Browser(world.web).signIn(provider)

    expect(world.failures).toMatchObject([{ kind, reason, serverError: error }])
    expect(String(world.failures[0])).not.toContain('secret')
    expect(provider.count('/oauth2/token')).toBe(0)
  })

  it.each([
    [400, { error: 'invalid_grant' }, 'reauthenticate', 'code_refused'],
    [400, { error: 'invalid_request' }, 'misconfigured', 'request_refused'],
    [401, { error: 'invalid_client' }, 'misconfigured', 'client_refused'],
    [401, { error: 'request_unauthorized' }, 'misconfigured', 'client_refused'],
    [400, { error: 'insufficient_entropy' }, 'misconfigured', 'request_refused'],
    [400, { error: 'toString' }, 'misconfigured', 'request_refused'],
    [400, { error: '__proto__' }, 'misconfigured', 'request_refused'],
    [403, { error: 'scope_not_granted' }, 'misconfigured', 'scope_refused'],
    [429, { error: 'slow_down' }, 'retryable', 'server_unavailable'],
    [500, { error: 'server_error' }, 'retryable', 'server_unavailable'],
    [200, { access_token: 'access-1', token_type: 'bearer' }, 'attack', 'id_token_invalid'],
    [200, { token_type: 'bearer' }, 'misconfigured', 'response_unreadable'],
    [418, {}, 'misconfigured', 'response_unreadable'],
  ])('%i %j at the token endpoint is %s: %s', async (status, body, kind, reason) => {
    const provider = await FaultProvider.start()
    const world = makeWorld(provider)
    provider.intercept = ({ url }) =>
      url.pathname === '/oauth2/token' ? Response.json(body, { status }) : undefined

    await new Browser(world.web).signIn(provider)

    expect(world.failures).toMatchObject([{ kind, reason }])
    expect(JSON.stringify(world.failures)).not.toContain('access-1')
  })
})
