import { createCallbackGroup } from '@merchant-edge/orders/callbacks'
import { clock } from './runtime.ts'

/**
 * Of this isolate, not of a request: callbacks of the same moment share a batch, and other work of the isolate
 * gives way to it.
 */
export const callbackGroup = createCallbackGroup(clock)
