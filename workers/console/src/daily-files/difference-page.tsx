import type {
  DayDifference,
  OrderView,
  OurTransaction,
  StoredCallback,
  TimelineEntry,
} from '@merchant-edge/orders/api'
import { formatTime, writtenDay } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { orderMessages } from '../orders/messages.ts'
import { Timeline } from '../orders/timeline.tsx'
import { AttemptStateChip, OrderStateChip, RefundStateChip } from '../orders/states.tsx'
import { TransferStateChip } from '../transfers/transfer-state.tsx'
import type { DifferencePlace } from '../verdicts/difference-place.ts'
import { BothRows, inWords } from './both-rows.tsx'
import { dailyFilesMessages } from './messages.ts'
import { VerdictOfDifference } from './verdict-of-difference.tsx'

/** What the page of a difference shows. */
export interface ShownDifference {
  readonly place: DifferencePlace
  readonly difference: DayDifference
  /** The order that it is about, if any, with its callbacks. */
  readonly order?: OrderView
  readonly callbacks: readonly StoredCallback[]
}

function StateOf({ c, one }: { readonly c: ConsoleContext; readonly one: OurTransaction }) {
  const { language } = c.var
  switch (one.kind) {
    case 'payment':
      return <AttemptStateChip state={one.state} language={language} />
    case 'refund':
      return <RefundStateChip state={one.state} language={language} />
    case 'transfer':
      break
  }
  return <TransferStateChip state={one.state} language={language} />
}

function Ours({
  c,
  ours,
}: {
  readonly c: ConsoleContext
  readonly ours: readonly OurTransaction[]
}) {
  const messages = dailyFilesMessages[c.var.language]
  if (ours.length === 0) return <p class="notice warn">{messages.noOurs}</p>
  return (
    <Facts
      rows={ours.map((one) => [
        messages.kinds[one.kind],
        <>
          <span class="code">{one.id}</span> <StateOf c={c} one={one} />{' '}
          {one.kind === 'transfer' && <a href={`/transfers/${one.id}`}>{messages.open}</a>}
        </>,
      ])}
    />
  )
}

function OrderEvidence({
  c,
  order,
  callbacks,
}: {
  c: ConsoleContext
  order: OrderView
  callbacks: readonly StoredCallback[]
}) {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  return (
    <>
      <Facts
        rows={[
          [
            messages.order,
            <>
              <a href={`/orders/${order.id}`}>{order.id}</a>{' '}
              <OrderStateChip state={order.state} language={language} />
            </>,
          ],
          [messages.columns.amount, sumOf({ vnd: order.amountVnd, points: 0 }, language)],
        ]}
      />
      <h2>{messages.payments}</h2>
      <Facts
        rows={order.attempts.map(({ reference, state, createdAt }) => [
          formatTime(createdAt, language, 'second'),
          <>
            <span class="code">{reference}</span>{' '}
            <AttemptStateChip state={state} language={language} />
          </>,
        ])}
      />
      <h2>{messages.callbacks}</h2>
      {callbacks.length === 0 && <p class="soft">{messages.noCallbacks}</p>}
      <Facts
        rows={callbacks.map(({ at, signed }) => [
          formatTime(at, language, 'second'),
          <span class="code">
            {signed.pay_status} {signed.transaction_id} ({messages.signed})
          </span>,
        ])}
      />
      <p class="actions">
        <a class="button main" href={`/orders/${order.id}`}>
          {messages.openOrder}
        </a>
      </p>
    </>
  )
}

/**
 * The lines of an order's timeline that name the payment, refund or transaction of a difference.
 */
function linesAbout(order: OrderView, { ours, service }: DayDifference): readonly TimelineEntry[] {
  const names = new Set<unknown>([
    ...ours.map(({ id }) => id),
    ...service.flatMap(({ serviceCode }) => (serviceCode === '' ? [] : [serviceCode])),
  ])
  return order.timeline.filter(({ facts }) =>
    Object.values(facts).some((value) => names.has(value)),
  )
}

/** Shows one difference: both rows side by side, with the evidence. */
export function showDifference(
  c: ConsoleContext,
  shown: ShownDifference,
): Response | Promise<Response> {
  const messages = dailyFilesMessages[c.var.language]
  const { place, difference, order, callbacks } = shown
  const { day } = place
  const lines = order === undefined ? [] : linesAbout(order, difference)
  return showPage(c, {
    title: `${messages.difference}, ${writtenDay(day)}`,
    content: (
      <>
        <p>
          {messages.types[difference.type]}. {inWords(difference, messages)}.{' '}
          <a href={`/daily-files/${day}`}>{messages.back}</a>
        </p>
        <section class="card">
          <BothRows c={c} difference={difference} />
        </section>
        <VerdictOfDifference c={c} place={place} difference={difference} order={order} />
        {order !== undefined && (
          <section class="card">
            <h2>{messages.proofs}</h2>
            <p class="soft">{orderMessages[c.var.language].timelineText}</p>
            {lines.length === 0 && <p class="soft">{messages.noProofs}</p>}
            <Timeline entries={lines} language={c.var.language} />
          </section>
        )}
        <section class="card">
          <h2>{messages.evidence}</h2>
          <Ours c={c} ours={difference.ours} />
          {order !== undefined && <OrderEvidence c={c} order={order} callbacks={callbacks} />}
        </section>
      </>
    ),
  })
}
