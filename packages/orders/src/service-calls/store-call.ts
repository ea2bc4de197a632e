import { sql } from 'drizzle-orm'
import { serviceCalls } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { insert, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import type { CallSubject, ServiceCall } from './call-service.ts'
import type { CalledAbout } from './service-calls-api.ts'

/** Number of calls stored per order, transfer or link; the newest overwrites the oldest. */
export const callsKept = 50

const maxRequestIdChars = 255
/** A name, such as that of a refusal or a state: free texts of the service are not stored. */
const nameForm = /^[\w-]{1,64}$/

function nameIn(said: string | undefined): string | null {
  return said !== undefined && nameForm.test(said) ? said : null
}

function codeOf(answer: PortAnswer<unknown>): number | null {
  return 'code' in answer ? answer.code : null
}

function subjectOf(subject: CallSubject): { readonly about: CalledAbout; readonly id: string } {
  if ('orderId' in subject) return { about: 'order', id: subject.orderId }
  if ('transferId' in subject) return { about: 'transfer', id: subject.transferId }
  return { about: 'link', id: subject.linkId }
}

function keptCall(call: ServiceCall, said: string | undefined): Transition {
  const { subject, atMs, durationMs, answer } = call
  const { reference, endpoint } = subject
  const { about, id: subjectId } = subjectOf(subject)
  const { failure, httpStatus, requestId, requests } = answer.trace ?? {}
  const reason = answer.outcome === 'refused' ? answer.reason : undefined
  const keptRequestId = requestId?.slice(0, maxRequestIdChars) ?? null
  const ofSubject = sql`about = ${about} AND subject_id = ${subjectId}`
  const number = sql`(SELECT coalesce(max(number), 0) + 1 FROM ${serviceCalls} WHERE ${ofSubject})`
  return {
    decide: insert(serviceCalls, {
      values: {
        about,
        subjectId,
        reference,
        endpoint,
        atMs,
        durationMs,
        key: sql`${about} || ':' || ${subjectId} || ':' || (${number} % ${callsKept})`,
        number,
        outcome: answer.outcome,
        code: codeOf(answer),
        said: nameIn(said ?? reason),
        failure: failure ?? null,
        httpStatus: httpStatus ?? null,
        requestId: keptRequestId,
        requests: requests ?? null,
      },
      // A write that seems to have failed may have been committed, so it must be safe to retry.
      where: sql`NOT EXISTS (SELECT 1 FROM ${serviceCalls} WHERE ${ofSubject}
        AND at_ms = ${atMs} AND endpoint = ${endpoint} AND reference = ${reference} AND request_id IS ${keptRequestId})`,
      replaces: { same: serviceCalls.key, when: sql`TRUE` },
    }),
  }
}

/**
 * Stores a call to the service with its answer, independently of the actions that follow from it.
 * These neither wait for this write nor fail with it; a failed write is only logged.
 *
 * @param said state of the payment or link in an accepted answer, such as `PROCESSING`
 */
export async function storeCall(
  context: OrdersContext,
  call: ServiceCall,
  said?: string,
): Promise<void> {
  try {
    await transact(context, keptCall(call, said))
  } catch {
    const { about, id } = subjectOf(call.subject)
    const { reference, endpoint } = call.subject
    context.log?.({
      code: 'service_call_not_kept',
      [`${about}_id`]: id,
      reference,
      endpoint,
      outcome: call.answer.outcome,
    })
  }
}
