import type { DeliveryView, EventDetails } from '@merchant-edge/orders/api'
import { formatNumber, formatTime } from '@merchant-edge/pages'
import { ReasonForm } from '../forms/reason-form.tsx'
import { Chip } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { eventName } from '../orders/event-name.tsx'
import { EventStateChip } from '../orders/states.tsx'
import { webhookMessages } from './messages.ts'

function Deliveries({
  c,
  rows,
}: {
  readonly c: ConsoleContext
  readonly rows: readonly DeliveryView[]
}) {
  const { language } = c.var
  const messages = webhookMessages[language]
  if (rows.length === 0) return <p class="soft">{messages.noAttempts}</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{messages.attempt}</th>
          <th scope="col">{messages.result}</th>
          <th scope="col" class="right">
            {messages.status}
          </th>
          <th scope="col" class="right">
            {messages.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, durationMs, status, failure }) => (
          <tr>
            <td data-label={messages.attempt} class="number">
              {formatTime(at, language, 'second')}
            </td>
            <td data-label={messages.result}>
              {failure === undefined ? (
                <Chip tone="good">{messages.ok}</Chip>
              ) : (
                <Chip tone="bad">{messages.failureNames[failure]}</Chip>
              )}
            </td>
            <td data-label={messages.status} class="right number">
              {status ?? '–'}
            </td>
            <td data-label={messages.duration} class="right number">
              {formatNumber(durationMs, language)} ms
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

/** Shows an event, its deliveries and its body, with a form to resend it. */
export function showEvent(c: ConsoleContext, event: EventDetails): Response | Promise<Response> {
  const { language } = c.var
  const messages = webhookMessages[language]
  const { orderId, transferId, alertId, nextAt, body } = event
  const done = c.req.query('done')
  return showPage(c, {
    title: `${messages.event}: ${eventName(event.type, language)}`,
    isLive: true,
    content: (
      <>
        {(done === 'resent' || done === 'unchanged') && (
          <p class={done === 'resent' ? 'notice good' : 'notice warn'} role="status">
            {messages[done]}
          </p>
        )}
        <div class="columns">
          <section class="card">
            <Facts
              rows={[
                [messages.state, <EventStateChip state={event.state} language={language} />],
                [messages.type, <span class="code">{event.type}</span>],
                [messages.endpoint, event.endpoint],
                [messages.order, orderId && <a href={`/orders/${orderId}`}>{orderId}</a>],
                [
                  messages.transfer,
                  transferId && <a href={`/transfers/${transferId}`}>{transferId}</a>,
                ],
                [messages.alert, alertId && <a href={`/alerts/${alertId}`}>{String(alertId)}</a>],
                [messages.at, formatTime(event.at, language, 'second')],
                [messages.next, nextAt && formatTime(nextAt, language, 'second')],
                [messages.failures, formatNumber(event.failures, language)],
                [messages.id, <span class="code">{event.webhookId}</span>],
              ]}
            />
            {event.state !== 'unwanted' && (
              <ReasonForm
                c={c}
                action={`/webhooks/event/resend?${new URLSearchParams({ key: event.key }).toString()}`}
                label={messages.resend}
                reason={messages.resendReason}
              />
            )}
          </section>
          <section class="card">
            <h2>{messages.attempts}</h2>
            <Deliveries c={c} rows={event.deliveries} />
          </section>
        </div>
        <section class="card">
          <h2>{messages.body}</h2>
          {body === undefined ? (
            <p class="soft">{messages.noBody}</p>
          ) : (
            <pre class="code" tabindex={0}>
              {formatted(body)}
            </pre>
          )}
        </section>
      </>
    ),
  })
}
