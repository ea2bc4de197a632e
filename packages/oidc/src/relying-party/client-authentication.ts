import {
  ClientSecretBasic,
  ClientSecretPost,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  type ClientAuth,
} from 'oauth4webapi'
import { importPrivateKey } from './import-private-key.ts'

/**
 * How the client proves itself at the token endpoint: exactly the method that it is registered with.
 *
 * @see Specification 5.5
 */
export type ClientAuthentication =
  /** A public client: single-page, native. */
  | { readonly method: 'none' }
  | { readonly method: 'client_secret_basic'; readonly secret: string }
  | {
      readonly method: 'client_secret_post'
      readonly secret: string
      /** `twice` for servers that decode a posted secret twice; it matters for % and +. Assumes G-74. */
      readonly encoding?: 'once' | 'twice'
    }
  | {
      readonly method: 'private_key_jwt'
      /** RSA key: PKCS #8 PEM, or a CryptoKey for RS256. */
      readonly key: CryptoKey | string
      /** `kid` of the registered public key; the server demands it. */
      readonly keyId: string
    }

function privateKeyJwt(key: CryptoKey | string, keyId: string): ClientAuth {
  let imported: CryptoKey | undefined
  return async (...request: Parameters<ClientAuth>) => {
    const [server] = request
    imported ??= await importPrivateKey(key)
    const authenticate = PrivateKeyJwt(
      { key: imported, kid: keyId },
      {
        // The server takes no other audience than the address of its token endpoint.
        [modifyAssertion]: (_header, payload) => {
          payload['aud'] = server.token_endpoint
        },
      },
    )
    await authenticate(...request)
  }
}

/** Makes the client authentication of the protocol library. */
export function clientAuth(authentication: ClientAuthentication): ClientAuth {
  if (authentication.method === 'none') return None()
  if (authentication.method === 'private_key_jwt') {
    return privateKeyJwt(authentication.key, authentication.keyId)
  }
  const { secret } = authentication
  if (authentication.method === 'client_secret_basic') return ClientSecretBasic(secret)
  const isTwice = authentication.encoding === 'twice'
  return ClientSecretPost(isTwice ? encodeURIComponent(secret) : secret)
}

/** Whether a refusal of this client may come from a server that decodes a posted secret twice. */
export function isSecretFragile(authentication: ClientAuthentication): boolean {
  return (
    authentication.method === 'client_secret_post' &&
    authentication.encoding !== 'twice' &&
    /[%+]/.test(authentication.secret)
  )
}
