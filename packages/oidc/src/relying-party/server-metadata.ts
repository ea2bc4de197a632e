import { SignOnError } from '../failure/sign-on-error.ts'
import { parseFields, requiredTextOf, textOf, type Fields } from '../json-fields.ts'
import { isSameIssuer, withSlash } from './issuer-url.ts'
import { requireSecureEndpoint } from './issuer-url.ts'

/**
 * The fields of the discovery document that this package uses.
 *
 * @see Specification 4.1
 */
export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly userinfo_endpoint?: string
  readonly revocation_endpoint?: string
  readonly end_session_endpoint?: string
  /** Whether the callback must name the issuer (RFC 9207). */
  readonly authorization_response_iss_parameter_supported?: boolean
}

const optionalEndpoints = ['revocation_endpoint', 'end_session_endpoint'] as const

function readDocument(fields: Fields): ServerMetadata {
  const optional: Partial<Record<(typeof optionalEndpoints)[number], string>> = {}
  for (const name of optionalEndpoints) {
    const endpoint = textOf(fields, name)
    if (endpoint !== undefined) optional[name] = endpoint
  }
  return {
    issuer: requiredTextOf(fields, 'issuer'),
    authorization_endpoint: requiredTextOf(fields, 'authorization_endpoint'),
    token_endpoint: requiredTextOf(fields, 'token_endpoint'),
    jwks_uri: requiredTextOf(fields, 'jwks_uri'),
    ...optional,
    authorization_response_iss_parameter_supported:
      fields['authorization_response_iss_parameter_supported'] === true,
  }
}

/**
 * Reads a discovery document, applies the overrides and validates it.
 *
 * The user-info address is that of the specification unless it is overridden: the document names
 * the server's standard endpoint, not the wallet's. Assumes G-75.
 *
 * @param text the document as JSON
 * @throws SignOnError when it is unreadable, is of another issuer, or has an endpoint that is not
 *   https
 */
export function readServerMetadata(
  text: string,
  issuer: string,
  overrides: Partial<ServerMetadata>,
): ServerMetadata {
  let document: ServerMetadata
  try {
    document = readDocument(parseFields(text) ?? {})
  } catch (error) {
    const subject = error instanceof TypeError ? error.message : undefined
    throw new SignOnError('metadata_unreadable', { subject })
  }
  if (!isSameIssuer(document.issuer, issuer)) throw new SignOnError('issuer_unexpected')
  const metadata = {
    ...document,
    userinfo_endpoint: `${withSlash(issuer)}user-management/user-info`,
    ...overrides,
  }
  for (const [name, value] of Object.entries(metadata)) {
    const isEndpoint = name.endsWith('_endpoint') || name === 'jwks_uri'
    if (isEndpoint && typeof value === 'string') requireSecureEndpoint(value, name, issuer)
  }
  return metadata
}
