export { call, callAny, type CallOptions } from './call.ts'
export {
  createClient,
  type BodySignatureEncoding,
  type Client,
  type ClientOptions,
  type FetchLike,
} from './client.ts'
export type {
  Accepted,
  AcceptedAs,
  Answer,
  AnswerDetails,
  AnswerOf,
  AnyAnswer,
  Refused,
  RefusedAs,
  RefusedBy,
  RefusedInCommon,
  RefusalRows,
  Unlisted,
} from './answer/answer.ts'
export { orThrow } from './answer/or-throw.ts'
export {
  AbortedError,
  KeyInvalidError,
  NetworkError,
  RefusedError,
  ResponseInvalidError,
  TimeoutError,
  UnlistedError,
  WalletError,
  type AnyWalletError,
  type WalletErrorDetails,
} from './answer/wallet-error.ts'
export type { ClientHooks, RequestEvent, ResponseEvent, RetryEvent } from './client-hooks.ts'
