import * as limits from '@merchant-edge/contract/limits'
import {
  bodyFormProblem,
  explainSignature,
  type SignatureExplanation,
  joinParts,
} from '@merchant-edge/signing/explain'
import { importPublicKey, verifyText } from '@merchant-edge/signing'
import * as v from 'valibot'
import { listApiKeys, type ApiKey, findKeyOfMerchant } from '../merchants/api-keys.ts'
import { findMerchant, type Merchant } from '../merchants/merchant-rights.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { takeNonce } from './nonces.ts'

/** Maximum number of other API keys that are tried as the signer when a request does not verify. */
const maxOtherKeys = 20

/** The parts of a request that its signature covers. */
export interface SignatureClaim {
  readonly path: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
  readonly apiKey: ApiKey
}

/** Explains the signature of a request that did not verify. */
async function explainReceived(
  sandbox: Sandbox,
  received: ReceivedRequest,
  claim: SignatureClaim,
): Promise<SignatureExplanation> {
  const { path, nonce, timestamp, signature, apiKey } = claim
  const keys = await listApiKeys(sandbox.database)
  return explainSignature({
    path,
    method: received.method,
    nonce,
    timestamp,
    keyCode: apiKey.keyCode,
    body: received.body,
    signature,
    origin: received.origin,
    query: received.query,
    publicKey: apiKey.publicKeyPem,
    otherKeys: keys
      .slice(0, maxOtherKeys)
      .map(({ keyCode, publicKeyPem }) => ({ keyCode, publicKey: publicKeyPem })),
  })
}

/** The API key that signed a request, and its merchant. */
export interface Caller {
  readonly apiKey: ApiKey
  readonly merchant: Merchant
  /**
   * Keys of the merchant that may have signed the body, when no header names the key; the newest is
   * {@link apiKey}.
   */
  readonly bodyKeys?: readonly ApiKey[]
}

/** The headers of a signed request. */
interface SignedHeaders {
  readonly keyCode: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
}

/** A semicolon inside a part would make the joined text ambiguous. Assumes G-148. */
const nonceForm = /^[!-:<-~]+$/

function readHeaders(headers: Headers): SignedHeaders {
  const keyCode = headers.get('x-key-code') ?? ''
  const nonce = headers.get('x-nonce') ?? ''
  const timestamp = headers.get('x-timestamp') ?? ''
  const signature = headers.get('x-signature') ?? ''
  if (keyCode === '') throw new RefusalError(4010001, 'X-Key-Code: the header is missing')
  if (keyCode.length > limits.keyCodeChars) {
    throw new RefusalError(
      4010001,
      `X-Key-Code: must have at most ${limits.keyCodeChars} characters`,
    )
  }
  if (timestamp === '') throw new RefusalError(4010001, 'X-Timestamp: the header is missing')
  if (signature === '') throw new RefusalError(4010001, 'X-Signature: the header is missing')
  if (nonce === '') throw new RefusalError(4010005, 'X-Nonce: the header is missing')
  if (nonce.length > limits.nonceChars) {
    throw new RefusalError(4010005, `X-Nonce: must have at most ${limits.nonceChars} characters`)
  }
  if (!nonceForm.test(nonce)) {
    throw new RefusalError(
      4010005,
      'X-Nonce: must be printable ASCII without spaces and semicolons',
    )
  }
  return { keyCode, nonce, timestamp, signature }
}

// A header value is text, although section 4.10 gives it another type. Assumes G-142.
function checkTimestamp(timestamp: string, now: number): void {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(timestamp)) {
    throw new RefusalError(4010002, 'X-Timestamp: must be whole seconds since 1970')
  }
  const ahead = Number(timestamp) - now
  if (ahead > 0) {
    const hint = Number(timestamp) > 100_000_000_000 ? '; it looks like milliseconds' : ''
    throw new RefusalError(
      4010003,
      `X-Timestamp: ${ahead} seconds later than the service's clock (${now})${hint}`,
    )
  }
  if (-ahead > limits.timestampAgeSeconds) {
    throw new RefusalError(
      4010004,
      `X-Timestamp: ${-ahead} seconds old at the service's clock (${now}); at most ${limits.timestampAgeSeconds}`,
    )
  }
}

function isWorking(apiKey: ApiKey, now: number): boolean {
  return apiKey.revokedAt === null && (apiKey.expiresAt === null || apiKey.expiresAt > now)
}

