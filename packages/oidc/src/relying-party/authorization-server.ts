import type { AuthorizationServer } from 'oauth4webapi'
import { base64url } from 'jose'
import { isFields, parseFields } from '../json-fields.ts'
import { isSameIssuer } from './issuer-url.ts'
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

/** Converts the metadata to the type of oauth4webapi. */
export function authorizationServer(metadata: ServerMetadata): AuthorizationServer {
  return { ...metadata }
}

/**
 * The metadata with which oauth4webapi reads a token response. It compares issuers character by
 * character; when the issuer in the id_token differs only by one trailing slash, the metadata uses
 * that form. The unverified token is used for nothing else here. Assumes G-73.
 */
export async function authorizationServerFor(
  metadata: ServerMetadata,
  response: Response,
): Promise<AuthorizationServer> {
  const issuer = await issuerOfIdToken(response)
  const isForgiven = typeof issuer === 'string' && isSameIssuer(issuer, metadata.issuer)
  return { ...metadata, ...(isForgiven && { issuer }) }
}
