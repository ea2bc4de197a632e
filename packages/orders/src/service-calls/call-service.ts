import { answerOf, type PortAnswer } from '../service/port-answer.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { CalledEndpoint } from './service-calls-api.ts'

/** The subject of a call to the service. */
export type CallSubject = (
  | { readonly orderId: string }
  /** The shop's own id of a transfer. */
  | { readonly transferId: string }
  /** Our id of a link. */
  | { readonly linkId: string }
) & {
  /** Reference of an attempt or of a transfer, id of a refund or of a link. */
  readonly reference: string
  readonly endpoint: CalledEndpoint
}

/** A call to the service that has ended, with its answer or the lack of one. */
export interface ServiceCall<Data = unknown> {
  readonly subject: CallSubject
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number
  readonly durationMs: number
  readonly answer: PortAnswer<Data>
}

/** Makes a call to the service and measures its duration. It stores nothing; `storeCall` does. */
export async function callService<Data>(
  context: Pick<OrdersContext, 'now'>,
  subject: CallSubject,
  call: () => Promise<PortAnswer<Data>>,
): Promise<ServiceCall<Data>> {
  const atMs = context.now()
  const answer = await answerOf(call)
  return { subject, atMs, durationMs: Math.max(0, context.now() - atMs), answer }
}

/**
 * {@link callService} for a call that is not made once its lease is over. From then on its outcome
 * counts as unknown: a person may have said that no money has moved, or the customer may have begun
 * anew.
 *
 * @param once.leaseUntilMs end of the lease, in milliseconds since 1970
 */
export function callOnce<Data>(
  context: Pick<OrdersContext, 'now'>,
  once: { readonly subject: CallSubject; readonly leaseUntilMs: number },
  call: () => Promise<PortAnswer<Data>>,
): Promise<ServiceCall<Data>> {
  const { subject, leaseUntilMs } = once
  if (context.now() < leaseUntilMs) return callService(context, subject, call)
  const message =
    'The request was not sent, because storing it took longer than the time of its call. Look for a slow database, and request it again.'
  return callService(context, subject, async () => ({ outcome: 'not_sent', message }))
}
