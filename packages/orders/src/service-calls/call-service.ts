import { answerOf, type PortAnswer } from '../service/port-answer.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { CalledEndpoint } from './service-calls-api.ts'

/** What a call to the service is about. */
export interface CallSubject {
  readonly orderId: string
  /** Reference of an attempt, or id of a refund. */
  readonly reference: string
  readonly endpoint: CalledEndpoint
}

/** A call that has ended. */
export interface ServiceCall<Data = unknown> extends CallSubject {
  /** When it began. */
  readonly atMs: number
  readonly durationMs: number
  readonly answer: PortAnswer<Data>
}

/** Makes a call to the service about an order and takes its time. It writes nothing: `keepCall` does. */
export async function callService<Data>(
  context: Pick<OrdersContext, 'now'>,
  subject: CallSubject,
  call: () => Promise<PortAnswer<Data>>,
): Promise<ServiceCall<Data>> {
  const atMs = context.now()
  const answer = await answerOf(call)
  return { ...subject, atMs, durationMs: Math.max(0, context.now() - atMs), answer }
}
