export {
  callbackToken,
  readCallbackToken,
  type CallbackBinding,
} from '../references/callback-token.ts'
export { callbackMessage, readCallbackMessage, type CallbackMessage } from './callback-message.ts'
export type { CallbackRecord, RecordOutcome } from './verified-callback.ts'
export { createCallbackGroup, type CallbackGroup } from './callback-group.ts'
export { callbackKey, recordCallbacks, type WriteCallbacks } from './record-callback.ts'
