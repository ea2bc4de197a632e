import type { LinkPage } from '@merchant-edge/orders/api'
import { formatMaskedPhone, formatTime } from '@merchant-edge/pages'
import { StateFilter } from '../forms/state-filter.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Pager } from '../layout/pager.tsx'
import { showPage } from '../layout/show-page.tsx'
import { LinkStateChip } from './link-state.tsx'
import { linkMessages } from './messages.ts'

function Links({ c, page }: { readonly c: ConsoleContext; readonly page: LinkPage }) {
  const { language } = c.var
  const messages = linkMessages[language]
  if (page.links.length === 0) {
    return <p class="soft">{page.cursor === undefined ? messages.none : messages.goOn}</p>
  }
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.customer}</th>
          <th scope="col">{messages.state}</th>
          <th scope="col">{messages.phone}</th>
          <th scope="col">{messages.created}</th>
          <th scope="col">{messages.updated}</th>
          <th scope="col">{messages.orders}</th>
        </tr>
      </thead>
      <tbody>
        {page.links.map(({ id, customerId, state, phone, createdAt, updatedAt }) => (
          <tr>
            <td data-label={messages.customer}>
              <a class="code" href={`/links/${id}`}>
                {customerId}
              </a>
            </td>
            <td data-label={messages.state}>
              <LinkStateChip state={state} language={language} />
            </td>
            <td data-label={messages.phone} class="number">
              {phone === undefined ? '–' : formatMaskedPhone(phone)}
            </td>
            <td data-label={messages.created} class="number">
              {formatTime(createdAt, language, 'second')}
            </td>
            <td data-label={messages.updated} class="number">
              {formatTime(updatedAt, language, 'second')}
            </td>
            <td>
              <a href={`/orders?${new URLSearchParams({ customerId }).toString()}`}>
                {messages.orders}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the list of linked wallets, or an error for an invalid filter or cursor. */
export function showLinks(
  c: ConsoleContext,
  page: LinkPage | 'wrong_filter',
): Response | Promise<Response> {
  const messages = linkMessages[c.var.language]
  return showPage(c, {
    title: messages.links,
    status: page === 'wrong_filter' ? 400 : 200,
    content: (
      <>
        <StateFilter c={c} path="/links" states={messages.states} labels={messages}>
          <div class="field">
            <label for="filter-customer">{messages.customer}</label>
            <input id="filter-customer" name="customerId" value={c.req.query('customerId') ?? ''} />
          </div>
        </StateFilter>
        <section class="card">
          {page === 'wrong_filter' ? (
            <p class="problem" role="alert">
              {messages.wrongFilter} <a href="/links">{messages.clear}</a>
            </p>
          ) : (
            <>
              <Links c={c} page={page} />
              <Pager c={c} cursor={page.cursor} />
            </>
          )}
        </section>
      </>
    ),
  })
}
