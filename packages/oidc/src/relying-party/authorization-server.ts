import type { AuthorizationServer } from 'oauth4webapi'
import { base64url } from 'jose'
import { isFields, parseFields } from '../fields/read-fields.ts'
import { isSameIssuer } from './same-issuer.ts'
import type { ServerMetadata } from './server-metadata.ts'

async function issuerOfIdToken(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.clone().json()
    const idToken = isFields(body) ? body['id_token'] : undefined
    const payload = typeof idToken === 'string' ? idToken.split('.')[1] : undefined
    return parseFields(new TextDecoder().decode(base64url.decode(payload ?? '')))?.['iss']
  } catch {
    return undefined
  }
}

/** The metadata as the protocol library wants it. */
export function authorizationServer(metadata: ServerMetadata): AuthorizationServer {
  return { ...metadata }
}

/**
 * The metadata for reading a token response. The library compares issuers character by character; this
 * forgives one slash at the end. Nothing is believed yet. Assumes G-73.
 */
export async function authorizationServerFor(
  metadata: ServerMetadata,
  response: Response,
): Promise<AuthorizationServer> {
  const issuer = await issuerOfIdToken(response)
  const isForgiven = typeof issuer === 'string' && isSameIssuer(issuer, metadata.issuer)
  return { ...metadata, ...(isForgiven && { issuer }) }
}
