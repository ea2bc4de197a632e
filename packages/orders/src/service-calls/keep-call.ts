import { sql } from 'drizzle-orm'
import { serviceCalls } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { insert, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import type { ServiceCall } from './call-service.ts'

/** Calls that are kept of an order; the newest takes the place of the oldest. */
export const callsKept = 50

const requestIdMax = 255
/** A name, such as that of a refusal or of a state: no text of the service is kept. */
const nameForm = /^[\w-]{1,64}$/

function nameIn(said: string | undefined): string | null {
  return said !== undefined && nameForm.test(said) ? said : null
}

function codeOf(answer: PortAnswer<unknown>): number | null {
  return 'code' in answer ? answer.code : null
}

function keptCall(call: ServiceCall, said: string | undefined): Transition {
  const { orderId, reference, endpoint, atMs, durationMs } = call
  const { answer } = call
  const { failure, httpStatus, requestId, requests } = answer.trace ?? {}
  const reason = answer.outcome === 'refused' ? answer.reason : undefined
  const id = requestId?.slice(0, requestIdMax) ?? null
  const number = sql`(SELECT coalesce(max(number), 0) + 1 FROM ${serviceCalls} WHERE order_id = ${orderId})`
  return {
    decide: insert(serviceCalls, {
      values: {
        orderId,
        reference,
        endpoint,
        atMs,
        durationMs,
        key: sql`${orderId} || ':' || (${number} % ${callsKept})`,
        number,
        outcome: answer.outcome,
        code: codeOf(answer),
        said: nameIn(said ?? reason),
        failure: failure ?? null,
        httpStatus: httpStatus ?? null,
        requestId: id,
        requests: requests ?? null,
      },
      // A write that seems to have failed may have landed, and is made again.
      where: sql`NOT EXISTS (SELECT 1 FROM ${serviceCalls} WHERE order_id = ${orderId}
        AND at_ms = ${atMs} AND endpoint = ${endpoint} AND reference = ${reference} AND request_id IS ${id})`,
      replaces: { same: serviceCalls.key, when: sql`TRUE` },
    }),
  }
}

/**
 * Keeps a call to the service with its answer, beside what follows from it. What follows never waits for this, and does
 * not fail with it: that a call was not kept is a line of the log.
 *
 * @param said what an accepted answer tells of the payment, such as `PROCESSING`
 */
export async function keepCall(
  context: OrdersContext,
  call: ServiceCall,
  said?: string,
): Promise<void> {
  try {
    await transact(context, keptCall(call, said))
  } catch {
    const { orderId, reference, endpoint } = call
    context.log?.({
      code: 'service_call_not_kept',
      order_id: orderId,
      reference,
      endpoint,
      outcome: call.answer.outcome,
    })
  }
}
