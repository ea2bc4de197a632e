import type { RefundView } from '@merchant-edge/orders/api'
import { attemptStates, isDeniedByPerson, mayBeCorrected } from '@merchant-edge/orders/states'
import { formatTime } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { RefusalText } from '../layout/facts/refusal-text.tsx'
import { sumOf } from '../layout/sum.ts'
import { disputeTitle } from '../runbook/alert-titles.ts'
import { orderMessages } from './messages.ts'
import { isOpenRefund } from './open-refund.ts'
import type { OrderProps } from './shown-order.ts'
import { AttemptStateChip, DisputedStateChip, RefundStateChip } from './states.tsx'
import { paymentNamedInstead } from './transaction-named-instead.ts'

/** The link to a verdict form, for operators who may give one. */
export function Decide({
  c,
  href,
  text = orderMessages[c.var.language].decide,
}: {
  readonly c: ConsoleContext
  readonly href: string
  readonly text?: string
}) {
  if (c.var.operator.role !== 'money') return <></>
  return (
    <a class="screen-only" href={href}>
      {text}
    </a>
  )
}

/** Attempts to pay an order. */
export function Attempts({ c, shown: { order } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  return (
    <section class="card">
      <h2>{messages.attempts}</h2>
      {order.attempts.length === 0 && <p class="soft">{messages.noAttempts}</p>}
      {order.attempts.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{messages.method}</th>
              <th scope="col">{messages.state}</th>
              <th scope="col">{messages.reference}</th>
              <th scope="col">{messages.at}</th>
            </tr>
          </thead>
          <tbody>
            {order.attempts.map((attempt) => (
              <tr>
                <td data-label={messages.method}>{messages.methods[attempt.method]}</td>
                <td data-label={messages.state}>
                  <span>
                    <AttemptStateChip state={attempt.state} language={language} />{' '}
                    {attemptStates[attempt.state].settleable && (
                      <Decide
                        c={c}
                        href={`/orders/${order.id}/attempts/${attempt.reference}/verdict`}
                      />
                    )}
                    {mayBeCorrected(attempt) && (
                      <Decide
                        c={c}
                        href={`/orders/${order.id}/attempts/${attempt.reference}/correction`}
                        text={messages.correct}
                      />
                    )}
                    {paymentNamedInstead(order, attempt) !== undefined && (
                      <Decide
                        c={c}
                        href={`/orders/${order.id}/attempts/${attempt.reference}/correction`}
                        text={messages.correctTransaction}
                      />
                    )}
                  </span>
                </td>
                <td data-label={messages.reference}>
                  <span>
                    <code>{attempt.reference}</code>
                    {attempt.serviceOrderId !== undefined && (
                      <>
                        <br />
                        <code>{attempt.serviceOrderId}</code>
                      </>
                    )}
                  </span>
                </td>
                <td data-label={messages.at} class="number">
                  {formatTime(attempt.createdAt, language, 'second')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The link to the form that settles a refund, or corrects a verdict on it. */
function DecideRefund({
  c,
  at,
  refund,
}: {
  readonly c: ConsoleContext
  readonly at: string
  readonly refund: RefundView
}) {
  if (isOpenRefund(refund)) return <Decide c={c} href={`${at}/${refund.id}/verdict`} />
  if (!isDeniedByPerson(refund)) return <></>
  const text = orderMessages[c.var.language].correctRefund
  return <Decide c={c} href={`${at}/${refund.id}/correction`} text={text} />
}

/** Refunds of an order, each with its outcome. */
export function Refunds({ c, shown: { order } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  return (
    <section class="card">
      <h2>{messages.refunds}</h2>
      {order.refunds.length === 0 && <p class="soft">{messages.noRefunds}</p>}
      {order.refunds.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{messages.refund}</th>
              <th scope="col">{messages.state}</th>
              <th scope="col" class="right">
                {messages.amount}
              </th>
              <th scope="col">{messages.reason}</th>
              <th scope="col">{messages.at}</th>
            </tr>
          </thead>
          <tbody>
            {order.refunds.map((refund) => {
              const { refusal, reason } = refund
              return (
                <tr>
                  <td data-label={messages.refund}>
                    <code>{refund.id}</code>
                  </td>
                  <td data-label={messages.state}>
                    <span>
                      <RefundStateChip state={refund.state} language={language} />{' '}
                      <DecideRefund c={c} at={`/orders/${order.id}/refunds`} refund={refund} />
                    </span>
                  </td>
                  <td data-label={messages.amount} class="right number">
                    {sumOf(refund, language)}
                    {refund.state === 'part_settled' && (
                      <>
                        <br />
                        <span class="soft">
                          {messages.returned}: {sumOf(refund.returned, language)}
                          <br />
                          {isOpenRefund(refund)
                            ? `${messages.owed}: ${sumOf(refund.owed, language)}`
                            : messages.nothingOwed}
                        </span>
                      </>
                    )}
                  </td>
                  <td data-label={messages.reason} class={(refusal ?? reason) ? '' : 'none'}>
                    {refusal === undefined ? (
                      (reason ?? '–')
                    ) : (
                      <RefusalText of="refund" refusal={refusal} language={language} />
                    )}
                  </td>
                  <td data-label={messages.at} class="number">
                    {formatTime(refund.createdAt, language, 'second')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Disputed payments besides the one that counts; nothing when there are none. */
export function DisputedPayments({ c, shown: { order } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  if (order.disputedPayments.length === 0) return <></>
  return (
    <section class="card">
      <h2>{messages.disputed}</h2>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{messages.transaction}</th>
            <th scope="col">{messages.state}</th>
            <th scope="col" class="right">
              {messages.amount}
            </th>
            <th scope="col">{messages.reason}</th>
          </tr>
        </thead>
        <tbody>
          {order.disputedPayments.map((payment) => (
            <tr>
              <td data-label={messages.transaction}>
                <code>{payment.transactionId}</code>
              </td>
              <td data-label={messages.state}>
                <span>
                  <DisputedStateChip state={payment.state} language={language} />{' '}
                  {payment.state === 'open' && (
                    <Decide
                      c={c}
                      href={`/orders/${order.id}/payments/${encodeURIComponent(payment.transactionId)}/verdict`}
                    />
                  )}
                  {payment.state === 'released' && (
                    <Decide
                      c={c}
                      href={`/orders/${order.id}/payments/${encodeURIComponent(payment.transactionId)}/reopening`}
                      text={messages.reopen}
                    />
                  )}
                </span>
              </td>
              <td data-label={messages.amount} class="right number">
                {sumOf(payment, language)}
              </td>
              <td data-label={messages.reason}>
                <span>
                  {disputeTitle(payment.reason, language)}{' '}
                  <code class="soft">{payment.reason}</code>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
