import type { ScriptedSignIn } from '../identity/authorization/scripted-sign-in.ts'
import type { NewClientInput } from '../identity/clients/client-registration.ts'
import type { ClientView, CreatedClient } from '../identity/clients/clients.ts'
import type { CustomerProfile, CustomerProfileChange } from '../identity/customer-profile.ts'
import type { ConformanceModule } from '../identity/faults/conformance-modules.ts'
import type { IdentityFault, NewIdentityFault } from '../identity/faults/fault-switches.ts'
import type { LoginSession } from '../identity/login-sessions.ts'
import type { LogoutNotification } from '../identity/logout/back-channel.ts'
import type { IdentityKey } from '../identity/signing-keys.ts'
import type { Grant } from '../identity/tokens/grants.ts'

/** The part of the control API that drives the identity server. */
export interface IdentityControl {
  signOnClients(): Promise<readonly ClientView[]>
  /** Registers a client; only this answer has its secret. */
  registerSignOnClient(client: NewClientInput): Promise<CreatedClient>
  removeSignOnClient(clientId: string): Promise<ClientView>
  customerProfile(walletId: string): Promise<CustomerProfile>
  changeCustomerProfile(walletId: string, change: CustomerProfileChange): Promise<CustomerProfile>
  /**
   * Signs a customer in and consents, as a browser would do with the URL of an authorization
   * request; `location` is the URL to which the browser is redirected.
   */
  signInCustomer(signIn: {
    readonly url: string
    /** The first seeded wallet when left out. */
    readonly walletId?: string
    /** Scopes to grant; all requested scopes when left out. */
    readonly scopes?: readonly string[]
  }): Promise<Exclude<ScriptedSignIn, { outcome: 'wallet_not_found' }>>
  signOnSessions(): Promise<readonly LoginSession[]>
  /** Ends a sign-in; clients are notified over the back channel. */
  endSignOnSession(sid: string): Promise<LoginSession>
  /** The journal of logout notifications, newest first. */
  logoutNotifications(): Promise<readonly LogoutNotification[]>
  grants(): Promise<readonly Grant[]>
  /** Revokes every code and token of a grant. */
  revokeGrant(grantId: string): Promise<Grant>
  /** Deletes every remembered consent. */
  forgetConsents(): Promise<void>
  signingKeys(): Promise<readonly IdentityKey[]>
  /** Creates a new signing key. The old keys stay in the key set unless `withdrawOld` is set. */
  rotateSigningKey(options?: { readonly withdrawOld?: boolean }): Promise<readonly IdentityKey[]>
  /** All available fault switches. */
  conformanceModules(): Promise<readonly ConformanceModule[]>
  identityFaults(): Promise<readonly IdentityFault[]>
  /** Sets a fault switch. */
  addIdentityFault(fault: NewIdentityFault): Promise<readonly IdentityFault[]>
  clearIdentityFaults(): Promise<void>
}
