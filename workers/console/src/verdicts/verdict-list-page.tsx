import type { Undecided, UndecidedDay } from '@merchant-edge/orders/api'
import { formatNumber, formatTime, writtenDay } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { visibleStores } from '../operator.ts'
import { RefundStateChip } from '../orders/states.tsx'
import { verdictMessages } from './messages.ts'

/** Address of the form by which a person settles something. */
function addressOf(item: Undecided): string {
  switch (item.kind) {
    case 'refund':
      return `/orders/${item.orderId}/refunds/${item.id}/verdict`
    case 'payment':
      return `/orders/${item.orderId}/attempts/${item.id}/verdict`
    case 'dispute':
      return `/orders/${item.orderId}/payments/${encodeURIComponent(item.id)}/verdict`
    case 'unconfirmed':
      return `/orders/${item.orderId}/unconfirmed-payment/verdict`
    case 'transfer':
      break
  }
  return `/transfers/${item.id}/verdict`
}

function WaitingList({
  c,
  title,
  items,
}: {
  readonly c: ConsoleContext
  readonly title: string
  readonly items: readonly Undecided[]
}) {
  const { language } = c.var
  const { lists } = verdictMessages[language]
  return (
    <section class="card">
      <h2>
        {title} {items.length > 0 && <span class="soft number">{items.length}</span>}
      </h2>
      {items.length === 0 && <p class="soft">{lists.nothing}</p>}
      {items.length > 0 && (
        <ul class="waiting">
          {items.map((item) => (
            <li>
              <a href={addressOf(item)}>{item.kind === 'transfer' ? item.id : item.orderId}</a>{' '}
              <span class="number">{sumOf(item, language)}</span>{' '}
              {item.kind === 'refund' && <RefundStateChip state={item.state} language={language} />}{' '}
              <span class="soft">{formatTime(item.at, language, 'second')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The days whose differences wait for a verdict. */
function Differences({
  c,
  days,
}: {
  readonly c: ConsoleContext
  readonly days: readonly UndecidedDay[]
}) {
  const { language } = c.var
  const { lists } = verdictMessages[language]
  const count = days.reduce((sum, { undecided }) => sum + undecided, 0)
  return (
    <section class="card">
      <h2>
        {lists.differences}{' '}
        {count > 0 && <span class="soft number">{formatNumber(count, language)}</span>}
      </h2>
      {count === 0 && <p class="soft">{lists.nothing}</p>}
      {count > 0 && (
        <ul class="waiting">
          {days.map(({ day, undecided }) => (
            <li>
              <a href={`/daily-files/${day}`}>{writtenDay(day)}</a>{' '}
              <span class="soft number">
                {lists.ofDay(undecided, formatNumber(undecided, language))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > 0 && (
        <p>
          <a href="/daily-files/undecided">{lists.allDifferences}</a>
        </p>
      )}
    </section>
  )
}

/** Shows everything that waits for a verdict, restricted to the operator's stores. */
export async function showVerdictList(c: ConsoleContext): Promise<Response> {
  const messages = verdictMessages[c.var.language]
  const stores = visibleStores(c.var.operator)
  const view = c.env.CONSOLE_VIEW
  const seesEverything = stores.storeCodes === undefined
  const [{ items, isMore }, differences] = await Promise.all([
    view.listUndecided(stores),
    // Daily files belong to no store.
    seesEverything ? view.listUndecidedDifferences() : undefined,
  ])
  const lists = [
    ['refund', messages.lists.refunds],
    ['dispute', messages.lists.disputed],
    ['payment', messages.lists.linked],
    ['unconfirmed', messages.lists.unconfirmed],
    // Transfers belong to no store.
    ...(seesEverything ? [['transfer', messages.lists.transfers] as const] : []),
  ] as const
  return showPage(c, {
    title: messages.verdicts,
    content: (
      <>
        <p class="soft">{messages.intro}</p>
        {isMore && <p class="notice warn">{messages.lists.more}</p>}
        {differences !== undefined && <Differences c={c} days={differences.days} />}
        {lists.map(([kind, title]) => (
          <WaitingList c={c} title={title} items={items.filter((item) => item.kind === kind)} />
        ))}
      </>
    ),
  })
}
