import type { EventPage } from '@merchant-edge/orders/api'
import { formatNumber, formatTime } from '@merchant-edge/pages'
import { ReasonForm } from '../forms/reason-form.tsx'
import { StateFilter } from '../forms/state-filter.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Pager } from '../layout/pager.tsx'
import { showPage } from '../layout/show-page.tsx'
import { EventStateChip } from '../orders/states.tsx'
import { filterFields } from './event-filter.ts'
import { addressOfEvent } from '../orders/event-address.ts'
import { EventName } from '../orders/event-name.tsx'
import { webhookMessages, type WebhookMessages } from './messages.ts'

function Events({ c, page }: { readonly c: ConsoleContext; readonly page: EventPage }) {
  const { language } = c.var
  const messages = webhookMessages[language]
  if (page.events.length === 0) {
    return <p class="soft">{page.cursor === undefined ? messages.none : messages.lookOn}</p>
  }
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.event}</th>
          <th scope="col">{messages.state}</th>
          <th scope="col">{messages.endpoint}</th>
          <th scope="col">{messages.order}</th>
          <th scope="col">{messages.at}</th>
          <th scope="col" class="right">
            {messages.failures}
          </th>
        </tr>
      </thead>
      <tbody>
        {page.events.map(({ key, type, state, endpoint, orderId, at, failures }) => (
          <tr>
            <td data-label={messages.event}>
              <EventName type={type} address={addressOfEvent(key)} language={language} />
            </td>
            <td data-label={messages.state}>
              <EventStateChip state={state} language={language} />
            </td>
            <td data-label={messages.endpoint}>{endpoint ?? '–'}</td>
            <td data-label={messages.order} class={orderId === undefined ? 'none' : ''}>
              {orderId === undefined ? '–' : <a href={`/orders/${orderId}`}>{orderId}</a>}
            </td>
            <td data-label={messages.at} class="number">
              {formatTime(at, language, 'second')}
            </td>
            <td data-label={messages.failures} class="right number">
              {formatNumber(failures, language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const labelled = ['endpoint', 'orderId', 'type'] as const

function labelOf(name: (typeof labelled)[number], messages: WebhookMessages): string {
  if (name === 'endpoint') return messages.endpoint
  return name === 'orderId' ? messages.order : messages.type
}

function Resent({ c }: { readonly c: ConsoleContext }) {
  const messages = webhookMessages[c.var.language]
  const { resent = '', unchanged = '', from } = c.req.query()
  if (!/^\d{1,3}$/.test(resent) || !/^\d{1,3}$/.test(unchanged)) return <></>
  return (
    <p class="notice good" role="status">
      {resent} {messages.resentMany} {unchanged} {messages.unchangedMany}
      {from !== undefined && ` ${messages.goOn}`}
    </p>
  )
}

/** Shows the events and their filter, or an error for an invalid filter or cursor. */
export function showEvents(
  c: ConsoleContext,
  page: EventPage | 'wrong_filter',
): Response | Promise<Response> {
  const messages = webhookMessages[c.var.language]
  const query = new Map(Object.entries(c.req.query()))
  return showPage(c, {
    title: messages.webhooks,
    status: page === 'wrong_filter' ? 400 : 200,
    isLive: true,
    content: (
      <>
        <Resent c={c} />
        <p class="actions">
          <a class="button" href="/webhooks/endpoints">
            {messages.endpoints}
          </a>
        </p>
        <StateFilter c={c} path="/webhooks" states={messages.states} labels={messages}>
          {labelled.map((name) => (
            <div class="field">
              <label for={`filter-${name}`}>{labelOf(name, messages)}</label>
              <input id={`filter-${name}`} name={name} value={query.get(name) ?? ''} />
            </div>
          ))}
        </StateFilter>
        <section class="card">
          {page === 'wrong_filter' ? (
            <p class="problem" role="alert">
              {messages.wrongFilter} <a href="/webhooks">{messages.clear}</a>
            </p>
          ) : (
            <>
              <Events c={c} page={page} />
              <Pager c={c} cursor={page.cursor} />
            </>
          )}
        </section>
        {page !== 'wrong_filter' && page.events.length > 0 && c.var.operator.role === 'money' && (
          <section class="card">
            <ReasonForm
              c={c}
              action="/webhooks/resend"
              label={messages.resendAll}
              hint={messages.resendHint}
            >
              {filterFields.map((name) => (
                <input type="hidden" name={name} value={query.get(name) ?? ''} />
              ))}
              <input type="hidden" name="from" value={query.get('from') ?? ''} />
            </ReasonForm>
          </section>
        )}
      </>
    ),
  })
}
