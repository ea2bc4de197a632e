import type { ClientView } from '../../identity/clients/clients.ts'
import type { ConformanceModule } from '../../identity/faults/conformance-modules.ts'
import type { IdentityFault } from '../../identity/faults/fault-switches.ts'
import type { IdentityKey } from '../../identity/keys/signing-keys.ts'
import type { LogoutNotification } from '../../identity/logout/notifications.ts'
import type { LoginSession } from '../../identity/sessions/login-sessions.ts'

/** Everything that the page about the identity server shows. */
export interface SignOnView {
  readonly issuer: string
  readonly discoveryUrl: string
  /** Name of the profile that is played. */
  readonly profile: string
  readonly sessions: readonly LoginSession[]
  /** Names of customers by their wallets. */
  readonly names: ReadonlyMap<string, string>
  /** Newest first. */
  readonly notifications: readonly LogoutNotification[]
  readonly keys: readonly IdentityKey[]
  readonly modules: readonly ConformanceModule[]
  readonly faults: readonly IdentityFault[]
  readonly clients: readonly ClientView[]
}
