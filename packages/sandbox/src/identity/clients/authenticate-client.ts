import type { OAuthForm } from '../read-form.ts'
import { digestOf } from '../opaque-token.ts'
import { OAuthError } from '../oauth-error.ts'
import type { IdentityServer } from '../identity-server.ts'
import { checkAssertion } from './check-assertion.ts'
import { findClient, type IdentityClient } from './clients.ts'

type Method = IdentityClient['tokenEndpointAuthMethod']

interface Presented {
  readonly method: Method
  readonly clientId: string
  readonly secret?: string
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_client', 'Client id or secret is not form-encoded.')
  }
}

function readBasic(authorization: string | null): Presented | undefined {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  let text: string
  try {
    text = atob(encoded)
  } catch {
    throw new OAuthError('invalid_client', 'The header Authorization holds no base64.')
  }
  const colon = text.indexOf(':')
  if (colon < 0) throw new OAuthError('invalid_client', 'The header Authorization has no colon.')
  return {
    method: 'client_secret_basic',
    clientId: formDecode(text.slice(0, colon)),
    secret: formDecode(text.slice(colon + 1)),
  }
}

function readBody(server: IdentityServer, form: OAuthForm): Presented | undefined {
  const { client_id: clientId, client_secret: secret = '' } = form
  if (clientId === undefined) return undefined
  const decode = server.options.decodesBodySecretTwice ? formDecode : (text: string) => text
  return secret === ''
    ? { method: 'none', clientId: decode(clientId) }
    : { method: 'client_secret_post', clientId: decode(clientId), secret: decode(secret) }
}

function readAssertion(form: OAuthForm): Presented | undefined {
  const { client_assertion: secret, client_assertion_type: type, client_id: clientId = '' } = form
  if (secret === undefined) return undefined
  if (type !== assertionType) {
    throw new OAuthError('invalid_request', `client_assertion_type must be ${assertionType}.`)
  }
  return { method: 'private_key_jwt', clientId, secret }
}

function presentedBy(server: IdentityServer, request: Request, form: OAuthForm): Presented {
  const basic = readBasic(request.headers.get('authorization'))
  const assertion = readAssertion(form)
  const body = readBody(server, form)
  const secrets = [basic, assertion, body?.method === 'none' ? undefined : body]
  const [first, second] = secrets.filter((presented) => presented !== undefined)
  if (second !== undefined) {
    throw new OAuthError('invalid_request', 'The client authenticates in more than one way.')
  }
  const presented = first ?? body
  if (presented === undefined) {
    throw new OAuthError('invalid_client', 'The request names no client.')
  }
  return presented
}

/**
 * Authenticates the client of a request. A client must use exactly the method for which it is
 * registered.
 *
 * @throws OAuthError `invalid_client`, or `invalid_request` when it authenticates in two ways
 * @see Specification 5.5
 */
export async function authenticateClient(
  server: IdentityServer,
  request: Request,
  form: OAuthForm,
): Promise<IdentityClient> {
  const { database } = server.sandbox
  const presented = presentedBy(server, request, form)
  if (presented.method === 'private_key_jwt') {
    return checkAssertion(server, presented.secret ?? '', presented.clientId)
  }
  const client = await findClient(database, presented.clientId)
  if (client === undefined) {
    throw new OAuthError('invalid_client', 'There is no client of this id.')
  }
  const { method } = presented
  if (method !== client.tokenEndpointAuthMethod) {
    throw new OAuthError(
      'invalid_client',
      `The client is registered for ${client.tokenEndpointAuthMethod}, but it used ${method}.`,
    )
  }
  if (method !== 'none' && (await digestOf(presented.secret ?? '')) !== client.secretHash) {
    throw new OAuthError('invalid_client', 'The client secret is wrong.')
  }
  return client
}
