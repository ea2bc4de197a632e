import { generateKeyPair } from '@merchant-edge/signing'
import { asc, eq, gt, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { callbackKeys } from './tables.ts'

/** A key that signs callbacks: its public half and its validity. */
export interface CallbackKeyView {
  /** Name of the key, such as `sandbox-2`. */
  readonly id: string
  readonly publicKeyPem: string
  /** Start of signing with the key, in unix seconds; 0 for the first key. */
  readonly signsAt: number
  /**
   * End of the time in which its callbacks may arrive, in unix seconds; null while there is no
   * later key.
   */
  readonly endsAt: number | null
  /**
   * `next` is known and signs later; `ending` has been replaced, and its callbacks may still
   * arrive.
   */
  readonly state: 'next' | 'signing' | 'ending' | 'ended'
}

/** A change of the key that signs callbacks. */
export const callbackKeyChange = v.strictObject({
  /** Seconds until the new key signs; until then merchants can take it into their keyrings. */
  signsInSeconds: v.optional(
    v.pipe(v.number('must be seconds'), v.safeInteger('must be whole'), v.minValue(0)),
    0,
  ),
  /** Seconds after that in which callbacks of the old key may still arrive. */
  overlapSeconds: v.optional(
    v.pipe(v.number('must be seconds'), v.safeInteger('must be whole'), v.minValue(0)),
    24 * 60 * 60,
  ),
})

/** A change of the key that signs callbacks; omitted fields take their defaults. */
export interface CallbackKeyChange extends v.InferInput<typeof callbackKeyChange> {}

type CallbackKeyRow = typeof callbackKeys.$inferSelect

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

/**
 * Makes the given private key the only key that signs callbacks. A key that is already stored keeps
 * its state, because it may have been replaced since.
 *
 * @param privateKeyPem PKCS#8 PEM
 */
export async function setCallbackKey(database: Database, privateKeyPem: string): Promise<void> {
  const publicKeyPem = await publicPemOf(privateKeyPem)
  const rows = await database.select().from(callbackKeys)
  if (rows.some((row) => row.publicKeyPem === publicKeyPem)) return
  await database.batch([
    database.delete(callbackKeys),
    database.insert(callbackKeys).values({ privateKeyPem, publicKeyPem, signsAt: 0 }),
  ])
}

/** The key pairs that sign callbacks, in the order of their use. */
export async function callbackKeyRows(database: Database): Promise<readonly CallbackKeyRow[]> {
  return database.select().from(callbackKeys).orderBy(asc(callbackKeys.signsAt), callbackKeys.id)
}

/**
 * The key that signs at an instant: the latest key in use, or the first key when the clock was
 * moved back before all of them.
 */
export function signerOf(rows: readonly CallbackKeyRow[], now: number): CallbackKeyRow | undefined {
  return rows.findLast(({ signsAt }) => signsAt <= now) ?? rows[0]
}

function stateOf(
  row: CallbackKeyRow,
  signer: CallbackKeyRow | undefined,
  now: number,
): CallbackKeyView['state'] {
  if (row === signer) return 'signing'
  if (row.signsAt > now) return 'next'
  return row.endsAt !== null && row.endsAt > now ? 'ending' : 'ended'
}

/**
 * The keys that sign callbacks, in the order of their use.
 *
 * @param now unix seconds of the sandbox's clock
 */
export async function listCallbackKeys(
  database: Database,
  now: number,
): Promise<readonly CallbackKeyView[]> {
  const rows = await callbackKeyRows(database)
  const signer = signerOf(rows, now)
  return rows.map((row) => ({
    id: `sandbox-${row.id}`,
    publicKeyPem: row.publicKeyPem,
    signsAt: row.signsAt,
    endsAt: row.endsAt,
    state: stateOf(row, signer, now),
  }))
}

/**
 * The keys whose callbacks may arrive, in the form of CALLBACK_KEYS: the keyring of a merchant
 * during a key change.
 *
 * @param now unix seconds of the sandbox's clock
 */
export async function callbackKeyring(database: Database, now: number) {
  const keys = await listCallbackKeys(database, now)
  return keys
    .filter(({ state }) => state !== 'ended')
    .map(({ id, publicKeyPem, signsAt, endsAt }) => ({
      id,
      pem: publicKeyPem,
      ...(signsAt > 0 && { notBefore: signsAt }),
      ...(endsAt !== null && { notAfter: endsAt }),
    }))
}

/**
 * Creates a new key that signs callbacks, from now or from a later time. Callbacks of the old key
 * may still arrive until the overlap ends, because callbacks are signed when they are planned.
 *
 * @param now unix seconds of the sandbox's clock
 * @returns the keys, or `undefined` when another new key already waits for its start
 */
export async function rotateCallbackKey(
  database: Database,
  now: number,
  change: v.InferOutput<typeof callbackKeyChange>,
): Promise<readonly CallbackKeyView[] | undefined> {
  const keys = await listCallbackKeys(database, now)
  if (keys.some(({ state }) => state === 'next')) return undefined
  const signsAt = now + change.signsInSeconds
  const pair = await generateKeyPair()
  await database.batch([
    database
      .update(callbackKeys)
      .set({ endsAt: signsAt + change.overlapSeconds })
      .where(isNull(callbackKeys.endsAt)),
    database.insert(callbackKeys).values({ ...pair, signsAt }),
  ])
  return listCallbackKeys(database, now)
}

/**
 * Statements that keep only the signing key and remove its start time, for a clock that is reset.
 *
 * @param now unix seconds of the sandbox's clock before that
 */
export async function resetCallbackKeys(
  database: Database,
  now: number,
): Promise<readonly Statement[]> {
  const signer = signerOf(await callbackKeyRows(database), now)
  if (signer === undefined) return []
  const { id } = signer
  return [
    database.delete(callbackKeys).where(gt(callbackKeys.id, id)),
    // Replaced keys are kept as ended, because the variables of the sandbox may name them.
    database.update(callbackKeys).set({ signsAt: 0, endsAt: 0 }),
    database.update(callbackKeys).set({ endsAt: null }).where(eq(callbackKeys.id, id)),
  ]
}
