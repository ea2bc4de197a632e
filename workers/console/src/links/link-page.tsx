import type { LinkView, ServiceCallView } from '@merchant-edge/orders/api'
import { formatMaskedPhone, formatTime } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { ServiceCalls } from '../orders/service-calls.tsx'
import { LinkStateChip } from './link-state.tsx'
import { linkMessages } from './messages.ts'

/** Shows a linked wallet, and each call to the service about it. */
export function showLink(
  c: ConsoleContext,
  {
    link,
    serviceCalls,
  }: { readonly link: LinkView; readonly serviceCalls: readonly ServiceCallView[] },
): Response | Promise<Response> {
  const { language } = c.var
  const messages = linkMessages[language]
  const { id, customerId, state, phone, createdAt, updatedAt } = link
  const orders = `/orders?${new URLSearchParams({ customerId }).toString()}`
  return showPage(c, {
    title: messages.linkOf(customerId),
    content: (
      <>
        <section class="card">
          <Facts
            rows={[
              [messages.state, <LinkStateChip state={state} language={language} />],
              [messages.phone, phone && <span class="number">{formatMaskedPhone(phone)}</span>],
              [messages.created, formatTime(createdAt, language, 'second')],
              [messages.updated, formatTime(updatedAt, language, 'second')],
              [messages.reference, <span class="code">{id}</span>],
            ]}
          />
          <p class="actions">
            <a class="button" href={orders}>
              {messages.ordersOf}
            </a>
          </p>
        </section>
        <ServiceCalls c={c} calls={serviceCalls} />
      </>
    ),
  })
}
