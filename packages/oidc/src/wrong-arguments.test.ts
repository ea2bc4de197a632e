import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { makeWorld } from '../test/world.ts'
import { createD1SessionStore } from './d1.ts'
import * as signOn from './index.ts'
import { createSessions } from './session.ts'
import { createSignOnWeb, createUserInfoProxy } from './web.ts'

let relyingParty: signOn.RelyingParty

beforeEach(async () => {
  relyingParty = makeWorld(await FaultProvider.start()).options.relyingParty
})

async function messageOf(
  call: (...given: never[]) => unknown,
  given: readonly unknown[],
): Promise<string> {
  try {
    await Reflect.apply(call, undefined, [...given])
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

// The message is all that a caller in plain JavaScript has to find the mistake with.
describe('what is wrong is said in the name of the function', () => {
  it.each([
    ['createRelyingParty', signOn.createRelyingParty],
    ['createSessions', createSessions],
    ['createSignOnWeb', createSignOnWeb],
    ['createUserInfoProxy', createUserInfoProxy],
  ])('%s without options, or with a misspelt one', async (name, call) => {
    expect(await messageOf(call, [])).toMatch(`${name} takes an object with `)
    expect(await messageOf(call, [{ misspelt: 1 }])).toMatch(`misspelt is no option of ${name}: `)
  })

  it.each([
    ['startSignIn', signOn.startSignIn],
    ['completeSignIn', signOn.completeSignIn],
    ['startSignOut', signOn.startSignOut],
    ['refreshTokens', signOn.refreshTokens],
    ['a user-info request', signOn.fetchWalletUser],
  ])('%s without a relying party or a request, or with a misspelt one', async (name, call) => {
    expect(await messageOf(call, [])).toBe(
      `${name}: relyingParty must be of type object, not Undefined`,
    )
    expect(await messageOf(call, [relyingParty])).toMatch(`${name} takes an object with `)
    expect(await messageOf(call, [relyingParty, { misspelt: 1 }])).toMatch(
      `misspelt is no option of ${name}: `,
    )
  })

  it.each([
    ['revokeTokens', 'relyingParty', 'object', signOn.revokeTokens, 0],
    ['revokeTokens', 'tokens', 'object', signOn.revokeTokens, 1],
    ['verifyLogoutToken', 'relyingParty', 'object', signOn.verifyLogoutToken, 0],
    ['verifyLogoutToken', 'logoutToken', 'string', signOn.verifyLogoutToken, 1],
    ['readFrontChannelNotice', 'relyingParty', 'object', signOn.readFrontChannelNotice, 0],
    ['createTokenCheck', 'relyingParty', 'object', signOn.createTokenCheck, 0],
    ['createD1SessionStore', 'database', 'object', createD1SessionStore, 0],
  ])('%s without %s', async (name, argument, type, call, before) => {
    expect(await messageOf(call, [relyingParty].slice(0, before))).toBe(
      `${name}: ${argument} must be of type ${type}, not Undefined`,
    )
  })

  it.each([
    ['refreshTokens', { tokens: 1 }, 'tokens', signOn.refreshTokens],
    ['refreshTokens', { tokens: {}, identity: 1 }, 'identity', signOn.refreshTokens],
    ['completeSignIn', { url: '', transaction: 1 }, 'transaction', signOn.completeSignIn],
    ['startSignOut', { idToken: 1 }, 'idToken', signOn.startSignOut],
    ['a user-info request', { accessToken: 1 }, 'accessToken', signOn.fetchWalletUser],
    ['startSignIn', { prompt: 'always' }, 'prompt', signOn.startSignIn],
  ])('%s with %j for %s', async (name, given, option, call) => {
    expect(await messageOf(call, [relyingParty, given])).toMatch(`${name}: ${option} must be `)
  })

  it('the other arguments', async () => {
    expect(await messageOf(signOn.readReturnTo, ['/cart'])).toBe(
      'readReturnTo: origin must be of type string, not Undefined',
    )
    const controller = new AbortController()
    expect(await messageOf(signOn.revokeTokens, [relyingParty, {}, controller])).toBe(
      'revokeTokens: signal must be of type AbortSignal, not AbortController',
    )
    expect(await messageOf(signOn.createTokenCheck, [relyingParty, { misspelt: 1 }])).toMatch(
      'misspelt is no option of createTokenCheck: ',
    )
    const options = { relyingParty, store: {}, keyRing: {}, kept: undefined }
    expect(await messageOf(createSessions, [options])).toMatch('createSessions: kept must be ')
  })
})
