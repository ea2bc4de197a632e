import * as limits from '@merchant-edge/contract/limits'
import { generateKeyPair, importPublicKey, inspectKey } from '@merchant-edge/signing'
import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { merchantOf, type Merchant } from './merchant-rights.ts'
import { apiKeys, merchants } from './tables.ts'

const keyCode = v.pipe(
  v.string('must be a string'),
  v.regex(/^[!-:<-~]+$/, 'must be printable ASCII without spaces and semicolons'),
  v.maxLength(limits.keyCodeChars, `must have at most ${limits.keyCodeChars} characters`),
)

/** An API key to create. */
export const newApiKey = v.strictObject({
  merchantCode: v.pipe(v.string('must be a string'), v.minLength(1)),
  /** Label of the key. */
  name: v.pipe(v.string('must be a string'), v.minLength(1), v.maxLength(100)),
  /** Value of X-Key-Code; made when left out. */
  keyCode: v.optional(keyCode),
  /** Public key of the merchant; when left out, a key pair is generated. */
  publicKeyPem: v.optional(v.pipe(v.string('must be PEM text'), v.maxLength(8192))),
  /** When the key stops working, in unix seconds; never when left out. */
  expiresAt: v.optional(v.pipe(v.number('must be unix seconds'), v.safeInteger())),
})

/** An API key to create. @see Specification 2.17 */
export interface NewApiKey extends v.InferOutput<typeof newApiKey> {}

/** An API key as the merchant site shows it. */
export interface ApiKey {
  /** Value of X-Key-Code. */
  readonly keyCode: string
  readonly merchantCode: string
  readonly name: string
  readonly publicKeyPem: string
  /** SHA-256 of the public key, in hex. */
  readonly fingerprint: string
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds; null when the key never expires. */
  readonly expiresAt: number | null
  /** Unix seconds; null while the key is not revoked. */
  readonly revokedAt: number | null
}

/** A new API key with its private key, which is not shown again. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey
  /** Present when the pair was generated; the sandbox does not keep it. */
  readonly privateKeyPem?: string
}

/**
 * Checks that a PEM text holds an RSA public key that can verify.
 *
 * @returns its fingerprint
 * @throws KeyError that says what was found instead
 */
export async function fingerprintOf(publicKeyPem: string): Promise<string> {
  await importPublicKey(publicKeyPem)
  return (await inspectKey(publicKeyPem)).fingerprint
}

/** All API keys, newest first. */
export async function listApiKeys(database: Database): Promise<readonly ApiKey[]> {
  return database.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), apiKeys.keyCode)
}

/** An API key by its code, whether it still works or not. */
export async function findApiKey(database: Database, code: string): Promise<ApiKey | undefined> {
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.keyCode, code))
  return row
}

/** An API key by its code, whether it still works or not, with the merchant that it belongs to. */
export async function findKeyOfMerchant(
  database: Database,
  code: string,
): Promise<{ readonly apiKey: ApiKey; readonly merchant: Merchant } | undefined> {
  const [row] = await database
    .select({ apiKey: apiKeys, merchant: merchants })
    .from(apiKeys)
    .innerJoin(merchants, eq(merchants.code, apiKeys.merchantCode))
    .where(eq(apiKeys.keyCode, code))
  return row && { apiKey: row.apiKey, merchant: merchantOf(row.merchant) }
}

/**
 * Creates an API key from an uploaded public key, or generates a pair.
 *
 * @param at now, in unix seconds
 * @returns the key, or `undefined` when its code is taken
 * @throws KeyError when the uploaded text is not an RSA public key
 */
export async function createApiKey(
  database: Database,
  at: number,
  request: NewApiKey,
): Promise<CreatedApiKey | undefined> {
  const pair = request.publicKeyPem === undefined ? await generateKeyPair() : undefined
  const publicKeyPem = request.publicKeyPem ?? pair?.publicKeyPem ?? ''
  const fingerprint = await fingerprintOf(publicKeyPem)
  const [apiKey] = await database
    .insert(apiKeys)
    .values({
      keyCode: request.keyCode ?? crypto.randomUUID(),
      merchantCode: request.merchantCode,
      name: request.name,
      publicKeyPem,
      fingerprint,
      createdAt: at,
      expiresAt: request.expiresAt ?? null,
      revokedAt: null,
    })
    .onConflictDoNothing()
    .returning()
  if (apiKey === undefined) return undefined
  return { apiKey, ...(pair && { privateKeyPem: pair.privateKeyPem }) }
}

/**
 * Registers a key that the merchant already has. If the same key is registered under the same code,
 * its expiry and revocation stay; a different key under that code counts as new.
 *
 * @param at now, in unix seconds
 * @throws KeyError when the text is not an RSA public key
 */
export async function registerApiKey(
  database: Database,
  at: number,
  key: { readonly merchantCode: string; readonly keyCode: string; readonly publicKeyPem: string },
): Promise<void> {
  const { publicKeyPem } = key
  const fingerprint = await fingerprintOf(publicKeyPem)
  const fields = { publicKeyPem, fingerprint, expiresAt: null, revokedAt: null }
  await database
    .insert(apiKeys)
    .values({ ...key, ...fields, name: 'Registered at the start', createdAt: at })
    .onConflictDoUpdate({
      target: apiKeys.keyCode,
      set: fields,
      setWhere: ne(apiKeys.fingerprint, fingerprint),
    })
}

/** Revokes an API key permanently; `undefined` when there is none with this code. */
export async function revokeApiKey(
  database: Database,
  at: number,
  code: string,
): Promise<ApiKey | undefined> {
  await database
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.keyCode, code), isNull(apiKeys.revokedAt)))
  return findApiKey(database, code)
}
