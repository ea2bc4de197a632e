import { formatTime } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { alertTitle } from '../runbook/alert-titles.ts'
import { RunbookWords } from '../runbook/runbook-words.tsx'
import { runbookOf } from '../runbook/runbook-of.ts'
import { addressOfEvent } from './event-address.ts'
import { EventName } from './event-name.tsx'
import { orderMessages } from './messages.ts'
import type { OrderProps } from './shown-order.ts'
import { EventStateChip } from './states.tsx'

/** An operator of some stores has no pages of alerts and webhooks. */
function seesEverything(c: ConsoleContext): boolean {
  return c.var.operator.stores === undefined
}

/** Open alerts about an order; nothing when there are none. */
export function Alerts({ c, shown: { alerts } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  if (alerts.length === 0) return <></>
  return (
    <section class="card">
      <h2>{messages.alerts}</h2>
      {alerts.map((alert) => {
        const { meaning, remedy } = runbookOf(alert, language)
        return (
          <div class="notice warn">
            <h3>
              {seesEverything(c) ? (
                <a href={`/alerts/${alert.id}`}>{alertTitle(alert.kind, language)}</a>
              ) : (
                alertTitle(alert.kind, language)
              )}
            </h3>
            <p>
              <RunbookWords text={meaning} language={language} />
            </p>
            <p>
              <RunbookWords text={remedy} language={language} />
            </p>
          </div>
        )
      })}
    </section>
  )
}

/** Callbacks of an order: only what the service has signed. */
export function Callbacks({ c, shown: { callbacks } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  return (
    <section class="card">
      <h2>{messages.callbacks}</h2>
      {callbacks.length === 0 && <p class="soft">{messages.noCallbacks}</p>}
      {callbacks.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{messages.state}</th>
              <th scope="col">{messages.signedFields}</th>
              <th scope="col">{messages.at}</th>
            </tr>
          </thead>
          <tbody>
            {callbacks.map((callback) => (
              <tr>
                <td data-label="#">
                  <a href={`#line-${callback.seq}`}>{callback.seq}</a>
                </td>
                <td data-label={messages.state}>{messages.callbackStates[callback.state]}</td>
                <td data-label={messages.signedFields}>
                  <code>
                    {callback.signed.pay_status};{callback.signed.transaction_id};
                    {callback.signed.order_id}
                  </code>
                </td>
                <td data-label={messages.at} class="number">
                  {formatTime(callback.at, language, 'second')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Events of an order for the shop's endpoints. */
export function Events({ c, shown: { events } }: OrderProps) {
  const { language } = c.var
  const messages = orderMessages[language]
  return (
    <section class="card">
      <h2>{messages.events}</h2>
      {events.length === 0 && <p class="soft">{messages.noEvents}</p>}
      {events.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{messages.event}</th>
              <th scope="col">{messages.state}</th>
              <th scope="col">{messages.endpoint}</th>
              <th scope="col">{messages.failures}</th>
              <th scope="col">{messages.at}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr>
                <td data-label={messages.event}>
                  <EventName
                    type={event.type}
                    address={seesEverything(c) ? addressOfEvent(event.key) : undefined}
                    language={language}
                  />
                </td>
                <td data-label={messages.state}>
                  <EventStateChip state={event.state} language={language} />
                </td>
                <td data-label={messages.endpoint}>{event.endpoint ?? '–'}</td>
                <td data-label={messages.failures}>{event.failures}</td>
                <td data-label={messages.at} class="number">
                  {formatTime(event.at, language, 'second')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
