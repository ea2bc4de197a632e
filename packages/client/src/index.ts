export { call, callAny, type CallOptions } from './call.ts'
export {
  createClient,
  type BodySignatureEncoding,
  type Client,
  type ClientOptions,
  type FetchLike,
} from './client.ts'
export type { Answer, AnswerOf, AnyAnswer } from './answer/answer.ts'
export { orThrow } from './answer/or-throw.ts'
export { WalletError } from './answer/wallet-error.ts'
