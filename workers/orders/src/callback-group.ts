import { createCallbackGroup } from '@merchant-edge/orders/callbacks'
import { clock } from './runtime.ts'

/**
 * One per isolate, not per request: concurrent callbacks share a batch, and other work of the
 * isolate yields to it.
 */
export const callbackGroup = createCallbackGroup(clock)
