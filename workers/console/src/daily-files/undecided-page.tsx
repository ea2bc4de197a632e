import type { Undecided, UndecidedDifferences, UndecidedQueue } from '@merchant-edge/orders/api'
import { formatNumber, formatTime, writtenDay } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import {
  AttemptStateChip,
  DisputedStateChip,
  OrderStateChip,
  RefundStateChip,
} from '../orders/states.tsx'
import { TransferStateChip } from '../transfers/transfer-state.tsx'
import { DifferenceTable } from './difference-table.tsx'
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
    case 'unconfirmed':
      return <OrderStateChip state={item.state} language={language} />
    case 'transfer':
      break
  }
  return <TransferStateChip state={item.state} language={language} />
}

function Differences({
  c,
  found: { days, differences },
}: {
  readonly c: ConsoleContext
  readonly found: UndecidedDifferences
}) {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  const count = days.reduce((sum, { undecided }) => sum + undecided, 0)
  return (
    <section class="card">
      <h2>
        {messages.differing}{' '}
        {count > 0 && <span class="soft">{formatNumber(count, language)}</span>}
      </h2>
      {count === 0 && <p class="soft">{messages.noUndecidedDifferences}</p>}
      {count > 0 && <DifferenceTable c={c} differences={differences} hasDay />}
      {count > differences.length && (
        <p class="soft">
          {messages.moreDifferences}{' '}
          {days.map(({ day, undecided }) => (
            <a href={`/daily-files/${day}`}>
              {writtenDay(day)} ({formatNumber(undecided, language)}){' '}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}

/** Shows undecided outcomes and differences of the files, oldest first. */
export function showUndecided(
  c: ConsoleContext,
  { items, isMore }: UndecidedQueue,
  differences: UndecidedDifferences,
): Response | Promise<Response> {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  return showPage(c, {
    title: messages.undecidedLead,
    content: (
      <>
        <p class="soft">{messages.undecidedIntro}</p>
        {isMore && <p class="notice warn">{messages.more}</p>}
        <Differences c={c} found={differences} />
        <section class="card">
          <h2>{messages.outcomes}</h2>
          {items.length === 0 && <p class="soft">{messages.noUndecided}</p>}
          {items.length > 0 && (
            <table class="list">
              <thead>
                <tr>
                  <th scope="col">{messages.what}</th>
                  <th scope="col">{messages.state}</th>
                  <th scope="col">{messages.id}</th>
                  <th scope="col">{messages.order}</th>
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
                    <td data-label={messages.state}>
                      <StateOf c={c} item={item} />
                    </td>
                    <td data-label={messages.id}>
                      {item.kind === 'transfer' ? (
                        <a href={`/transfers/${item.id}`}>{item.id}</a>
                      ) : (
                        <span class="code">{item.id}</span>
                      )}
                    </td>
                    <td data-label={messages.order} class={item.kind === 'transfer' ? 'none' : ''}>
                      {item.kind === 'transfer' ? (
                        '–'
                      ) : (
                        <a href={`/orders/${item.orderId}`}>{item.orderId}</a>
                      )}
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
