import type { RefundView } from '@merchant-edge/orders/api'
import { orderStates } from '@merchant-edge/orders/states'
import { formatTime, formatVnd } from '@merchant-edge/pages'
import { DifferencesAbout } from '../daily-files/differences-about.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { orderMessages } from './messages.ts'
import { isOpenRefund } from './open-refund.ts'
import { Attempts, Decide, DisputedPayments, Refunds } from './payments-of-order.tsx'
import type { OrderProps, ShownOrder } from './shown-order.ts'
import { ServiceCalls } from './service-calls.tsx'
import { OrderStateChip } from './states.tsx'
import { Timeline } from './timeline.tsx'
import { Alerts, Callbacks, Events } from './traces-of-order.tsx'
import { mayNeedDenial } from './may-need-denial.ts'

function Summary({ c, shown: { order } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  return (
    <section class="card">
      <p class="amount">{formatVnd(order.amountVnd, language)}</p>
      <p>
        <OrderStateChip state={order.state} language={language} />
      </p>
      <Facts
        rows={[
          [messages.description, order.description === '' ? undefined : order.description],
          [messages.created, formatTime(order.createdAt, language, 'second')],
          [messages.expires, formatTime(order.expiresAt, language, 'second')],
          [messages.store, order.storeCode],
          [messages.terminal, order.posCode],
          [messages.customer, order.linkedCustomerId],
        ]}
      />
    </section>
  )
}

function Payment({ c, shown: { order } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  const { payment, refunded, returned } = order
  const underWay = { vnd: refunded.vnd - returned.vnd, points: refunded.points - returned.points }
  return (
    <section class="card">
      <h2>{messages.payment}</h2>
      {payment === undefined ? (
        <p class="soft">
          {messages.noPayment}{' '}
          {mayNeedDenial(order, c.var.now) && (
            <Decide c={c} href={`/orders/${order.id}/unconfirmed-payment/verdict`} />
          )}
        </p>
      ) : (
        <Facts
          rows={[
            [messages.paidSum, sumOf(payment, language)],
            [messages.confirmed, formatTime(payment.confirmedAt, language, 'second')],
            [messages.transaction, <code>{payment.transactionId}</code>],
            [
              messages.serviceOrder,
              payment.serviceOrderId === undefined ? undefined : (
                <code>{payment.serviceOrderId}</code>
              ),
            ],
            [messages.returned, sumOf(returned, language)],
            [
              messages.beingReturned,
              underWay.vnd + underWay.points > 0 ? sumOf(underWay, language) : undefined,
            ],
            [
              messages.left,
              sumOf(
                { vnd: payment.vnd - refunded.vnd, points: payment.points - refunded.points },
                language,
              ),
            ],
          ]}
        />
      )}
    </section>
  )
}

/** Whether a refund of an order's payments is still possible. */
function hasMoneyToReturn({ payment, refunded, disputedPayments }: ShownOrder['order']): boolean {
  const isLeft =
    payment !== undefined && payment.vnd + payment.points > refunded.vnd + refunded.points
  return isLeft || disputedPayments.some(({ state }) => state === 'open')
}

function Actions({ c, shown: { order } }: OrderProps) {
  if (c.var.operator.role !== 'money' || !hasMoneyToReturn(order)) return <></>
  const messages = orderMessages[c.var.language]
  return (
    <section class="card screen-only">
      <h2>{messages.actions}</h2>
      <a class="button main" href={`/orders/${order.id}/refund`}>
        {messages.returnMoney}
      </a>
    </section>
  )
}

/** The tone of the notice about a refund: warning while its outcome, or a half of it, is open. */
function toneOf({ state }: RefundView): 'good' | 'bad' | 'warn' {
  if (state === 'refunded') return 'good'
  return state === 'refused' ? 'bad' : 'warn'
}

/** The result of the refund in the address, which the operator has just requested. */
function RefundNotice({ c, shown: { order } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  const refund = order.refunds.find(({ id }) => id === c.req.query('refund'))
  if (refund === undefined) return <></>
  return (
    <p class={`notice ${toneOf(refund)}`} role="status">
      {messages.refund} {sumOf(refund, language)}: {messages.refundStates[refund.state]}.
    </p>
  )
}

/** Whether a payment or a refund of an order is under way. */
function isWaiting({ state, refunds }: ShownOrder['order']): boolean {
  return (
    orderStates[state].payable ||
    state === 'paid_unverified' ||
    refunds.some((refund) => isOpenRefund(refund))
  )
}

/** Shows the page of an order. */
export function showOrder(c: ConsoleContext, shown: ShownOrder): Response | Promise<Response> {
  const { language } = c.var
  const messages = orderMessages[language]
  const { order } = shown
  return showPage(c, {
    title: `${messages.order} ${order.id}`,
    isLive: isWaiting(order),
    content: (
      <>
        <RefundNotice c={c} shown={shown} />
        <div class="columns">
          <div>
            <Summary c={c} shown={shown} />
            <Actions c={c} shown={shown} />
          </div>
          <Payment c={c} shown={shown} />
        </div>
        <Alerts c={c} shown={shown} />
        <DifferencesAbout c={c} differences={shown.differences} />
        <DisputedPayments c={c} shown={shown} />
        <Refunds c={c} shown={shown} />
        <section class="card">
          <h2>{messages.timeline}</h2>
          <p class="soft">{messages.timelineText}</p>
          <Timeline entries={order.timeline} language={language} />
        </section>
        <ServiceCalls c={c} calls={shown.serviceCalls} order={order} />
        <Attempts c={c} shown={shown} />
        <Callbacks c={c} shown={shown} />
        <Events c={c} shown={shown} />
      </>
    ),
  })
}
