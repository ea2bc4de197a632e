import type { PlayedSignIn } from '../identity/authorization/play-customer.ts'
import type { NewClientInput } from '../identity/clients/client-registration.ts'
import type { ClientView, CreatedClient } from '../identity/clients/clients.ts'
import type { ConformanceModule } from '../identity/faults/conformance-modules.ts'
import type { IdentityFault, NewIdentityFault } from '../identity/faults/fault-switches.ts'
import type { IdentityKey } from '../identity/keys/signing-keys.ts'
import type { LogoutNotification } from '../identity/logout/notifications.ts'
import type {
  CustomerProfile,
  CustomerProfileChange,
} from '../identity/profile/customer-profile.ts'
import type { LoginSession } from '../identity/sessions/login-sessions.ts'
import type { Grant } from '../identity/tokens/grants.ts'

/** The part of the control API that drives the identity server. */
export interface IdentityControl {
  signOnClients(): Promise<readonly ClientView[]>
  /** Registers a client; its secret is in the answer, this once. */
  registerSignOnClient(client: NewClientInput): Promise<CreatedClient>
  removeSignOnClient(clientId: string): Promise<ClientView>
  customerProfile(walletId: string): Promise<CustomerProfile>
  changeCustomerProfile(walletId: string, change: CustomerProfileChange): Promise<CustomerProfile>
  /**
   * Signs a customer in and consents, as a browser would do with the address of an authorization
   * request; `location` is where the browser goes next.
   */
  signInCustomer(signIn: {
    readonly url: string
    /** The first seeded wallet when left out. */
    readonly walletId?: string
    /** Scopes to grant; all that are asked for when left out. */
    readonly scopes?: readonly string[]
  }): Promise<Exclude<PlayedSignIn, { outcome: 'wallet_not_found' }>>
  signOnSessions(): Promise<readonly LoginSession[]>
  /** Ends a sign-in; clients are notified over the back channel. */
  endSignOnSession(sid: string): Promise<LoginSession>
  /** The journal of logout notifications, newest first. */
  logoutNotifications(): Promise<readonly LogoutNotification[]>
  grants(): Promise<readonly Grant[]>
  /** Ends every code and token of a grant. */
  revokeGrant(grantId: string): Promise<Grant>
  /** Forgets every remembered consent. */
  forgetConsents(): Promise<void>
  signingKeys(): Promise<readonly IdentityKey[]>
  /** Signs with a new key; the old ones stay in the key set unless they are withdrawn. */
  rotateSigningKey(options?: { readonly withdrawOld?: boolean }): Promise<readonly IdentityKey[]>
  /** Every fault switch that there is. */
  conformanceModules(): Promise<readonly ConformanceModule[]>
  identityFaults(): Promise<readonly IdentityFault[]>
  /** Sets a fault switch. */
  addIdentityFault(fault: NewIdentityFault): Promise<readonly IdentityFault[]>
  clearIdentityFaults(): Promise<void>
}
