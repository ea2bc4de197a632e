import type { BodySignatureEncoding } from '@merchant-edge/contract'
import { keyCodeChars } from '@merchant-edge/contract/limits'
import {
  assertUsableCryptoKey,
  createNonce,
  importPrivateKey,
  type KeyMaterial,
  type WebCryptoKey,
} from '@merchant-edge/signing'
import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import type { RedactedHooks } from './client-hooks.ts'
import { sleep, type Clock } from './time/deadline.ts'
import { createServiceClock, type ServiceClock } from './time/service-clock.ts'

/** The signature of `fetch` as the client calls it. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Options of a client: addresses, key, timeouts, and functions of the runtime. */
export interface ClientOptions {
  /**
   * Origin of the service, such as `https://service.example`; http is allowed for this machine
   * only.
   */
  readonly baseUrl: string
  /**
   * Origin of the linked-account API, {payment_url} of the specification; only its calls need it.
   */
  readonly paymentUrl?: string | undefined
  /** X-Key-Code: id of the API key, 1 to 36 characters. */
  readonly keyCode: string
  /** The merchant's private key, RSA 2048: PEM, DER, JWK, or an imported key that may sign. */
  readonly privateKey: KeyMaterial | WebCryptoKey
  /** How requests are sent; the global fetch when left out. */
  readonly fetch?: FetchLike | undefined
  /** The clock, in milliseconds since 1970; `Date.now` when left out. */
  readonly now?: (() => number) | undefined
  /**
   * Resolves after a time in milliseconds, or rejects when the signal aborts; `setTimeout` when
   * left out. Deadlines and waits use it, so that a simulator can control the time.
   */
  readonly sleep?: Clock['sleep'] | undefined
  /** Random number in [0, 1) for the jitter of retries; `Math.random` when left out. */
  readonly random?: (() => number) | undefined
  /** Source of nonces: unique for ever, at most 255 characters; 128 random bits when left out. */
  readonly nonce?: (() => string) | undefined
  /** Timeout of a whole call including retries, in milliseconds; 10,000 when left out. */
  readonly timeoutMs?: number | undefined
  /**
   * Timeout of one attempt of a call that may be retried, in milliseconds; half of `timeoutMs` when
   * left out. A call that may not be retried has the whole time for its single attempt.
   */
  readonly attemptTimeoutMs?: number | undefined
  /** Maximum requests of one call, 1 to 10; 3 when left out. */
  readonly attempts?: number | undefined
  /** Callbacks for logs and metrics, a `RedactedHooks` of `@merchant-edge/client/hooks`. */
  readonly hooks?: RedactedHooks | undefined
  /** Whether the query of a GET is part of the signed text; not when left out. Assumes G-01. */
  readonly signQuery?: boolean | undefined
  /**
   * Where the gateway expects X-API-Code, X-Merchant-ID and X-Terminal-ID; headers when left out.
   * Assumes G-03.
   */
  readonly gatewayParameters?: 'headers' | 'body' | undefined
  /** How linked-account signatures are written; base64 when left out. Assumes G-04. */
  readonly bodySignatures?: BodySignatureEncoding | undefined
  /**
   * Whether linked-account calls carry the signed headers of 5.1 besides the signature in their
   * body; `signed` when left out. Assumes G-36.
   */
  readonly linkedAccountHeaders?: 'signed' | 'none' | undefined
  /**
   * "Amount in points" in the signed text of a payment without points; nothing when left out.
   * Assumes G-05.
   */
  readonly noPoints?: '' | '0' | undefined
  /**
   * `method` of the item of `payment_request_list` that pays with points; `POINT` when left out.
   * Assumes G-06.
   */
  readonly pointMethod?: string | undefined
  /**
   * Fields of online-transactions that belong into the items of `payment_request_list` instead of
   * next to it, such as `['currency', 'description']`; none when left out. Assumes G-134.
   */
  readonly purchaseFields?: readonly string[] | undefined
  /**
   * Paths that differ at this service, by the name of the endpoint:
   * `{ queryGiftCodeOrder: '/merchant-integration/v1/loyalty/giftcode/orders' }`. A path must have
   * the same fields in braces as the original one. Assumes G-17.
   */
  readonly paths?: Readonly<Record<string, string>> | undefined
}

/** A merchant at a service, created by `createClient`; its fields are for `call`. */
export interface Client extends Clock {
  /** Scheme, host and port of the service. */
  readonly origin: string
  /** Scheme, host and port of the linked-account API; undefined when it is not used. */
  readonly paymentOrigin: string | undefined
  /** X-Key-Code. */
  readonly keyCode: string
  /** Time for a whole call, in milliseconds. */
  readonly timeoutMs: number
  /** Time for one attempt, in milliseconds; half of the call's time when undefined. */
  readonly attemptTimeoutMs: number | undefined
  /** How many requests one call may send. */
  readonly attempts: number
  /** Callbacks for logs and metrics. */
  readonly hooks: RedactedHooks | undefined
  /** Whether the query of a GET is signed. */
  readonly signQuery: boolean
  /** How the gateway takes its parameters. */
  readonly gatewayParameters: 'headers' | 'body'
  /** Encoding of linked-account signatures. */
  readonly bodySignatures: BodySignatureEncoding
  /** Whether linked-account calls carry signed headers; they do when undefined. */
  readonly linkedAccountHeaders: 'signed' | 'none' | undefined
  /** "Amount in points" of a payment without points, as it is signed. */
  readonly noPoints: '' | '0' | undefined
  /** `method` of the item that pays with points; `POINT` when undefined. */
  readonly pointMethod: string | undefined
  /** Fields of online-transactions that stand in the items of its list. */
  readonly purchaseFields: readonly string[] | undefined
  /** Paths that differ at this service, by the name of the endpoint. */
  readonly paths: Readonly<Record<string, string>>
  /** How requests are sent. */
  readonly fetch: FetchLike
  /** Returns a fresh nonce. */
  readonly nonce: () => string
  /** Returns a random number in [0, 1). */
  readonly random: () => number
  /** Source of X-Timestamp; a correction by the service is remembered for later calls. */
  readonly clock: ServiceClock
  /** The imported private key; rejects with KeyError. */
  readonly key: () => Promise<WebCryptoKey>
}

