import type { OrdersContext } from '../orders-context.ts'
import type { CheckedLink } from '../service/linked-port.ts'
import { isUnprocessed, type PortAnswer } from '../service/port-answer.ts'
import { callService } from '../service-calls/call-service.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { linkCallbackUrls } from './link-callback.ts'
import type { Undecided } from './query-again.ts'
import type { LinkRow } from './read-link.ts'

/** The service's data about a link that the customer has confirmed. */
export type ConfirmedLink = CheckedLink & { readonly userToken: string }

/**
 * Whether an answer is about another link than the one that was asked about. It says nothing about
 * that one.
 */
export function isAboutAnother(answer: PortAnswer<CheckedLink>, linkId: string): boolean {
  return answer.outcome === 'accepted' && (answer.data.linkId ?? linkId) !== linkId
}

/** The link in an answer, if the customer has confirmed it. */
export function confirmedIn(answer: PortAnswer<CheckedLink>): ConfirmedLink | undefined {
  if (answer.outcome !== 'accepted') return undefined
  const { userToken = '' } = answer.data
  return userToken === '' ? undefined : { ...answer.data, userToken }
}

function statusIn(answer: PortAnswer<CheckedLink>, linkId: string): string | undefined {
  if (answer.outcome !== 'accepted') return undefined
  if (isAboutAnother(answer, linkId)) return 'another_link'
  return confirmedIn(answer) === undefined ? 'not_confirmed' : 'confirmed'
}

/** Queries the service about a link, signed over one address; the call is stored. */
async function queryLink(
  context: OrdersContext,
  { id, customerId }: LinkRow,
  query: { readonly linkId: string; readonly callbackUrl: string },
): Promise<PortAnswer<CheckedLink>> {
  const subject = { linkId: id, reference: id, endpoint: 'checkWalletLink' } as const
  const call = await callService(context, subject, () =>
    context.port.checkLink({ customerId, ...query }),
  )
  await storeCall(context, call, statusIn(call.answer, query.linkId))
  return call.answer
}

/**
 * Queries the service about a link. The query is signed over the callback address of the request,
 * which may have been made with the previous secret.
 */
export async function askAboutLink(
  context: OrdersContext,
  link: LinkRow,
  linkId: string,
): Promise<PortAnswer<CheckedLink>> {
  const [callbackUrl, ...previous] = await linkCallbackUrls(context, link.id)
  let answer = await queryLink(context, link, { linkId, callbackUrl })
  for (const address of previous) {
    // An error of the service may be its answer to the right address.
    if (answer.outcome !== 'refused' || answer.applied === 'maybe') break
    answer = await queryLink(context, link, { linkId, callbackUrl: address })
  }
  return answer
}

/**
 * Why an answer does not say whether the customer has confirmed the link: an error of the service,
 * an answer about another link, or none. `undefined` when it says so.
 */
export function whyUndecided(
  answer: PortAnswer<CheckedLink>,
  linkId: string,
): Undecided | undefined {
  if (isAboutAnother(answer, linkId)) return { why: 'answer about another link', mayGiveUp: true }
  if (answer.outcome === 'accepted') return undefined
  const mayGiveUp = !isUnprocessed(answer)
  if (answer.outcome !== 'refused') return { why: answer.outcome, mayGiveUp }
  if (answer.applied === 'no' && mayGiveUp) return undefined
  return { why: `${answer.code} ${answer.reason}`, mayGiveUp }
}
