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
      /** RSA key: PKCS #8 PEM, or a CryptoKey for RS256. */
      readonly key: CryptoKey | string
      /** `kid` of the registered public key; the server demands it. */
      readonly keyId: string
    }

async function importPrivateKey(key: CryptoKey | string): Promise<CryptoKey> {
  if (typeof key !== 'string') return key
  try {
    const base64 = key.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const der = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  } catch {
    throw new SignOnError('key_unusable')
  }
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
