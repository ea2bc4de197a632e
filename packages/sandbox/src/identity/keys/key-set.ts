import { decodeBase64 } from '@merchant-edge/signing'
import { desc, inArray } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { identityKeys } from '../../database/schema.ts'

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
