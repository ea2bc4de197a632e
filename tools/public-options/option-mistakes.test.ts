import { createCallbackVerifier, verifyPaymentCallback } from '@merchant-edge/callback'
import { paymentCallback } from '@merchant-edge/callback/hono'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { call, callAny, createClient } from '@merchant-edge/client'
import { RedactedHooks } from '@merchant-edge/client/hooks'
import * as settling from '@merchant-edge/client/settle'
import { queryOrder, topUpPoints } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import * as signOn from '@merchant-edge/oidc'
import { createBrowserSignOn } from '@merchant-edge/oidc/browser'
import * as honoSignOn from '@merchant-edge/oidc/hono'
import { listenOnLoopback, nodeListener } from '@merchant-edge/oidc/node'
import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
import { createMemorySessionStore } from '@merchant-edge/oidc/testing'
import { createSignOnWeb, createUserInfoProxy } from '@merchant-edge/oidc/web'
import { verifyWebhook } from '@merchant-edge/orders/webhook'
import { formatSummary, reconcile } from '@merchant-edge/reconcile'
import { formatReport } from '@merchant-edge/reconcile/report'
import { createSandboxApp, openSandbox } from '@merchant-edge/sandbox'
import { createControlClient } from '@merchant-edge/sandbox/control'
import { startSandbox } from '@merchant-edge/sandbox/node'
import * as moving from '@merchant-edge/sftp'
import { createProgressBar } from '@merchant-edge/sftp/progress'
import { startSftpServer } from '@merchant-edge/sftp/server'
import {
  generateKeyPair,
  importPrivateKey,
  onlineTransactionSignedText,
} from '@merchant-edge/signing'
import { requestSignedText, signRequest } from '@merchant-edge/signing'
import { describe, expect, it } from 'vitest'
import { optionsFunctions, type OptionField } from './option-types.ts'

// Goal: plain JavaScript that misspells an option, or gives it a value of another kind, is told so at once; it must not
// be ignored, nor be taken for something else.
// Method: every exported function with an options object is found in the sources, with the types of its options. Each
// option gets a value of another kind, and each object a name that no option has.

const { privateKeyPem, publicKeyPem } = await generateKeyPair()
const key = await importPrivateKey(privateKeyPem)
// A call that is made nevertheless reaches nothing.
const origin = 'http://localhost:1'
const client = createClient({ baseUrl: origin, keyCode: 'KEY-1', privateKey: privateKeyPem })
const relyingParty = signOn.createRelyingParty({
  issuer: origin,
  clientId: 'shop',
  authentication: { method: 'none' },
  ports: signOn.webPorts,
})
const keyRing = createKeyRing([{ id: 'one', secret: 'a secret of the test, long enough' }])
const store = createMemorySessionStore()
const sessions = createSessions({ relyingParty, store, keyRing, kept: 'store' })
const keys = [{ id: 'one', key: publicKeyPem }]
const signed = { order_id: '1', transaction_id: '1', pay_status: 'SUCCESS' }
const folder = moving.createLocalFolder('.')
const input = { open: () => ({ stream: new Blob([]).stream() }) }
const web = { relyingParty, sessions, keyRing, origin }
const tokens = { accessToken: 'token' }
const webhookKey = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const { queryOrder: query, topUpPoints: topUp } = examples

type Given = Readonly<Record<string, unknown>>

/** A call of an exported function with further options, which plain JavaScript may have wrong. */
type Caller = (given: Given) => unknown

/** Calls a function as plain JavaScript does: no type is checked. */
function plainly(take: (...args: never[]) => unknown, ...args: readonly unknown[]): unknown {
  return Reflect.apply(take, undefined, args)
}

const parts = { method: 'GET', path: '/', keyCode: 'KEY-1', nonce: 'n', timestamp: 1 }

