import { createCallbackVerifier, verifyPaymentCallback } from '@merchant-edge/callback'
import { paymentCallback } from '@merchant-edge/callback/hono'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { call, callAny, createClient } from '@merchant-edge/client'
import { decryptGiftCode, importGiftCodeKey } from '@merchant-edge/client/gift-codes'
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
import * as orders from '@merchant-edge/orders'
import { listDifferences } from '@merchant-edge/orders/daily-files'
import * as operators from '@merchant-edge/orders/operators'
import * as search from '@merchant-edge/orders/search'
import { readTakings } from '@merchant-edge/orders/takings'
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
import { contextOfOrders } from './context-of-orders.ts'
import { optionsFunctions, type OptionField } from './option-types.ts'

// Goal: plain JavaScript that misspells an option, or gives it a value of another kind, is told so at once; it must not
// be ignored, nor be taken for something else.
// Method: every exported function with an options object is found in the sources, with the types of its options. Each
// option gets a value of another kind, each that must be given is left out, and each object gets a name that no option
// has.

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
const texts = new ReadableStream({
  pull(controller) {
    controller.enqueue('a text')
  },
})
const input = { open: () => ({ stream: new Blob([]).stream() }) }
const web = { relyingParty, sessions, keyRing, origin }
const tokens = { accessToken: 'token' }
const webhookKey = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const { queryOrder: query, topUpPoints: topUp } = examples

// Every mistake must be found before the database is reached.
const database = {
  withSession() {
    throw new Error('the database was reached')
  },
}
const context = { ...contextOfOrders, database }
const verdict = { reason: 'a test', staffId: 'an' }

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
  // The key is read by the first call.
  'client . createClient': (given) =>
    plainly(
      call,
      plainly(createClient, { baseUrl: origin, keyCode: 'KEY-1', privateKey: key, ...given }),
      queryOrder,
      query,
    ),
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
  'orders . acceptDispute': (given) =>
    plainly(orders.acceptDispute, context, 'O-1', { transactionId: 'TX-1', ...verdict, ...given }),
  'orders . listAlerts': (given) => plainly(orders.listAlerts, context, given),
  'orders . listEvents': (given) => plainly(orders.listEvents, context, given),
  'orders . openOrder': (given) =>
    plainly(orders.openOrder, context, { id: 'O-1', amountVnd: 1000, ...given }),
  'orders . refundOrder': (given) =>
    plainly(orders.refundOrder, context, 'O-1', { id: 'R-1', vnd: 1000, ...given }),
  'orders . releaseDispute': (given) =>
    plainly(orders.releaseDispute, context, 'O-1', { transactionId: 'TX-1', ...verdict, ...given }),
  'orders . reopenDispute': (given) =>
    plainly(orders.reopenDispute, context, 'O-1', { transactionId: 'TX-1', ...verdict, ...given }),
  'orders . closeAlert': (given) =>
    plainly(orders.closeAlert, context, 1, { ...verdict, ...given }),
  'orders . resendEvents': (given) => plainly(orders.resendEvents, context, given, verdict),
  'orders . settleLinkedPayment': (given) =>
    plainly(orders.settleLinkedPayment, context, 'O-1', {
      reference: 'a',
      result: 'paid',
      ...verdict,
      ...given,
    }),
  'orders . settleRefundByVerdict': (given) =>
    plainly(orders.settleRefundByVerdict, context, 'O-1', 'R-1', {
      result: 'refunded',
      ...verdict,
      ...given,
    }),
  'orders . settleTransfer': (given) =>
    plainly(orders.settleTransfer, context, 'T-1', { result: 'refused', ...verdict, ...given }),
  'orders . transferMoney': (given) =>
    plainly(orders.transferMoney, context, {
      id: 'T-1',
      amountVnd: 1000,
      receiverPhone: '0900000001',
      ...given,
    }),
  'orders ./daily-files listDifferences': (given) =>
    plainly(listDifferences, context, { day: '2026-01-01', ...given }),
  'orders ./operators alertsForOperator': (given) =>
    plainly(operators.alertsForOperator, context, given),
  'orders ./operators erasePerson': (given) =>
    plainly(operators.erasePerson, context, { customerId: 'C-1', ...given }, verdict),
  'orders ./operators exportPerson': (given) =>
    plainly(operators.exportPerson, context, { customerId: 'C-1', ...given }),
  'orders ./operators approveProposal': (given) =>
    plainly(operators.approveProposal, context, 'R-1', { ...verdict, ...given }),
  'orders ./operators refundByOperator': (given) =>
    plainly(operators.refundByOperator, context, 'O-1', {
      id: 'R-1',
      vnd: 1000,
      ...verdict,
      ...given,
    }),
  'orders ./search countOrders': (given) => plainly(search.countOrders, context, given),
  'orders ./search exportOrders': (given) => plainly(search.exportOrders, context, given),
  'orders ./search listCallbacks': (given) => plainly(search.listCallbacks, context, given),
  'orders ./search listLinks': (given) => plainly(search.listLinks, context, given),
  'orders ./search listOrders': (given) => plainly(search.listOrders, context, given),
  'orders ./search listRefunds': (given) => plainly(search.listRefunds, context, given),
  'orders ./search listTransfers': (given) => plainly(search.listTransfers, context, given),
  'orders ./takings readTakings': (given) =>
    plainly(readTakings, context, { from: '2026-01-01', ...given }),
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

