import type { CallbackRecord } from './verified-callback.ts'

/**
 * A callback on its way from the ipn Worker to the order store. It is flat: objects inside of it would
 * make the hop half as long again.
 */
export interface CallbackMessage {
  /** Our reference and amount in VND, proven by the callback's path; absent without them. */
  readonly reference?: string
  readonly amountVnd?: number
  /** The signed fields, verified. */
  readonly payStatus: string
  readonly transactionId: string
  readonly orderId: string
  /** The unsigned fields, as the text of a query. */
  readonly unsignedFields: string
  /** Id of the public key that verified the signature. */
  readonly keyId: string
}

/** Writes a verified callback for {@link OrdersApi.record}. */
export function callbackMessage(callback: CallbackRecord): CallbackMessage {
  const { reference, amountVnd, signed, unsignedFields, keyId } = callback
  return {
    ...(reference !== undefined && { reference }),
    ...(amountVnd !== undefined && { amountVnd }),
    payStatus: signed.pay_status,
    transactionId: signed.transaction_id,
    orderId: signed.order_id,
    unsignedFields: new URLSearchParams(unsignedFields).toString(),
    keyId,
  }
}

/** The callback that a message carries. */
export function readCallbackMessage(message: CallbackMessage): CallbackRecord {
  const { reference, amountVnd, payStatus, transactionId, orderId, unsignedFields, keyId } = message
  return {
    ...(reference !== undefined && { reference }),
    ...(amountVnd !== undefined && { amountVnd }),
    signed: { pay_status: payStatus, transaction_id: transactionId, order_id: orderId },
    unsignedFields: Object.fromEntries(new URLSearchParams(unsignedFields)),
    keyId,
  }
}
