import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { allowInsecureRequests, clockSkew, clockTolerance, customFetch } from 'oauth4webapi'
import type { Client, ClientAuth, CustomFetchOptions } from 'oauth4webapi'
import {
  checkAuthentication,
  clientAuth,
  isSecretFragile,
  type ClientAuthentication,
} from './client-authentication.ts'
import { readKeySet, type KeyFinder } from './key-set.ts'
import type { SignOnPorts } from './ports.ts'
import { createRemoteDocument, type DocumentCache, type RemoteDocument } from './remote-document.ts'
import { withSlash } from './issuer-url.ts'
import { isSecureUrl } from './issuer-url.ts'
import { maxTimerMs, requireWhole } from './require-whole.ts'
import { createSend, type Send } from './send.ts'
import { readServerMetadata, type ServerMetadata } from './server-metadata.ts'

/** One client registration at one identity server. */
export interface RelyingPartyOptions {
  /** Address of the identity server ({auth_url}); with or without a slash at the end. */
  readonly issuer: string
  readonly clientId: string
  readonly authentication: ClientAuthentication
  /** Network, clock and timer; `webPorts` for those of the runtime. */
  readonly ports: SignOnPorts
  /** Endpoints that differ from the discovery document. */
  readonly metadata?: Partial<ServerMetadata> | undefined
  /** Cache for discovery document and key set that outlives this object. */
  readonly cache?: DocumentCache | undefined
  /**
   * Timeout of one request in milliseconds, including the one retry of a GET; 10,000 when left out.
   */
  readonly timeoutMs?: number | undefined
  /** Header with the access token of the user-info call. Assumes G-21: `authentication`. */
  readonly userInfoHeader?: 'authentication' | 'authorization' | undefined
  /**
   * Refuses logout tokens without `typ: logout+jwt`; default false, because the real server sends
   * `JWT`.
   */
  readonly requireLogoutTokenType?: boolean | undefined
}

/** A client of the identity server. Create it once and reuse it: it caches metadata and keys. */
export interface RelyingParty {
  readonly clientId: string
  readonly ports: SignOnPorts
  /** The time in whole seconds since 1970, as tokens and sessions state it. */
  readonly nowSeconds: () => number
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number
  readonly userInfoHeader: 'authentication' | 'authorization'
  readonly requireLogoutTokenType: boolean
  /** Whether the posted secret changes when the server decodes it twice. Assumes G-74. */
  readonly isSecretFragile: boolean
  readonly clientAuth: ClientAuth
  readonly send: Send
  /** Discovery document with its overrides; fetched only when older than an hour. */
  metadata(): Promise<ServerMetadata>
  /** Published keys; fetched only when older than ten minutes, or when a key is missing. */
  keySet(): Promise<RemoteDocument<KeyFinder>>
  /** The client in the form of oauth4webapi, with the clock skew. */
  client(): Client
  /** Options that make oauth4webapi send its request through `send`. */
  requestOptions(signal?: AbortSignal): {
    [customFetch]: (
      url: string,
      options: CustomFetchOptions<'POST', URLSearchParams>,
    ) => Promise<Response>
    [allowInsecureRequests]: boolean
    signal?: AbortSignal
  }
}

const metadataSeconds = 3600
const keySetSeconds = 600

/** Tolerated difference to the identity server's clock. */
export const clockToleranceSeconds = 30

const discoveryPath = '.well-known/openid-configuration'

function checkIssuer(issuer: unknown): void {
  if (typeof issuer !== 'string' || !isSecureUrl(issuer) || /[?#]/.test(issuer)) {
    throw new TypeError(
      'issuer must be an https address as text, without query; http is for the loopback interface only.',
    )
  }
  if (issuer.endsWith(`/${discoveryPath}`)) {
    throw new TypeError(`issuer must be the address without /${discoveryPath}.`)
  }
}

const optionRules: OptionRules<RelyingPartyOptions> = {
  issuer: 'any',
  clientId: 'string!',
  authentication: 'any',
  ports: 'any',
  metadata: 'object',
  cache: 'object',
  timeoutMs: 'any',
  userInfoHeader: ['authentication', 'authorization'],
  requireLogoutTokenType: 'boolean',
}

/**
 * Makes a client of the identity server, which every function of this package takes. It fetches
 * nothing yet.
 *
 * @throws TypeError when issuer is neither https nor plain http on the loopback interface, clientId,
 *   authentication or ports are missing, or timeoutMs is not a whole number from 1 to 2,147,483,647
 * @example
 * ```ts
 * import { createRelyingParty, webPorts } from '@merchant-edge/oidc'
 *
 * export const relyingParty = createRelyingParty({
 *   issuer: 'https://id.example',
 *   clientId: 'shop',
 *   authentication: { method: 'client_secret_basic', secret: 'from your secret store' },
 *   ports: webPorts,
 * })
 * ```
 */
export function createRelyingParty(options: RelyingPartyOptions): RelyingParty {
  checkOptions('createRelyingParty', options, optionRules)
  const { issuer, clientId, authentication, ports, cache, timeoutMs = 10_000 } = options
  checkIssuer(issuer)
  if (!clientId) throw new TypeError('clientId must be set.')
  if (!(ports instanceof Object)) throw new TypeError('ports must be set.')
  checkAuthentication(authentication)
  requireWhole('timeoutMs', timeoutMs, { to: maxTimerMs })
  const nowSeconds = (): number => Math.floor(ports.now() / 1000)
  const send = createSend({ ports, timeoutMs })
  const document = createRemoteDocument({
    url: `${withSlash(issuer)}${discoveryPath}`,
    read: (text) => readServerMetadata(text, issuer, options.metadata ?? {}),
    maxAgeSeconds: metadataSeconds,
    send,
    nowSeconds,
    cache,
  })
  let keys: { readonly url: string; readonly set: RemoteDocument<KeyFinder> } | undefined
  return {
    clientId,
    ports,
    nowSeconds,
    timeoutMs,
    userInfoHeader: options.userInfoHeader ?? 'authentication',
    requireLogoutTokenType: options.requireLogoutTokenType ?? false,
    isSecretFragile: isSecretFragile(authentication),
    clientAuth: clientAuth(authentication),
    send,
    metadata: () => document.get(),
    async keySet() {
      const url = (await document.get()).jwks_uri
      if (keys?.url !== url) {
        keys = {
          url,
          set: createRemoteDocument({
            url,
            read: readKeySet,
            maxAgeSeconds: keySetSeconds,
            send,
            nowSeconds,
            cache,
          }),
        }
      }
      return keys.set
    },
    client: () => ({
      client_id: clientId,
      id_token_signed_response_alg: 'RS256',
      // oauth4webapi reads the system time itself; this is the difference of our clock to it.
      [clockSkew]: nowSeconds() - Math.floor(Date.now() / 1000),
      [clockTolerance]: clockToleranceSeconds,
    }),
    requestOptions: (signal) => ({
      [customFetch]: (url, init) => {
        const { body, headers, method, signal: own } = init
        return send(url, { body, headers, method, signal: own ?? null })
      },
      [allowInsecureRequests]: issuer.startsWith('http:'),
      ...(signal && { signal }),
    }),
  }
}