const callers: Readonly<Record<string, Caller>> = {
  'callback . createCallbackVerifier': (given) =>
    plainly(createCallbackVerifier, { keys, ...given }),
  'callback . verifyPaymentCallback': (given) =>
    plainly(verifyPaymentCallback, '/ipn?order_id=1', { keys, ...given }),
  'callback ./hono paymentCallback': (given) => plainly(paymentCallback, { keys, ...given }),
  'callback ./testing signedCallbackUrl': (given) =>
    plainly(signedCallbackUrl, { url: '/ipn', privateKey: privateKeyPem, signed, ...given }),
  'client . call': (given) => plainly(call, client, queryOrder, query, given),
  'client . callAny': (given) => plainly(callAny, client, queryOrder, query, given),
  'client . createClient': (given) =>
    plainly(createClient, { baseUrl: origin, keyCode: 'KEY-1', privateKey: key, ...given }),
  'client ./hooks RedactedHooks': (given) => Reflect.construct(RedactedHooks, [given]),
  'client ./settle settle': (given) => plainly(settling.settle, client, topUpPoints, topUp, given),
  'client ./settle settleGatewayGiftCodeOrder': (given) =>
    plainly(settling.settleGatewayGiftCodeOrder, client, examples.gatewayOrderGiftCodes, given),
  'client ./settle settleGatewayTopUp': (given) =>
    plainly(settling.settleGatewayTopUp, client, examples.gatewayTopUpPoints, given),
  'client ./settle settleGiftCodeOrder': (given) =>
    plainly(settling.settleGiftCodeOrder, client, examples.orderGiftCodes, given),
  'client ./settle settlePayment': (given) => plainly(settling.settlePayment, client, 'O1', given),
  'client ./settle settleTopUp': (given) => plainly(settling.settleTopUp, client, topUp, given),
  'oidc . completeSignIn': (given) =>
    plainly(signOn.completeSignIn, relyingParty, { url: origin, transaction: {}, ...given }),
  'oidc . createRelyingParty': (given) =>
    plainly(signOn.createRelyingParty, {
      issuer: origin,
      clientId: 'shop',
      authentication: { method: 'none' },
      ports: signOn.webPorts,
      ...given,
    }),
  'oidc . createTokenCheck': (given) => plainly(signOn.createTokenCheck, relyingParty, given),
  'oidc . fetchStandardClaims': (given) =>
    plainly(signOn.fetchStandardClaims, relyingParty, { ...tokens, subject: 'S', ...given }),
  'oidc . fetchWalletUser': (given) =>
    plainly(signOn.fetchWalletUser, relyingParty, { ...tokens, ...given }),
  'oidc . refreshTokens': (given) =>
    plainly(signOn.refreshTokens, relyingParty, { tokens, identity: {}, ...given }),
  'oidc . startSignIn': (given) =>
    plainly(signOn.startSignIn, relyingParty, { redirectUri: origin, ...given }),
  'oidc . startSignOut': (given) =>
    plainly(signOn.startSignOut, relyingParty, { idToken: 'token', ...given }),
  'oidc ./browser createBrowserSignOn': (given) =>
    plainly(createBrowserSignOn, {
      issuer: origin,
      clientId: 'shop',
      redirectUri: origin,
      page: {},
      ...given,
    }),
  'oidc ./hono createUserInfoProxy': (given) =>
    plainly(honoSignOn.createUserInfoProxy, { relyingParty, allowedOrigins: [origin], ...given }),
  'oidc ./hono signOn': (given) => {
    const { session } = honoSignOn.signOn(Object({ ...web, ...given }))
    return plainly(session, { env: {}, req: { raw: new Request(origin) }, set() {} }, () => {})
  },
  'oidc ./node listenOnLoopback': (given) => plainly(listenOnLoopback, given),
  'oidc ./node nodeListener': (given) => plainly(nodeListener, () => {}, { origin, ...given }),
  'oidc ./session createSessions': (given) =>
    plainly(createSessions, { relyingParty, store, keyRing, kept: 'store', ...given }),
  'oidc ./web createSignOnWeb': (given) => plainly(createSignOnWeb, { ...web, ...given }),
  'oidc ./web createUserInfoProxy': (given) =>
    plainly(createUserInfoProxy, { relyingParty, allowedOrigins: [origin], ...given }),
  'orders ./webhook verifyWebhook': (given) =>
    plainly(verifyWebhook, { secrets: [webhookKey], headers: new Headers(), body: '', ...given }),
  'reconcile . reconcile': (given) =>
    plainly(reconcile, { partner: input, service: input, key: 'key', ...given }),
  'sandbox . createSandboxApp': (given) => plainly(createSandboxApp, given),
  'sandbox . openSandbox': (given) =>
    plainly(openSandbox, { env: {}, origin, waitUntil() {}, ...given }),
  'sandbox ./control createControlClient': (given) =>
    plainly(createControlClient, { url: origin, ...given }),
  'sandbox ./node startSandbox': (given) => plainly(startSandbox, given),
  'sftp . createLocalFolder': (given) => plainly(moving.createLocalFolder, '.', given),
  'sftp . createS3Bucket': (given) =>
    plainly(moving.createS3Bucket, {
      endpoint: origin,
      bucket: 'files',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      ...given,
    }),
  'sftp . createSftpExchange': (given) =>
    plainly(moving.createSftpExchange, {
      host: 'sftp.example',
      username: 'shop',
      login: { password: 'secret' },
      hostKeyFingerprints: [`SHA256:${'a'.repeat(43)}`],
      ...given,
    }),
  'sftp . moveFiles': (given) => plainly(moving.moveFiles, folder, folder, given),
  'sftp . openLocation': (given) => plainly(moving.openLocation, '.', given),
  'sftp . watchFiles': (given) =>
    plainly(moving.watchFiles, folder, folder, { signal: AbortSignal.abort(), ...given }),
  'sftp ./progress createProgressBar': (given) => plainly(createProgressBar, given),
  'sftp ./server startSftpServer': (given) => plainly(startSftpServer, { users: [], ...given }),
  'signing . onlineTransactionSignedText': (given) =>
    plainly(onlineTransactionSignedText, Object(examples.createOnlineTransaction), given),
  'signing . requestSignedText': (given) => plainly(requestSignedText, { ...parts, ...given }),
  'signing . signRequest': (given) => plainly(signRequest, { key, ...parts, ...given }),
}

