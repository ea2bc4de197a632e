import type { Alert, ListedRefund, OrderSummary, TransferView } from '@merchant-edge/orders/api'
import { formatTime, formatVnd } from '@merchant-edge/pages'
import type { Child } from 'hono/jsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { RefundStateChip } from '../orders/states.tsx'
import { verdictMessages } from './messages.ts'

/** Rows of each list; whoever has more settles these first. */
const rowsMost = 50

/** One thing that waits for a verdict. */
interface Waiting {
  readonly name: string
  readonly href: string
  readonly what: Child
  /** Seconds since 1970. */
  readonly at: number
}

function WaitingList({
  c,
  title,
  rows,
  hasMore,
}: {
  readonly c: ConsoleContext
  readonly title: string
  readonly rows: readonly Waiting[]
  readonly hasMore: boolean
}) {
  const { language } = c.var
  const { lists } = verdictMessages[language]
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 && <p class="soft">{lists.nothing}</p>}
      <ul class="waiting">
        {rows.map(({ name, href, what, at }) => (
          <li>
            <a href={href}>{name}</a> {what}{' '}
            <span class="soft">{formatTime(at, language, 'second')}</span>
          </li>
        ))}
      </ul>
      {hasMore && <p class="soft">{lists.more}</p>}
    </section>
  )
}

async function openRefunds(c: ConsoleContext, store: { readonly storeCode?: string }) {
  const states = ['refund_unknown', 'presumed_refunded', 'part_settled'] as const
  const pages = await Promise.all(
    states.map((state) => c.env.CONSOLE_VIEW.listRefunds({ ...store, state, limit: rowsMost })),
  )
  const refunds: readonly ListedRefund[] = pages.flatMap((page) => page.refunds)
  return { refunds, hasMore: pages.some(({ cursor }) => cursor !== undefined) }
}

function refundRow(c: ConsoleContext, refund: ListedRefund): Waiting {
  const { language } = c.var
  return {
    name: refund.orderId,
    href: `/orders/${refund.orderId}/refunds/${refund.id}/verdict`,
    what: (
      <>
        {sumOf(refund, language)} <RefundStateChip state={refund.state} language={language} />
      </>
    ),
    at: refund.updatedAt,
  }
}

function orderRow(c: ConsoleContext, order: OrderSummary): Waiting {
  return {
    name: order.id,
    href: `/orders/${order.id}`,
    what: formatVnd(order.amountVnd, c.var.language),
    at: order.createdAt,
  }
}

function transferRow(c: ConsoleContext, transfer: TransferView): Waiting {
  return {
    name: transfer.id,
    href: `/transfers/${transfer.id}/verdict`,
    what: formatVnd(transfer.amountVnd, c.var.language),
    at: transfer.updatedAt,
  }
}

function linkedRow({ subject, facts, lastRaisedAt }: Alert): Waiting {
  const orderId = facts['order_id']
  return {
    name: subject,
    href:
      typeof orderId === 'string' ? `/orders/${orderId}/attempts/${subject}/verdict` : '/orders',
    what: orderId,
    at: lastRaisedAt,
  }
}

/** What belongs to no store: for operators who see every store. */
async function merchantWide(c: ConsoleContext): Promise<Child> {
  const { lists } = verdictMessages[c.var.language]
  const [transfers, linked] = await Promise.all([
    c.env.CONSOLE_VIEW.listTransfers({ state: 'unknown', limit: rowsMost }),
    c.env.CONSOLE_VIEW.listAlerts({
      state: 'open',
      kind: 'linked_payment_unknown',
      limit: rowsMost,
    }),
  ])
  return (
    <>
      <WaitingList
        c={c}
        title={lists.linked}
        rows={linked.alerts.map((alert) => linkedRow(alert))}
        hasMore={linked.cursor !== undefined}
      />
      <WaitingList
        c={c}
        title={lists.transfers}
        rows={transfers.transfers.map((transfer) => transferRow(c, transfer))}
        hasMore={transfers.cursor !== undefined}
      />
    </>
  )
}

/** Answers with everything that waits for a verdict; of the first store where an operator sees some only. */
export async function showVerdictList(c: ConsoleContext): Promise<Response> {
  const messages = verdictMessages[c.var.language]
  const [first] = c.var.operator.stores ?? []
  const store = first === undefined ? {} : { storeCode: first }
  const [{ refunds, hasMore }, disputed] = await Promise.all([
    openRefunds(c, store),
    c.env.CONSOLE_VIEW.listOrders({ ...store, state: 'disputed', limit: rowsMost }),
  ])
  const rest = first === undefined ? await merchantWide(c) : <></>
  return showPage(c, {
    title: messages.verdicts,
    content: (
      <>
        <p class="soft">{messages.intro}</p>
        <WaitingList
          c={c}
          title={messages.lists.refunds}
          rows={refunds.map((refund) => refundRow(c, refund))}
          hasMore={hasMore}
        />
        <WaitingList
          c={c}
          title={messages.lists.disputed}
          rows={disputed.orders.map((order) => orderRow(c, order))}
          hasMore={disputed.cursor !== undefined}
        />
        {rest}
      </>
    ),
  })
}
