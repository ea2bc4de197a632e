import { generateKeyPair, importPrivateKey } from '@merchant-edge/signing'
import type { Database, Statement } from '../database/database.ts'
import { callbackKeyRows, signerOf } from './callback-keys.ts'
import { callbackKeys, serviceKeys } from './tables.ts'

/** `callback` signs callbacks; `stranger` signs those that must not verify. */
export type KeyPurpose = 'callback' | 'stranger'

/** Key pairs of the service. */
export interface ServiceKeys {
  /** Public half of the key that signs callbacks now. */
  readonly callbackPublicKeyPem: string
  /** Imports the private half of a key. */
  readonly privateKey: (purpose: KeyPurpose) => Promise<CryptoKey>
}

/** Statements that generate the missing key pairs. */
export async function makeMissingServiceKeys(database: Database): Promise<readonly Statement[]> {
  const [strangers, signing] = await database.batch([
    database.select().from(serviceKeys),
    database.select().from(callbackKeys),
  ])
  return [
    ...(strangers.length > 0
      ? []
      : [
          database
            .insert(serviceKeys)
            .values({ purpose: 'stranger', ...(await generateKeyPair()) })
            .onConflictDoNothing(),
        ]),
    ...(signing.length > 0
      ? []
      : [
          database
            .insert(callbackKeys)
            .values({ id: 1, ...(await generateKeyPair()), signsAt: 0 })
            .onConflictDoNothing(),
        ]),
  ]
}

/**
 * Reads the key pairs of the service; the seed has stored them.
 *
 * @param now unix seconds of the sandbox's clock
 */
export async function readServiceKeys(database: Database, now: number): Promise<ServiceKeys> {
  const signer = signerOf(await callbackKeyRows(database), now)
  const [stranger] = await database.select().from(serviceKeys)
  if (signer === undefined || stranger === undefined) {
    throw new Error('The sandbox has no keys of its own: reset it.')
  }
  return {
    callbackPublicKeyPem: signer.publicKeyPem,
    privateKey: (purpose) =>
      importPrivateKey((purpose === 'callback' ? signer : stranger).privateKeyPem),
  }
}
