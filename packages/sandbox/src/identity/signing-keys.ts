import {
  decodeBase64,
  generateKeyPair,
  importPrivateKey,
  importPublicKey,
} from '@merchant-edge/signing'
import { desc, inArray, eq, ne } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { identityKeys } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'
import { readJwt, type ReadJwt } from './jwt.ts'

/** A public key of the key set. @see RFC 7517 */
export interface PublicJwk {
  readonly use: 'sig'
  readonly kty: 'RSA'
  readonly kid: string
  readonly alg: 'RS256'
  readonly n: string
  readonly e: string
}

async function publicJwk(row: { kid: string; publicKeyPem: string }): Promise<PublicJwk> {
  const der = decodeBase64(row.publicKeyPem.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
  if (der === undefined) throw new TypeError(`The key ${row.kid} is not stored as PEM.`)
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', der, algorithm, true, ['verify'])
  const jwk = await crypto.subtle.exportKey('jwk', key)
  if (!('n' in jwk) || typeof jwk.n !== 'string' || typeof jwk.e !== 'string') {
    throw new TypeError(`The key ${row.kid} is no RSA key.`)
  }
  return { use: 'sig', kty: 'RSA', kid: row.kid, alg: 'RS256', n: jwk.n, e: jwk.e }
}

/** The key set that verifies what the server signs, newest key first. @see Specification 4.1 */
export async function keySet(database: Database): Promise<{ readonly keys: readonly PublicJwk[] }> {
  const rows = await database
    .select()
    .from(identityKeys)
    .where(inArray(identityKeys.state, ['current', 'published']))
    .orderBy(identityKeys.state, desc(identityKeys.createdAt))
  return { keys: await Promise.all(rows.map(publicJwk)) }
}

/** A key of the identity server, without its secret. */
export interface IdentityKey {
  readonly kid: string
  /** `current` signs; `published` is in the key set; `withdrawn` is in neither. */
  readonly state: 'current' | 'published' | 'withdrawn'
  /** Unix seconds. */
  readonly createdAt: number
}

/** A private RSA key that signs tokens, and its `kid`. */
export interface SigningKey {
  readonly kid: string
  readonly key: CryptoKey
}

// Returned as a list, because awaiting a single statement would run it.
async function newKeyStatements(
  database: Database,
  at: number,
  state: IdentityKey['state'],
): Promise<readonly Statement[]> {
  const pair = await generateKeyPair()
  const kid = `public:${crypto.randomUUID()}`
  return [database.insert(identityKeys).values({ kid, state, createdAt: at, ...pair })]
}

/** Statements that make the first signing key when there is none. */
export async function makeMissingSigningKey(
  database: Database,
  at: number,
): Promise<readonly Statement[]> {
  const rows = await database.select().from(identityKeys).where(eq(identityKeys.state, 'current'))
  return rows.length > 0 ? [] : newKeyStatements(database, at, 'current')
}

/** All keys, newest first. */
export async function listKeys(database: Database): Promise<readonly IdentityKey[]> {
  return database
    .select({
      kid: identityKeys.kid,
      state: identityKeys.state,
      createdAt: identityKeys.createdAt,
    })
    .from(identityKeys)
    .orderBy(desc(identityKeys.createdAt), identityKeys.kid)
}

/** The key that signs now. */
export async function currentKey(database: Database): Promise<SigningKey> {
  const [row] = await database.select().from(identityKeys).where(eq(identityKeys.state, 'current'))
  if (row === undefined)
    throw new Error('The identity server has no signing key: reset the sandbox.')
  return { kid: row.kid, key: await importPrivateKey(row.privateKeyPem) }
}

/**
 * Generates a new key that signs from now on.
 *
 * @param old whether the earlier keys stay in the key set
 */
export async function rotateKeys(
  sandbox: Sandbox,
  old: 'published' | 'withdrawn',
): Promise<readonly IdentityKey[]> {
  const { database, clock } = sandbox
  const affected = old === 'withdrawn' ? undefined : eq(identityKeys.state, 'current')
  await runAtomically(database, [
    database.update(identityKeys).set({ state: old }).where(affected),
    ...(await newKeyStatements(database, clock.nowSeconds(), 'current')),
  ])
  return listKeys(database)
}

/** Publishes one more key, which signs nothing. */
export async function publishExtraKey(sandbox: Sandbox): Promise<void> {
  const { database, clock } = sandbox
  await runAtomically(database, await newKeyStatements(database, clock.nowSeconds(), 'published'))
}

/** Takes every key but the current one out of the key set. */
export async function withdrawOldKeys(database: Database): Promise<void> {
  await database
    .update(identityKeys)
    .set({ state: 'withdrawn' })
    .where(ne(identityKeys.state, 'current'))
}

/** Reads a JWT that this server signed with any of its keys; `undefined` for any other text. */
export async function readOwnJwt(database: Database, text: string): Promise<ReadJwt | undefined> {
  const jwt = readJwt(text)
  if (jwt === undefined || jwt.header['alg'] !== 'RS256') return undefined
  const rows = await database.select().from(identityKeys)
  const row = rows.find(({ kid }) => kid === jwt.header['kid'])
  if (row === undefined) return undefined
  const key = await importPublicKey(row.publicKeyPem)
  const signed = new TextEncoder().encode(jwt.signedText)
  const isOurs = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, jwt.signature, signed)
  return isOurs ? jwt : undefined
}
