import type { Sandbox } from '../sandbox.ts'
import type { IdentityRules } from '../settings/identity-rules.ts'
import { behaviours, type IdentityBehaviour } from './behaviour.ts'

/** The identity server as one request sees it. */
export interface IdentityServer {
  readonly sandbox: Sandbox
  /** Value of `iss` in everything that is signed. */
  readonly issuer: string
  readonly rules: IdentityRules
  /** What its profile and its rules make of it. */
  readonly behaviour: IdentityBehaviour
  /** Address of a path of this server. */
  readonly urlOf: (path: string) => string
}

/** The identity server under the rules of a sandbox. */
export function identityServer(sandbox: Sandbox): IdentityServer {
  const rules = sandbox.settings.rules.identity
  const ofProfile = behaviours[rules.profile]
  return {
    sandbox,
    issuer: `${sandbox.url}${ofProfile.issuerHasSlash ? '/' : ''}`,
    rules,
    behaviour: {
      ...ofProfile,
      requiresPkce: rules.requirePkce ?? ofProfile.requiresPkce,
      refreshReuse: rules.refreshReuse ?? ofProfile.refreshReuse,
      readsAuthorization: rules.userInfoAuthorization ?? ofProfile.readsAuthorization,
    },
    urlOf: (path) => sandbox.url + path,
  }
}
