import type { Undecided, UndecidedQueue } from '@merchant-edge/orders/api'
import { formatTime } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { AttemptStateChip, DisputedStateChip, RefundStateChip } from '../orders/states.tsx'
import { TransferStateChip } from '../transfers/transfer-state.tsx'
import { dailyFilesMessages } from './messages.ts'

function StateOf({ c, item }: { readonly c: ConsoleContext; readonly item: Undecided }) {
  const { language } = c.var
  switch (item.kind) {
    case 'payment':
      return <AttemptStateChip state={item.state} language={language} />
    case 'dispute':
      return <DisputedStateChip state={item.state} language={language} />
    case 'refund':
      return <RefundStateChip state={item.state} language={language} />
    case 'transfer':
      break
  }
  return <TransferStateChip state={item.state} language={language} />
}

/** Answers with what is undecided, the oldest first. */
export function showUndecided(
  c: ConsoleContext,
  { items, isMore }: UndecidedQueue,
): Response | Promise<Response> {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  return showPage(c, {
    title: messages.undecidedLead,
    content: (
      <>
        <p class="soft">{messages.undecidedIntro}</p>
        {isMore && <p class="notice warn">{messages.more}</p>}
        <section class="card">
          {items.length === 0 && <p class="soft">{messages.noUndecided}</p>}
          {items.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th scope="col">{messages.what}</th>
                  <th scope="col">{messages.id}</th>
                  <th scope="col">{messages.order}</th>
                  <th scope="col">{messages.state}</th>
                  <th scope="col" class="right">
                    {messages.atStake}
                  </th>
                  <th scope="col">{messages.since}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr>
                    <td data-label={messages.what}>{messages.kinds[item.kind]}</td>
                    <td data-label={messages.id}>
                      {item.kind === 'transfer' ? (
                        <a href={`/transfers/${item.id}`}>{item.id}</a>
                      ) : (
                        <span class="code">{item.id}</span>
                      )}
                    </td>
                    <td data-label={messages.order}>
                      {item.kind === 'transfer' ? (
                        '–'
                      ) : (
                        <a href={`/orders/${item.orderId}`}>{item.orderId}</a>
                      )}
                    </td>
                    <td data-label={messages.state}>
                      <StateOf c={c} item={item} />
                    </td>
                    <td data-label={messages.atStake} class="right number">
                      {sumOf(item, language)}
                    </td>
                    <td data-label={messages.since} class="number">
                      {formatTime(item.at, language, 'second')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      </>
    ),
  })
}
