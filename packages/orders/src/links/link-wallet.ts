import { checkArguments } from '@merchant-edge/signing/options'
import { alertUnlessRaised } from '../alerts/alerts.ts'
import { checkContext } from '../check-context.ts'
import { transact } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import { newReference } from '../references/reference.ts'
import type { RequestedLink } from '../service/linked-port.ts'
import { isAllowedPaymentUrl } from '../service/payment-url.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { callOnce } from '../service-calls/call-service.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { linkStates } from '../states/link-state.ts'
import { checkLink } from './check-link.ts'
import { linkCallbackUrls } from './link-callback.ts'
import type { LinkOutcome } from './links-api.ts'
import { withReadableToken } from './link-token.ts'
import { linkView, readActiveLink, readLink, requireCustomerId, type LinkRow } from './read-link.ts'
import {
  endLinkRequest,
  recordLinkRequested,
  requestLeaseMs,
  reserveLink,
  type LinkToWrite,
} from './record-link-request.ts'

/** Stores an answer; storing it again changes nothing. */
async function applyAnswer(
  context: OrdersContext,
  link: LinkToWrite,
  answer: PortAnswer<RequestedLink>,
): Promise<LinkOutcome> {
  if (answer.outcome === 'accepted') {
    const { webUrl } = answer.data
    if (!isAllowedPaymentUrl(webUrl, context.paymentOrigins)) {
      const data = { why: 'link page on a foreign origin' }
      await endLinkRequest(context, link, { kind: 'link.refused', evidence: 'own record', data })
      const alert = {
        kind: 'link_page_refused',
        subject: link.id,
        atMs: context.now(),
        data,
      } as const
      await transact(context, alertUnlessRaised(alert))
      return { outcome: 'unknown', message: 'The service named a link page on a foreign origin.' }
    }
    await recordLinkRequested(context, link, answer.data)
    const row = await readLink(context, link.id)
    return row === undefined ? { outcome: 'busy' } : outcomeOf(row)
  }
  if (answer.outcome === 'refused' && answer.applied === 'no') {
    const { code, reason, remedy } = answer
    const data = { code, reason }
    await endLinkRequest(context, link, {
      kind: 'link.refused',
      evidence: 'answer of the service',
      data,
    })
    return { outcome: 'refused', code, reason, remedy }
  }
  if (answer.outcome === 'not_sent') {
    const reason = 'not_sent'
    await endLinkRequest(context, link, {
      kind: 'link.refused',
      evidence: 'own record',
      data: { reason },
    })
    return { outcome: 'refused', code: 0, reason, remedy: answer.message }
  }
  // The request stays stored: its callback may still report a link that the answer did not name.
  const message =
    answer.outcome === 'refused' || answer.outcome === 'unlisted'
      ? `The service answered ${answer.code}; whether there is a link is not known.`
      : answer.message
  return { outcome: 'unknown', message }
}

function outcomeOf(row: LinkRow): LinkOutcome {
  if (row.state === 'linked') return { outcome: 'linked', link: linkView(row) }
  if (row.state === 'requested' && row.webUrl !== null) {
    return { outcome: 'requested', link: linkView(row) }
  }
  return { outcome: 'busy' }
}

/**
 * Checks an active link: a pending one may be linked by now; the token of a linked one may no
 * longer be decryptable.
 */
function checkActiveLink(context: OrdersContext, link: LinkRow): Promise<LinkRow> {
  return link.state === 'requested' ? checkLink(context, link) : withReadableToken(context, link)
}

/**
 * Asks the service to link the wallet of a customer. The request is stored before the call; while
 * it is pending, the same page is returned again.
 *
 * @throws TypeError when the id is out of its range
 * @see Specification 4.11
 *
 * @example
 * ```ts
 * import { linkWallet, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function linkPage(context: OrdersContext, customerId: string): Promise<string | undefined> {
 *   const outcome = await linkWallet(context, customerId)
 *   return outcome.outcome === 'requested' ? outcome.link.webUrl : undefined
 * }
 * ```
 */
export async function linkWallet(context: OrdersContext, customerId: string): Promise<LinkOutcome> {
  checkContext('linkWallet', context)
  checkArguments('linkWallet', {}, { customerId })
  requireCustomerId(customerId)
  if (context.linkSecret === undefined) {
    const remedy = 'Set LINK_SECRET of the orders Worker: tokens of wallets are sealed under it.'
    return { outcome: 'refused', code: 0, reason: 'not_configured', remedy }
  }
  const active = await readActiveLink(context, customerId)
  const known = active === undefined ? undefined : await checkActiveLink(context, active)
  if (known !== undefined && linkStates[known.state].active) return outcomeOf(known)
  const id = newReference(customerId, context.random)
  const leaseUntilMs = context.now() + requestLeaseMs
  const link = { id, customerId, leaseUntilMs }
  if (!(await reserveLink(context, link))) return { outcome: 'busy' }
  const [callbackUrl] = await linkCallbackUrls(context, link.id)
  const subject = { linkId: link.id, reference: link.id, endpoint: 'linkWallet' } as const
  const called = await callOnce(context, { subject, leaseUntilMs }, () =>
    context.port.linkWallet({ customerId, callbackUrl }),
  )
  const [outcome] = await Promise.all([
    // Nothing else names the page on which the customer confirms.
    retryWrite(context, () => applyAnswer(context, link, called.answer)),
    storeCall(context, called),
  ])
  return outcome
}
