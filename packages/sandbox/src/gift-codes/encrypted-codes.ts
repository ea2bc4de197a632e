import { encodeBase64, importPublicKey } from '@merchant-edge/signing'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { giftCodeKeys } from './tables.ts'

/** Public key with which a merchant's gift codes are encrypted. */
export const giftCodeKey = v.strictObject({
  /** RSA public key of the merchant as PEM text; null sends the codes unencrypted. */
  publicKeyPem: v.nullable(v.pipe(v.string('must be PEM text'), v.maxLength(8192))),
})

/** Public key with which a merchant's gift codes are encrypted. Assumes G-28. */
export interface GiftCodeKey extends v.InferOutput<typeof giftCodeKey> {}

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }

async function importForEncryption(publicKeyPem: string): Promise<CryptoKey> {
  const spki = await crypto.subtle.exportKey('spki', await importPublicKey(publicKeyPem))
  if (!(spki instanceof ArrayBuffer)) throw new TypeError('SPKI: expected bytes')
  return crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
}

/**
 * Encrypts a merchant's gift codes from now on, or stops doing so.
 *
 * @throws KeyError when the text holds no RSA public key
 */
export async function setGiftCodeKey(
  database: Database,
  merchantCode: string,
  { publicKeyPem }: GiftCodeKey,
): Promise<void> {
  if (publicKeyPem === null) {
    await database.delete(giftCodeKeys).where(eq(giftCodeKeys.merchantCode, merchantCode))
    return
  }
  await importPublicKey(publicKeyPem)
  await database
    .insert(giftCodeKeys)
    .values({ merchantCode, publicKeyPem })
    .onConflictDoUpdate({ target: giftCodeKeys.merchantCode, set: { publicKeyPem } })
}

/** The key of a merchant; null when its codes are sent unencrypted. */
async function readGiftCodeKey(database: Database, merchantCode: string): Promise<string | null> {
  const [row] = await database
    .select()
    .from(giftCodeKeys)
    .where(eq(giftCodeKeys.merchantCode, merchantCode))
  return row?.publicKeyPem ?? null
}

/**
 * How the gift codes of a merchant are written into answers: unencrypted, or, when the merchant has
 * set a key, as base64 of RSA-OAEP with SHA-256. Assumes G-28.
 */
export async function codeWriterOf(
  database: Database,
  merchantCode: string,
): Promise<(code: string) => Promise<string>> {
  const publicKeyPem = await readGiftCodeKey(database, merchantCode)
  if (publicKeyPem === null) return async (code) => code
  const key = await importForEncryption(publicKeyPem)
  return async (code) => {
    const encrypted = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(code))
    return encodeBase64(new Uint8Array(encrypted))
  }
}
