import * as v from 'valibot'
import { runAtomically } from '../database/run-atomically.ts'
import { findOrderRow, type OrderRow } from '../orders/orders.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { sendDueCallbacks } from './callback-sender.ts'
import { callbackSwitches, callbacksWithoutFaults } from '../settings/callback-switches.ts'
import { deliveriesOf, signedParameters, storeDeliveries } from './plan-callbacks.ts'

/** A callback to send on demand, with parameters and switches of its own. */
export const resendRequest = v.strictObject({
  switches: v.optional(callbackSwitches),
  /**
   * Parameters that replace those of the order after signing, so a changed parameter makes the
   * signature invalid. For an order that is not paid, they invent the whole payment.
   */
  parameters: v.optional(v.record(v.string(), v.string())),
})

/** A callback to send on demand. */
export interface ResendRequest extends v.InferOutput<typeof resendRequest> {}

/** Input for a callback to send on demand; switches that are left out are off. */
export interface ResendRequestInput extends v.InferInput<typeof resendRequest> {}

function withInventedPayment(row: OrderRow): OrderRow {
  const transactionId = row.transactionId ?? randomDigits(20)
  return row.paidAt === null ? { ...row, transactionId, paidVnd: row.amountVnd } : row
}

/**
 * Sends the callback of an order at once; can be repeated. It works for an unpaid order too, with a
 * valid signature, to test how a receiver handles a payment that the service denies.
 */
export async function resendCallback(
  sandbox: Sandbox,
  orderId: string,
  request: ResendRequest,
): Promise<void> {
  const row = await findOrderRow(sandbox.database, orderId)
  if (row === undefined) return
  const switches = request.switches ?? callbacksWithoutFaults
  const order = withInventedPayment(row)
  const signed = await signedParameters(sandbox, order, switches)
  const parameters = { ...signed, ...request.parameters }
  const deliveries = deliveriesOf(sandbox, order, { parameters, switches }).map((delivery) =>
    delivery.kind === 'callback' ? { ...delivery, kind: 'resent' as const } : delivery,
  )
  await runAtomically(sandbox.database, storeDeliveries(sandbox, deliveries))
  await sendDueCallbacks(sandbox)
}
