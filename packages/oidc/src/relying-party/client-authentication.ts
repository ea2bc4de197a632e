import { isUsableCryptoKey, type WebCryptoKey } from '@merchant-edge/signing'
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
 * How the client authenticates at the token endpoint; must be exactly the registered method.
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
      /**
       * `twice` for servers that decode a posted secret twice; it matters for % and +. Assumes
       * G-74.
       */
      readonly encoding?: 'once' | 'twice'
    }
  | {
      readonly method: 'private_key_jwt'
      /**
       * RSA key of 2048 to 4096 bits for RS256; `importPrivateKey` of `@merchant-edge/signing`
       * makes it of a text.
       */
      readonly key: WebCryptoKey
      /** `kid` of the registered public key; the server requires it. */
      readonly keyId: string
    }

function privateKeyJwt(key: WebCryptoKey, keyId: string): ClientAuth {
  return async (...request: Parameters<ClientAuth>) => {
    if (!isUsableCryptoKey(key, 'private key')) throw new SignOnError('key_unusable')
    const [server] = request
    const authenticate = PrivateKeyJwt(
      { key, kid: keyId },
      {
        // The server accepts only the address of its token endpoint as audience.
        [modifyAssertion]: (_header, payload) => {
          payload['aud'] = server.token_endpoint
        },
      },
    )
    await authenticate(...request)
  }
}

const methods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const

/**
 * Refuses an authentication that plain JavaScript may pass: with an unknown method the secret would
 * be sent in another way than the registered one.
 *
 * @throws TypeError naming the part
 */
export function checkAuthentication(authentication: ClientAuthentication): void {
  const { method, secret } = Object(authentication)
  if (!methods.includes(method)) {
    throw new TypeError(`authentication.method must be one of ${methods.join(', ')}.`)
  }
  if (method.startsWith('client') && !secret)
    throw new TypeError('authentication.secret must be set.')
}

/**
 * Makes the client authentication of oauth4webapi, which adds it to each request to the server.
 *
 * The one that signs assertions throws SignOnError `key_unusable` when it may not sign with its
 * key.
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

/**
 * Whether a posted secret changes when a server decodes it twice, so that the server would refuse
 * it. Assumes G-74.
 */
export function isSecretFragile(authentication: ClientAuthentication): boolean {
  return (
    authentication.method === 'client_secret_post' &&
    authentication.encoding !== 'twice' &&
    /[%+]/.test(authentication.secret)
  )
}
