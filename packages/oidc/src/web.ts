export { createSignOnWeb, type RegisteredAddresses, type SignOnWeb } from './web/sign-on-web.ts'
export type { SignInDemands, SignOnWebOptions } from './web/web-options.ts'
export type { RequestSession } from './web/request-session.ts'
export { createUserInfoProxy, type UserInfoProxyOptions } from './web/user-info-proxy.ts'