/** Functions whose object is data of the service, of another function or of a deployment. */
const ofData: ReadonlySet<string> = new Set([
  'client . WalletError',
  'client ./errors RefusedError',
  'client ./errors UnlistedError',
  'client ./errors WalletError',
  'contract ./refusals refusalOf',
  'contract ./vi vietnameseOf',
  'oidc . SignOnError',
  'orders . bindToService',
  'orders . findStore',
  'orders . recordCallback',
  'orders . recordLinkCallback',
  'orders ./daily-files checkRangeOfRun',
  'orders ./daily-files collectRangeOfRun',
  'orders ./operators approveSignIn',
  'reconcile . formatSummary',
  'reconcile . reconciliationJson',
  'reconcile ./engine RangedEngine',
  'reconcile ./engine createModuleEngine',
  'reconcile ./engine newTally',
  'reconcile ./files checksumOfValues',
  'reconcile ./files formatFileName',
  'reconcile ./report formatReport',
  'sftp . FileExchangeError',
  'sftp ./exchange FileExchangeError',
  'signing ./explain explainSignature',
  'signing ./explain explainText',
])

const names = [
  'callback',
  'client',
  'contract',
  'oidc',
  'orders',
  'reconcile',
  'sandbox',
  'sftp',
  'signing',
]
const found = (await Promise.all(names.map((name) => optionsFunctions(name)))).flat()
const all = found
  // The context of the orders is what a Worker builds; every function takes it first.
  .filter(({ fields }) => !fields.some(({ name }) => name === 'database'))
  .map(({ packageName, entry, name, fields }) => {
    return { place: `${packageName} ${entry} ${name}`, fields }
  })

/** A value of another kind than a type allows; `undefined` for a type of the package. */
function wrongFor(type: string): unknown {
  if (type === 'boolean') return 'false'
  if (type === 'AbortSignal') return new AbortController()
  if (/^'[^']*'(?: \| (?:'[^']*'|undefined))*$/.test(type)) return 'of-no-kind'
  if (type.startsWith('(') || type === 'FetchLike') return 'text'
  if (type === 'number') return '1'
  return type === 'string' ? 42 : undefined
}

function mistakesOf(fields: readonly OptionField[]): readonly [option: string, Given][] {
  const wrong = fields.flatMap(({ name, type }): [string, Given][] => {
    const value = wrongFor(type)
    return value === undefined ? [] : [[name, { [name]: value }]]
  })
  const misspelt = `${fields.find(({ isOptional }) => isOptional)?.name}Misspelt`
  const missing = fields
    .filter(({ isOptional }) => !isOptional)
    .map(({ name }): [string, Given] => [name, { [name]: undefined }])
  return [...wrong, ...missing, [misspelt, { [misspelt]: 1 }]]
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
  it.each(cases)('$place: $option ($given)', async ({ place, option, given }) => {
    const error = await errorOf(callers[place] ?? (() => undefined), given)

    expect(error).toBeInstanceOf(Error)
    const { name, message, code } = Object(error)
    if (code === 'ERR_KEY_INVALID') return
    expect([name, code].includes(isOfExchange(place) ? 'ERR_OPTIONS' : 'TypeError')).toBe(true)
    expect(message).toContain(option)
    expect(message).not.toContain('Cannot read properties')
  })
})

function comparing(given: Given): unknown {
  return plainly(reconcile, { partner: input, service: input, key: 'key', ...given })
}

