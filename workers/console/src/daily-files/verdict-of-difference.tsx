import type { DayDifference, OrderView } from '@merchant-edge/orders/api'
import {
  attemptStates,
  isDeniedByPerson,
  mayBeCorrected,
  refundStates,
} from '@merchant-edge/orders/states'
import { formatTime, type Language, writtenDay } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import {
  addressOfDifference,
  writePlace,
  type DifferencePlace,
} from '../verdicts/difference-place.ts'
import { orderMessages } from '../orders/messages.ts'
import { isOpenRefund } from '../orders/open-refund.ts'
import { VerdictChip } from './difference-table.tsx'
import { dailyFilesMessages } from './messages.ts'

/**
 * Address of the verdict form for the transaction of a difference, if its outcome is still open;
 * that verdict is preferred over one on the rows.
 */
function openVerdict(
  { ours, service }: DayDifference,
  order: OrderView | undefined,
): string | undefined {
  for (const one of ours) {
    if (one.kind === 'transfer' && one.state === 'unknown') return `/transfers/${one.id}/verdict`
    if (one.kind === 'payment' && attemptStates[one.state].settleable) {
      return `/orders/${one.orderId}/attempts/${one.id}/verdict`
    }
    if (one.kind === 'refund') {
      const refund = order?.refunds.find(({ id }) => id === one.id)
      const isOpen = refund === undefined ? refundStates[one.state].open : isOpenRefund(refund)
      if (!isOpen) continue
      return `/orders/${one.orderId}/refunds/${one.id}/verdict`
    }
  }
  const disputed = order?.disputedPayments.find(
    ({ transactionId, state }) =>
      state === 'open' && service.some(({ serviceCode }) => serviceCode === transactionId),
  )
  return disputed === undefined || order === undefined
    ? undefined
    : `/orders/${order.id}/payments/${encodeURIComponent(disputed.transactionId)}/verdict`
}

/**
 * The form that corrects the outcome of a payment or a refund that the service's file names, and
 * that counts as not paid or not returned.
 */
function correctionOf(
  { ours, service }: DayDifference,
  order: OrderView | undefined,
  language: Language,
): { readonly notice: string; readonly link: string; readonly address: string } | undefined {
  if (service.length === 0 || order === undefined) return undefined
  const isMeant = (what: 'payment' | 'refund', named: string) =>
    ours.some(({ kind, id }) => kind === what && id === named)
  const { correctFirst, correctRefundFirst } = dailyFilesMessages[language]
  const { correct, correctRefund } = orderMessages[language]
  const attempt = order.attempts.find(
    (one) => mayBeCorrected(one) && isMeant('payment', one.reference),
  )
  if (attempt !== undefined) {
    const address = `/orders/${order.id}/attempts/${attempt.reference}/correction`
    return { notice: correctFirst, link: correct, address }
  }
  const refund = order.refunds.find((one) => isDeniedByPerson(one) && isMeant('refund', one.id))
  if (refund === undefined) return undefined
  const address = `/orders/${order.id}/refunds/${refund.id}/correction`
  return { notice: correctRefundFirst, link: correctRefund, address }
}

/** The verdict on a difference, or the link to decide it. */
export function VerdictOfDifference({
  c,
  place,
  difference,
  order,
}: {
  readonly c: ConsoleContext
  readonly place: DifferencePlace
  readonly difference: DayDifference
  readonly order: OrderView | undefined
}) {
  const { language, operator } = c.var
  const messages = dailyFilesMessages[language]
  const { verdict, earlierVerdict, cleared } = difference
  const isUndecided = verdict === undefined && cleared === undefined
  const open = openVerdict(difference, order)
  const correction = open === undefined ? correctionOf(difference, order, language) : undefined
  const query = new URLSearchParams({ difference: writePlace(place) })
  return (
    <section class="card">
      <h2>{messages.verdict}</h2>
      <p>
        <VerdictChip c={c} difference={difference} />
      </p>
      {verdict !== undefined && (
        <Facts
          rows={[
            [messages.decidedAt, formatTime(verdict.at, language, 'second')],
            [messages.why, verdict.reason === '' ? undefined : verdict.reason],
          ]}
        />
      )}
      {verdict === undefined && cleared !== undefined && (
        <p>{messages.clearedText(cleared.status, writtenDay(cleared.on))}</p>
      )}
      {isUndecided && earlierVerdict !== undefined && (
        <p class="notice warn">
          {messages.earlier(
            earlierVerdict.staffId,
            messages.verdictChoices[earlierVerdict.verdict][0],
            formatTime(earlierVerdict.at, language, 'minute'),
          )}
        </p>
      )}
      {isUndecided && open !== undefined && <p>{messages.openFirst}</p>}
      {isUndecided && correction !== undefined && <p>{correction.notice}</p>}
      {isUndecided && operator.role === 'money' && (
        <p class="actions">
          {open !== undefined && (
            <a class="button main" href={`${open}?${query.toString()}`}>
              {messages.settleOutcome}
            </a>
          )}
          {correction !== undefined && (
            <a class="button" href={`${correction.address}?${query.toString()}`}>
              {correction.link}
            </a>
          )}
          <a
            class={open === undefined ? 'button main' : 'button'}
            href={`${addressOfDifference(place)}/verdict`}
          >
            {messages.decide}
          </a>
        </p>
      )}
    </section>
  )
}