const optionRules: OptionRules<ClientOptions> = {
  baseUrl: 'any',
  paymentUrl: 'any',
  keyCode: 'any',
  privateKey: 'any',
  fetch: 'function',
  now: 'function',
  sleep: 'function',
  random: 'function',
  nonce: 'function',
  timeoutMs: 'any',
  attemptTimeoutMs: 'any',
  attempts: 'any',
  hooks: 'any',
  signQuery: 'boolean',
  gatewayParameters: ['headers', 'body'],
  bodySignatures: ['base64', 'base64url', 'hex'],
  linkedAccountHeaders: ['signed', 'none'],
  noPoints: ['', '0'],
  pointMethod: 'string',
  purchaseFields: 'Array',
  paths: 'object',
}

const maxTimeoutMs = 2 ** 31 - 1
const ownMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

function serviceOrigin(option: 'baseUrl' | 'paymentUrl', address: string): string {
  if (!URL.canParse(address)) throw new TypeError(`${option} must be an absolute address`)
  const { protocol, hostname, href, origin } = new URL(address)
  if (href !== `${origin}/`) {
    throw new TypeError(`${option} must be an origin only: scheme, host and port`)
  }
  // Answers are not signed, so HTTPS alone authenticates them. Assumes G-12.
  if (protocol !== 'https:' && !(protocol === 'http:' && ownMachine.test(hostname))) {
    throw new TypeError(`${option} must be an https address; http is taken for this machine only`)
  }
  return origin
}

function milliseconds(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= maxTimeoutMs) return value
  throw new TypeError(`${name} must be above 0 and at most ${maxTimeoutMs} milliseconds`)
}

function checkedKeyCode(keyCode: unknown): string {
  if (typeof keyCode === 'string' && keyCode.length <= keyCodeChars) {
    if (/^[!-:<-~]+$/.test(keyCode)) return keyCode
  }
  throw new TypeError(`keyCode must be 1 to ${keyCodeChars} printable ASCII characters without ";"`)
}

/** Checks a time limit that a caller gave for one call. */
export function checkedTimeout(timeoutMs: number): number {
  return milliseconds('timeoutMs', timeoutMs)
}

async function usableKey(privateKey: KeyMaterial | WebCryptoKey): Promise<WebCryptoKey> {
  if (!(privateKey instanceof CryptoKey)) return importPrivateKey(privateKey)
  assertUsableCryptoKey(privateKey, 'private key')
  return privateKey
}

/**
 * Creates a client: a merchant at a service, for `call`. The private key is imported at the first
 * call and is not part of the returned object, so that logging the client cannot reveal it.
 *
 * @throws TypeError naming an option that cannot be used
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { RedactedHooks } from '@merchant-edge/client/hooks'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const retries: string[] = []
 *
 * export const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 *   timeoutMs: 8_000,
 *   hooks: new RedactedHooks({
 *     onRetry: ({ endpoint, because }) => retries.push(`${endpoint}: ${because}`),
 *   }),
 * })
 * ```
 */
export function createClient(options: ClientOptions): Client {
  checkOptions('createClient', options, optionRules)
  const { baseUrl, paymentUrl, keyCode, privateKey } = options
  const { attempts = 3, timeoutMs = 10_000 } = options
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > 10) {
    throw new TypeError('attempts must be a whole number from 1 to 10')
  }
  // Plain JavaScript passes the callbacks themselves, which would see what is not redacted.
  if (options.hooks && !options.hooks.sending) {
    throw new TypeError('hooks must be a RedactedHooks')
  }
  // Looked up on each call, so that a test can replace the global.
  const now = options.now ?? (() => Date.now())
  let key: Promise<WebCryptoKey> | undefined
  return {
    origin: serviceOrigin('baseUrl', baseUrl),
    paymentOrigin: paymentUrl === undefined ? undefined : serviceOrigin('paymentUrl', paymentUrl),
    keyCode: checkedKeyCode(keyCode),
    timeoutMs: milliseconds('timeoutMs', timeoutMs),
    attemptTimeoutMs:
      options.attemptTimeoutMs === undefined
        ? undefined
        : milliseconds('attemptTimeoutMs', options.attemptTimeoutMs),
    attempts,
    hooks: options.hooks,
    signQuery: options.signQuery ?? false,
    gatewayParameters: options.gatewayParameters ?? 'headers',
    bodySignatures: options.bodySignatures ?? 'base64',
    linkedAccountHeaders: options.linkedAccountHeaders,
    noPoints: options.noPoints,
    pointMethod: options.pointMethod,
    purchaseFields: options.purchaseFields,
    paths: options.paths ?? {},
    // The global is looked up on each call and called without a receiver, as browsers require.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    nonce: options.nonce ?? createNonce,
    now,
    sleep: options.sleep ?? sleep,
    random: options.random ?? (() => Math.random()),
    clock: createServiceClock(now),
    key: () => (key ??= usableKey(privateKey)),
  }
}
