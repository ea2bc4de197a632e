import { generateKeyPair, importPrivateKey } from '@merchant-edge/signing'
import type { Database, Statement } from '../database/database.ts'
import { serviceKeys } from './tables.ts'

/** `callback` signs callbacks; `stranger` signs those that must not verify. */
export type KeyPurpose = (typeof serviceKeys.$inferSelect)['purpose']

/** Key pairs of the service. */
export interface ServiceKeys {
  /** Public half of the callback key, as merchants get it. */
  readonly callbackPublicKeyPem: string
  /** Imports the private half of a key. */
  readonly privateKey: (purpose: KeyPurpose) => Promise<CryptoKey>
}

async function publicPemOf(privateKeyPem: string): Promise<string> {
  const der = Uint8Array.from(
    atob(privateKeyPem.replaceAll('\\n', '\n').replace(/-----[A-Z ]+-----|\s/g, '')),
    (character) => character.charCodeAt(0),
  )
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign'])
  const jwk = await crypto.subtle.exportKey('jwk', key)
  if (!('n' in jwk) || typeof jwk.n !== 'string' || typeof jwk.e !== 'string') {
    throw new TypeError('SEED_CALLBACK_KEY: expected an RSA private key as PKCS#8 PEM')
  }
  const publicKey = await crypto.subtle.importKey(
    'jwk',
    { kty: 'RSA', n: jwk.n, e: jwk.e },
    algorithm,
    true,
    ['verify'],
  )
  const spki = await crypto.subtle.exportKey('spki', publicKey)
  if (!(spki instanceof ArrayBuffer)) throw new TypeError('the public key has no SPKI form')
  const base64 = btoa(String.fromCharCode(...new Uint8Array(spki)))
  return `-----BEGIN PUBLIC KEY-----\n${base64.replace(/(.{64})/g, '$1\n').trim()}\n-----END PUBLIC KEY-----\n`
}

/** Statements that generate the missing key pairs. */
export async function makeMissingServiceKeys(database: Database): Promise<readonly Statement[]> {
  const rows = await database.select().from(serviceKeys)
  const missing = serviceKeys.purpose.enumValues.filter(
    (purpose) => !rows.some((row) => row.purpose === purpose),
  )
  const pairs = await Promise.all(missing.map(() => generateKeyPair()))
  return missing.flatMap((purpose, index) => {
    const pair = pairs[index]
    if (pair === undefined) return []
    return [
      database
        .insert(serviceKeys)
        .values({ purpose, ...pair })
        .onConflictDoNothing(),
    ]
  })
}

/**
 * Makes a given private key the one that signs callbacks.
 *
 * @param privateKeyPem PKCS#8 PEM
 */
export async function setCallbackKey(database: Database, privateKeyPem: string): Promise<void> {
  const pair = { privateKeyPem, publicKeyPem: await publicPemOf(privateKeyPem) }
  await database
    .insert(serviceKeys)
    .values({ purpose: 'callback', ...pair })
    .onConflictDoUpdate({ target: serviceKeys.purpose, set: pair })
}

/** Reads the key pairs of the service; the seed has stored them. */
export async function readServiceKeys(database: Database): Promise<ServiceKeys> {
  const rows = await database.select().from(serviceKeys)
  const pairOf = (purpose: KeyPurpose) => {
    const row = rows.find((candidate) => candidate.purpose === purpose)
    if (row === undefined) throw new Error(`The sandbox has no ${purpose} key: reset it.`)
    return row
  }
  return {
    callbackPublicKeyPem: pairOf('callback').publicKeyPem,
    privateKey: (purpose) => importPrivateKey(pairOf(purpose).privateKeyPem),
  }
}