/** The active key with this code, with its merchant, which may be closed. */
async function workingKey(sandbox: Sandbox, keyCode: string): Promise<Caller> {
  const found = await findKeyOfMerchant(sandbox.database, keyCode)
  if (found === undefined) throw new RefusalError(4010001, 'X-Key-Code: no such API key')
  const { apiKey } = found
  if (apiKey.revokedAt !== null) throw new RefusalError(4010001, 'X-Key-Code: the key is revoked')
  if (apiKey.expiresAt !== null && apiKey.expiresAt <= sandbox.clock.nowSeconds()) {
    throw new RefusalError(4010001, 'X-Key-Code: the key has expired')
  }
  return found
}

/** The path as it appears in the signed text. Assumes G-01. */
function signedPath(sandbox: Sandbox, received: ReceivedRequest): string {
  return sandbox.settings.rules.signQuery ? received.path + received.query : received.path
}

/**
 * Verifies the bytes of the body as they came, and refuses a body whose form the signed text does not
 * have. Assumes G-171.
 */
async function checkSignature(
  sandbox: Sandbox,
  received: ReceivedRequest,
  use: SignedHeaders & { readonly apiKey: ApiKey },
): Promise<void> {
  const { method, body } = received
  const path = signedPath(sandbox, received)
  const { keyCode, nonce, timestamp, signature, apiKey } = use
  const text = joinParts({ path, method, nonce, timestamp, keyCode, body })
  const key = await importPublicKey(apiKey.publicKeyPem)
  if (await verifyText(key, text, signature)) {
    const problem = bodyFormProblem(body)
    if (problem === undefined) return
    throw new RefusalError(4010001, `body: has ${problem}; the signed text has compact JSON`)
  }
  const claim = { path, nonce, timestamp, signature, apiKey }
  const explanation = await explainReceived(sandbox, received, claim)
  throw new RefusalError(4010001, `X-Signature: ${explanation.cause}`, explanation)
}

/**
 * Authenticates the sender of a request. The checks are, in this order: presence and length of the
 * headers, timestamp, key, signature, nonce, merchant. Only a request whose signature verifies uses
 * up its nonce, so that nobody can use up the nonces of another merchant.
 *
 * @throws RefusalError 4010001 to 4010006, or 4040201 when the merchant is closed
 * @see Specification 5.1, 7
 */
export async function authenticate(sandbox: Sandbox, received: ReceivedRequest): Promise<Caller> {
  const headers = readHeaders(received.headers)
  const now = sandbox.clock.nowSeconds()
  checkTimestamp(headers.timestamp, now)
  const { apiKey, merchant } = await workingKey(sandbox, headers.keyCode)
  await checkSignature(sandbox, received, { ...headers, apiKey })
  const { keyCode, nonce } = headers
  if (!(await takeNonce(sandbox.database, now, { keyCode, nonce }))) {
    throw new RefusalError(4010006, 'X-Nonce: used before within two hours')
  }
  if (merchant.status === 'closed') {
    throw new RefusalError(4040201, `The merchant ${merchant.code} does not exist any more`)
  }
  return { apiKey, merchant }
}

/** The partner_code of a body; `undefined` when there is none, or when the body is not JSON. */
function partnerCodeIn(body: string): string | undefined {
  try {
    const parsed = v.safeParse(v.object({ partner_code: v.string() }), JSON.parse(body))
    return parsed.success ? parsed.output.partner_code : undefined
  } catch {
    return undefined
  }
}

/**
 * Identifies the merchant of a linked-account call when the headers of section 5.1 are not
 * required: the merchant is the partner_code of the body. The signature in the body is checked
 * later against the active keys of this merchant. Such a call has no nonce, so it is not protected
 * against replay. Assumes G-36.
 *
 * @throws RefusalError 4010001 without a partner_code or a working key, or 4040201 when there is no
 *   such merchant
 */
export async function authenticateByBody(
  sandbox: Sandbox,
  received: ReceivedRequest,
): Promise<Caller> {
  const { database, clock } = sandbox
  const partnerCode = partnerCodeIn(received.body)
  if (partnerCode === undefined) throw new RefusalError(4010001, 'partner_code: is missing')
  const merchant = await findMerchant(database, partnerCode)
  if (merchant === undefined || merchant.status === 'closed') {
    throw new RefusalError(4040201, `partner_code: there is no merchant ${partnerCode}`)
  }
  const now = clock.nowSeconds()
  const bodyKeys = (await listApiKeys(database)).filter(
    (key) => key.merchantCode === merchant.code && isWorking(key, now),
  )
  const [apiKey] = bodyKeys
  if (apiKey === undefined)
    throw new RefusalError(4010001, `${merchant.code} has no API key that works`)
  return { apiKey, merchant, bodyKeys: bodyKeys.slice(0, maxOtherKeys) }
}
