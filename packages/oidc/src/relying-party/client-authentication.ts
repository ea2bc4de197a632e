import { importPrivateKey, KeyError } from '@merchant-edge/signing'
import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  modifyAssertion,
  type ClientAuth,
} from 'oauth4webapi'
import { SignOnError } from '../failure/sign-on-error.ts'

/**
 * How the client proves itself at the token endpoint: exactly the method that it is registered with.
 *
 * @see Specification 5.5
 */
export type ClientAuthentication =
  /** A public client without a secret, such as a single-page or native application. */
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
      /** RSA key of 2048 to 4096 bits: PEM or JWK text, or a CryptoKey for RS256. */
      readonly key: CryptoKey | string
      /** `kid` of the registered public key; the server demands it. */
      readonly keyId: string
    }

async function importKey(key: CryptoKey | string): Promise<CryptoKey> {
  if (typeof key !== 'string') return key
  try {
    return await importPrivateKey(key)
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    throw new SignOnError('key_unusable', { subject: error.found })
  }
}

function privateKeyJwt(key: CryptoKey | string, keyId: string): ClientAuth {
  let imported: CryptoKey | undefined
  return async (...request: Parameters<ClientAuth>) => {
    const [server] = request
    imported ??= await importKey(key)
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

/**
 * Makes the client authentication of oauth4webapi, which adds it to each request to the server.
 *
 * The one that signs assertions throws SignOnError `key_unusable` when its key cannot be imported.
 */
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

/** Whether the posted secret changes when a server decodes it twice, which is then refused. Assumes G-74. */
export function isSecretFragile(authentication: ClientAuthentication): boolean {
  return (
    authentication.method === 'client_secret_post' &&
    authentication.encoding !== 'twice' &&
    /[%+]/.test(authentication.secret)
  )
}
