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

/** Gives the metadata the type that oauth4webapi takes. */
export function authorizationServer(metadata: ServerMetadata): AuthorizationServer {
  return { ...metadata }
}

/**
 * The metadata with which oauth4webapi reads a token response. It compares issuers letter by letter; where
 * the id_token's own differs by one slash at its end only, the metadata takes that form. The token is not
 * trusted for anything else here. Assumes G-73.
 */
export async function authorizationServerFor(
  metadata: ServerMetadata,
  response: Response,
): Promise<AuthorizationServer> {
  const issuer = await issuerOfIdToken(response)
  const isForgiven = typeof issuer === 'string' && isSameIssuer(issuer, metadata.issuer)
  return { ...metadata, ...(isForgiven && { issuer }) }
}
