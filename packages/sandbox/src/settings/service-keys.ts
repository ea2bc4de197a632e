import { generateKeyPair, importPrivateKey } from '@merchant-edge/signing'
import type { Database, Statement } from '../database/database.ts'
import { callbackKeyRows, signerOf } from './callback-keys.ts'
import { callbackKeys, serviceKeys } from './tables.ts'

/** `callback` signs callbacks; `stranger` signs those that must fail verification. */
export type KeyPurpose = 'callback' | 'stranger'

/** Key pairs of the service. */
export interface ServiceKeys {
  /** Public half of the key that signs callbacks now. */
  readonly callbackPublicKeyPem: string
  /** Imports the private half of a key. */
  readonly privateKey: (purpose: KeyPurpose) => Promise<CryptoKey>
}

/** Statements that generate the first key pair that signs callbacks, when there is none. */
export async function makeMissingCallbackKey(database: Database): Promise<readonly Statement[]> {
  const [known] = await database.select().from(callbackKeys).limit(1)
  if (known !== undefined) return []
  const first = { id: 1, ...(await generateKeyPair()), signsAt: 0 }
  return [database.insert(callbackKeys).values(first).onConflictDoNothing()]
}

/**
 * The private key of `stranger`. It is generated at its first use, because few sandboxes need it
 * and a key pair takes a tenth of a second.
 */
async function strangerPem(database: Database): Promise<string> {
  const [known] = await database.select().from(serviceKeys)
  if (known !== undefined) return known.privateKeyPem
  const pair = await generateKeyPair()
  await database
    .insert(serviceKeys)
    .values({ purpose: 'stranger', ...pair })
    .onConflictDoNothing()
  return pair.privateKeyPem
}

/**
 * Reads the key pairs of the service; the seed has stored the one that signs callbacks.
 *
 * @param now unix seconds of the sandbox's clock
 */
export async function readServiceKeys(database: Database, now: number): Promise<ServiceKeys> {
  const signer = signerOf(await callbackKeyRows(database), now)
  if (signer === undefined) {
    throw new Error('The sandbox has no keys of its own: reset it.')
  }
  return {
    callbackPublicKeyPem: signer.publicKeyPem,
    privateKey: async (purpose) =>
      importPrivateKey(purpose === 'callback' ? signer.privateKeyPem : await strangerPem(database)),
  }
}
