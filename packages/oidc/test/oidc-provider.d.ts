declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The parts of oidc-provider that the tests use. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): RequestListener
  }
}