// Arguments that are no options, and options inside of others.
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
  [
    'a misspelt field of an input, whose carried rows would be missing',
    () => comparing({ partner: { ...input, opencarried() {} } }),
    'opencarried is no option of partner: name, open, openCarried',
  ],
  [
    'a misspelt rule',
    () => comparing({ rules: { tolerance: 5 } }),
    'tolerance is no option of rules: toleranceVnd, dateWindowDays, oneToMany',
  ],
  [
    'a text for a rule that is on or off',
    () => comparing({ rules: { oneToMany: 'no' } }),
    'oneToMany must be of type boolean, not String',
  ],
  [
    'a hash of gift codes by another name',
    () => plainly(importGiftCodeKey, privateKeyPem, 'sha256'),
    'hash must be SHA-1 or SHA-256',
  ],
  [
    'the PEM of a key for gift codes',
    () => plainly(decryptGiftCode, privateKeyPem, 'code'),
    'key must be that of importGiftCodeKey',
  ],
  [
    'the path of a front-channel notice without its host',
    () => plainly(signOn.readFrontChannelNotice, relyingParty, '/auth/logout?sid=1'),
    'url must be a whole address',
  ],
  [
    'the path of a sign-out without its host',
    () => plainly(signOn.checkSignedOut, '/auth/signed-out?state=1', '1'),
    'url must be a whole address',
  ],
  [
    'a listener without a handler',
    () => plainly(nodeListener, {}, { origin }),
    'handle must be a function',
  ],
  [
    'sign-on pages without sessions',
    () => plainly(createSignOnWeb, { ...web, sessions: undefined }),
    'createSignOnWeb: sessions must be of type object, not Undefined',
  ],
  [
    'a negative port of the sandbox',
    () => plainly(startSandbox, { port: -1 }),
    'startSandbox: port must be a whole number from 0 to 65535, not -1',
  ],
  [
    'half a port of the SFTP server',
    () => plainly(startSftpServer, { users: [], port: 22.5 }),
    'startSftpServer: port must be a whole number from 0 to 65535, not 22.5',
  ],
  [
    'a port that does not exist',
    () => plainly(listenOnLoopback, { port: 65_536 }),
    'listenOnLoopback: port must be a whole number from 0 to 65535, not 65536',
  ],
  [
    'a key of the sandbox that is nothing',
    () => plainly(startSandbox, { seedKeys: [null] }),
    'a seed key takes an object with keyCode, publicKeyPem',
  ],
  [
    'a verdict that is none',
    () => plainly(orders.settleTransfer, context, 'T-1', { result: 'suceeded', ...verdict }),
    'result must be one of ["succeeded","refused"]',
  ],
  [
    'a way to pay that is none',
    () => plainly(orders.startPayment, context, 'O-1', { method: 'web' }),
    'method must be one of ["web-payment","transaction-qr","app-to-app"]',
  ],
  [
    'a state of events that is none',
    () => plainly(orders.listEvents, context, { state: 'died' }),
    'state must be one of ["waiting","delivered","dead","unwanted"]',
  ],
  [
    'an origin without a scheme',
    () => plainly(nodeListener, () => {}, { origin: 'shop.example' }),
    'origin must be an address such as https://shop.example',
  ],
])('names %s', async (_about, mistake, message) => {
  const error = await errorOf(mistake, {})

  expect(error).toBeInstanceOf(TypeError)
  expect(Object(error).message).toContain(message)
})

it.each<[string, () => unknown, string]>([
  ['a path for a file exchange', () => plainly(moving.moveFiles, 'a', folder), 'from must be'],
  ['one exchange alone', () => plainly(moving.moveFiles, folder), 'to must be'],
  ['a text to write', () => folder.put('a.csv', Object('1,2')), 'the source of a.csv must be'],
  [
    'no content to write',
    () => folder.put('a.csv', Object(undefined)),
    'the source of a.csv must be',
  ],
  [
    'a source of text',
    () => folder.put('a.csv', Object({ sizeBytes: 1, open: () => texts })),
    'must deliver bytes, not string',
  ],
  [
    'a source that is no stream',
    () => folder.put('a.csv', Object({ sizeBytes: 3, open: () => '1,2' })),
    'must deliver a ReadableStream',
  ],
  ['no folder', () => plainly(moving.createLocalFolder), 'The path of the folder'],
  ['no location', () => plainly(moving.openLocation), 'openLocation: location must be'],
])('a file exchange names %s', async (_about, mistake, message) => {
  const error = await errorOf(mistake, {})

  expect(error).toMatchObject({ code: 'ERR_OPTIONS' })
  expect(Object(error).message).toContain(message)
})
