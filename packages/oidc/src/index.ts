export {
  createRelyingParty,
  type RelyingParty,
  type RelyingPartyOptions,
} from './relying-party/relying-party.ts'
export type { ClientAuthentication } from './relying-party/client-authentication.ts'
export { webPorts, type SignOnPorts } from './relying-party/ports.ts'
export type { CachedDocument, DocumentCache } from './relying-party/remote-document.ts'
export type { ServerMetadata } from './relying-party/server-metadata.ts'
export { startSignIn, type SignInRequest, type StartedSignIn } from './sign-in/start-sign-in.ts'
export { completeSignIn, type SignInCallback } from './sign-in/complete-sign-in.ts'
export { readTransaction, type SignInTransaction } from './sign-in/transaction.ts'
export { readReturnTo } from './sign-in/return-to.ts'
export type { SignedIn, SignedInIdentity, TokenSet } from './sign-in/token-set.ts'
export { refreshTokens, type RefreshRequest } from './tokens/refresh-tokens.ts'
export { revokeTokens } from './tokens/revoke-tokens.ts'
export { fetchWalletUser } from './user-info/wallet-user.ts'
export { fetchStandardClaims } from './user-info/standard-claims.ts'
export type { UserInfoRequest } from './user-info/user-info-request.ts'
export type { IdentityDocument, WalletUser, WalletUserAddress } from './user-info/wallet-user.ts'
export {
  createTokenCheck,
  type TokenCheck,
  type TokenCheckOptions,
} from './user-info/token-check.ts'
export {
  checkSignedOut,
  startSignOut,
  type SignOutRequest,
  type StartedSignOut,
} from './sign-out/start-sign-out.ts'
export { verifyLogoutToken, type LogoutNotice } from './sign-out/verify-logout-token.ts'
export {
  readFrontChannelNotice,
  type FrontChannelNotice,
} from './sign-out/read-front-channel-notice.ts'
export {
  isSignOnFailure,
  SignOnError,
  type AttackFailure,
  type MisconfiguredFailure,
  type ReauthenticateFailure,
  type RetryableFailure,
  type SignOnErrorFacts,
  type SignOnFailure,
} from './failure/sign-on-error.ts'
export type { SignOnFailureKind, SignOnReason } from './failure/reasons.ts'