/** Functions whose object is data of the service or of another function, with what checks it. */
const ofData: ReadonlySet<string> = new Set([
  'client . WalletError',
  'client ./errors RefusedError',
  'client ./errors UnlistedError',
  'client ./errors WalletError',
  'oidc . SignOnError',
  'reconcile . formatSummary',
  'reconcile . reconciliationJson',
  'reconcile ./engine RangedEngine',
  'reconcile ./engine createModuleEngine',
  'reconcile ./engine newTally',
  'reconcile ./files checksumOfValues',
  'reconcile ./report formatReport',
  'sftp . FileExchangeError',
  'sftp ./exchange FileExchangeError',
  'signing ./explain explainSignature',
  'signing ./explain explainText',
])

const names = ['callback', 'client', 'oidc', 'reconcile', 'sandbox', 'sftp', 'signing']
const found = (await Promise.all(names.map((name) => optionsFunctions(name)))).flat()
const webhooks = (await optionsFunctions('orders')).filter(({ entry }) => entry === './webhook')
const all = [...found, ...webhooks].map(({ packageName, entry, name, fields }) => {
  return { place: `${packageName} ${entry} ${name}`, fields }
})

/** A value of another kind than a type allows; `undefined` for a type of the package. */
function wrongFor(type: string): unknown {
  if (type === 'boolean') return 'false'
  if (type === 'AbortSignal') return new AbortController()
  if (/^'[^']*'(?: \| (?:'[^']*'|undefined))*$/.test(type)) return 'of-no-kind'
  if (type.startsWith('(') || type === 'FetchLike') return 'text'
  if (type === 'number') return '1'
  return type === 'string' || type === 'string | undefined' ? 42 : undefined
}

function mistakesOf(fields: readonly OptionField[]): readonly [option: string, Given][] {
  const wrong = fields.flatMap(({ name, type }): [string, Given][] => {
    const value = wrongFor(type)
    return value === undefined ? [] : [[name, { [name]: value }]]
  })
  const misspelt = `${fields.find(({ isOptional }) => isOptional)?.name}Misspelt`
  return [...wrong, [misspelt, { [misspelt]: 1 }]]
}

/** The error of a call; the test fails when there is none. */
async function errorOf(caller: Caller, given: Given): Promise<unknown> {
  try {
    const result: unknown = await caller(given)
    return `no error, but ${typeof result}`
  } catch (error) {
    return error
  }
}

it('knows every function with options', () => {
  const untold = all.map(({ place }) => place).filter((place) => !ofData.has(place))

  expect(untold.filter((place) => callers[place] === undefined)).toEqual([])
  expect(all.length).toBeGreaterThan(50)
})

const cases = all
  .filter(({ place }) => callers[place] !== undefined)
  .flatMap(({ place, fields }) =>
    mistakesOf(fields).map(([option, given]) => ({ place, option, given })),
  )

/** The file exchanges have an error of their own for every option. */
function isOfExchange(place: string): boolean {
  return place.startsWith('sftp') && !place.startsWith('sftp ./server')
}

describe('a mistake of plain JavaScript is named', () => {
  it.each(cases)('$place: $option', async ({ place, option, given }) => {
    const error = await errorOf(callers[place] ?? (() => undefined), given)

    expect(error).toBeInstanceOf(Error)
    const { name, message, code } = Object(error)
    expect([name, code].includes(isOfExchange(place) ? 'ERR_OPTIONS' : 'TypeError')).toBe(true)
    expect(message).toContain(option)
    expect(message).not.toContain('Cannot read properties')
  })
})

// Arguments that are no options.
it.each<[string, () => unknown, string]>([
  [
    'a controller for the signal of revokeTokens',
    () => plainly(signOn.revokeTokens, relyingParty, tokens, new AbortController()),
    'signal must be of type AbortSignal, not AbortController',
  ],
  [
    'a controller for the signal of a token check',
    () => plainly(signOn.createTokenCheck(relyingParty), 'token', new AbortController()),
    'signal must be of type AbortSignal, not AbortController',
  ],
  [
    'a signal for the options of a call',
    () => plainly(call, client, queryOrder, query, new AbortController().signal),
    'is no option of call: signal, timeoutMs, requestId',
  ],
  [
    'a text for options',
    () => plainly(listenOnLoopback, '8080'),
    'listenOnLoopback takes an object with path, port, farewell',
  ],
  [
    'a port for options',
    () => plainly(startSandbox, 8790),
    'startSandbox takes an object with port, persistTo',
  ],
  [
    'nothing for options',
    () => plainly(createClient),
    'createClient takes an object with baseUrl, paymentUrl',
  ],
  [
    'a language without words for the summary',
    () => plainly(formatSummary, {}, 'fr'),
    'language must be en or vi, not "fr"',
  ],
  [
    'a language without words for the report',
    () => plainly(formatReport, {}, 'constructor'),
    'language must be en or vi, not "constructor"',
  ],
])('names %s', async (_about, mistake, message) => {
  const error = await errorOf(mistake, {})

  expect(error).toBeInstanceOf(TypeError)
  expect(Object(error).message).toContain(message)
})
