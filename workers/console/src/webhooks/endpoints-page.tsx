import type { EndpointView } from '@merchant-edge/orders/api'
import { formatNumber, formatTime } from '@merchant-edge/pages'
import { ReasonForm } from '../forms/reason-form.tsx'
import { Chip } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { webhookMessages } from './messages.ts'

function Endpoint({
  c,
  endpoint,
}: {
  readonly c: ConsoleContext
  readonly endpoint: EndpointView
}) {
  const { language } = c.var
  const messages = webhookMessages[language]
  const { id, configured, url, events, waiting, dead, paused } = endpoint
  const eventsOf = (state: string) =>
    `/webhooks?${new URLSearchParams({ endpoint: id, state }).toString()}`
  const why =
    paused &&
    `${formatTime(paused.at, language, 'second')}: ${paused.reason === 'gone' ? messages.gone : paused.reason}${paused.staffId === undefined ? '' : ` (${paused.staffId})`}`
  return (
    <section class="card">
      <h2>{id}</h2>
      <Facts
        rows={[
          [
            messages.state,
            paused !== undefined ? (
              <Chip tone="warn">{messages.paused}</Chip>
            ) : (
              <Chip tone={configured ? 'good' : 'bad'}>
                {configured ? messages.active : messages.missing}
              </Chip>
            ),
          ],
          [messages.paused, why],
          [messages.url, url && <span class="code">{url}</span>],
          [messages.events, events.length === 0 ? undefined : events.join(', ')],
          [messages.waiting, <a href={eventsOf('waiting')}>{formatNumber(waiting, language)}</a>],
          [messages.dead, <a href={eventsOf('dead')}>{formatNumber(dead, language)}</a>],
        ]}
      />
      {paused !== undefined && (
        <ReasonForm
          c={c}
          action={`/webhooks/endpoints/${encodeURIComponent(id)}/resume`}
          label={messages.resume}
        />
      )}
      {paused === undefined && configured && (
        <ReasonForm
          c={c}
          action={`/webhooks/endpoints/${encodeURIComponent(id)}/pause`}
          label={messages.pause}
          hint={messages.pauseHint}
        />
      )}
    </section>
  )
}

/** Shows the endpoints, their waiting events, and whether they are paused. */
export function showEndpoints(
  c: ConsoleContext,
  endpoints: readonly EndpointView[],
): Response | Promise<Response> {
  const messages = webhookMessages[c.var.language]
  const done = c.req.query('done')
  return showPage(c, {
    title: messages.endpoints,
    content: (
      <>
        {(done === 'changed' || done === 'unchanged') && (
          <p class="notice" role="status">
            {done === 'changed' ? messages.endpointChanged : messages.endpointUnchanged}
          </p>
        )}
        {endpoints.length === 0 && <p class="soft">{messages.noEndpoints}</p>}
        {endpoints.map((endpoint) => (
          <Endpoint c={c} endpoint={endpoint} />
        ))}
      </>
    ),
  })
}
