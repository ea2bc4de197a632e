export {
  callbackToken,
  readCallbackToken,
  sampleBinding,
  type CallbackBinding,
} from '../references/callback-token.ts'
export type { CallbackRecord, RecordOutcome } from './callback-record.ts'
export { createCallbackGroup, type CallbackGroup } from './callback-group.ts'
export { callbackKey, recordCallbacks, type WriteCallbacks } from './record-callback.ts'
