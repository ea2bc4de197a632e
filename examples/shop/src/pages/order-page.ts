import type { TimelineEntry } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { html } from 'hono/html'
import type { BasketLine } from '../basket.ts'
import type { Awaited } from '../complete-order.ts'
import type { OrderExtras } from '../order-extras.ts'
import type { ShopOrder } from '../shop-orders.ts'
import { page, type Markup } from './layout.ts'
import { formatTime, formatVnd, type Speech } from './speech.ts'
import type { Texts } from './texts/english.ts'

/** Lines that prove the payment rather than tell of it. */
const proofs: ReadonlySet<string> = new Set(['callback.received', 'payment.confirmed'])

const states = {
  creating: 'state_open',
  created: 'state_open',
  paid_unverified: 'state_checking',
  paid: 'state_paid',
  expired: 'state_expired',
  disputed: 'state_disputed',
  part_refunded: 'state_part_refunded',
  refunded: 'state_refunded',
  held: 'state_held',
  cancelled: 'state_cancelled',
} as const satisfies Record<OrderView['state'], keyof Texts>

/** The state of an order in the words of the page. */
export function stateBadge({ texts }: Speech, state: OrderView['state'] | undefined): Markup {
  const isGood = state === 'paid' || state === 'part_refunded' || state === 'refunded'
  const text = texts[state === undefined ? 'state_open' : states[state]]
  return html`<span class="state ${isGood ? 'good' : ''}" data-state="${state ?? 'open'}"
    >${text}</span
  >`
}

function isText(key: string, texts: Texts): key is keyof Texts {
  return Object.hasOwn(texts, key)
}

function timelineLine(speech: Speech, { kind, at, facts }: TimelineEntry): Markup {
  const { texts } = speech
  const key = `event_${kind.replaceAll('.', '_')}`
  return html`<li class="${proofs.has(kind) ? 'proof' : ''}" data-kind="${kind}">
    <strong>${isText(key, texts) ? texts[key] : kind}</strong>
    <div class="soft small">${formatTime(at, speech)}</div>
    <details>
      <summary>${texts.technical}</summary>
      <dl>
        ${Object.entries(facts).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${String(value)}</dd>`,
        )}
      </dl>
    </details>
  </li>`
}

/** What the page of an order shows. */
export interface OrderPageView {
  readonly shopOrder: ShopOrder
  readonly lines: readonly BasketLine[]
  /** The order as the order store knows it; absent when checkout did not answer. */
  readonly order: OrderView | undefined
  /** What the order waits for before it is fulfilled. */
  readonly awaited: Awaited | undefined
  /** Voucher, gift codes and points. */
  readonly extras: OrderExtras | undefined
  /** Where the order can be paid. */
  readonly payUrl: string
}

function isPayable(order: OrderView | undefined): boolean {
  return order === undefined || order.state === 'creating' || order.state === 'created'
}

/**
 * Whether the page looks again by itself. The order store and the shop learn of a payment one after the
 * other, so that it looks until both are done.
 */
function isMoving({ order, awaited }: OrderPageView): boolean {
  const state = order?.state ?? 'created'
  if (state === 'creating' || state === 'created' || state === 'paid_unverified') return true
  if (state === 'refunded') return false
  return awaited === 'payment' ? isPaid(order) : awaited !== undefined
}

function isPaid(order: OrderView | undefined): boolean {
  return order?.state === 'paid' || order?.state === 'part_refunded'
}

/** What the customer is told about the way of the order: that it is done, or what it waits for. */
function progress({ order, awaited }: OrderPageView, { texts }: Speech): string {
  if (order?.state === 'refunded' && awaited !== undefined) return texts.notFulfilledRefunded
  switch (awaited) {
    case undefined:
      return texts.fulfilled
    case 'gift-codes':
      return texts.awaitsGiftCodes
    case 'points':
      return texts.awaitsPoints
    case 'handling':
      return texts.awaitsShop
    case 'payment':
      break
  }
  return isPaid(order) ? texts.awaitsShop : texts.notFulfilled
}

function extraLines({ texts }: Speech, extras: OrderExtras | undefined): Markup | string {
  if (extras === undefined) return ''
  const { voucher, discountVnd, giftCodes, points } = extras
  const codes = giftCodes.map(
    ({ code, valueVnd, lastDay }) =>
      html`<div class="line">
        <div class="grow">
          ${texts.giftCode} ${formatVnd(valueVnd)}<br /><code data-gift-code>${code}</code>
        </div>
        <span class="soft small">${lastDay === '' ? '' : `${texts.until} ${lastDay}`}</span>
      </div>`,
  )
  return html`${
    voucher === null
      ? ''
      : html`<div class="line">
          <div class="grow">${texts.voucher} ${voucher}</div>
          <span class="price">−${formatVnd(discountVnd)}</span>
        </div>`
  }
  ${codes}
  ${points > 0 ? html`<p class="soft" data-points>${texts.pointsEarned}: ${points}</p>` : ''}`
}

/** An order with its state and the timeline that proves it. */
export function orderPage(speech: Speech, view: OrderPageView): Markup {
  const { texts, language } = speech
  const { shopOrder, order, lines, payUrl, extras } = view
  return page({
    ...speech,
    title: `${texts.order} ${shopOrder.id}`,
    path: `/orders/${shopOrder.id}`,
    isNarrow: true,
    refreshSeconds: isMoving(view) ? 3 : undefined,
    content: html`<section class="card">
        ${stateBadge(speech, order?.state)}
        <h1 class="amount">${formatVnd(shopOrder.amountVnd)}</h1>
        <p role="status" data-awaited="${view.awaited ?? 'nothing'}">${progress(view, speech)}</p>
        ${
          order !== undefined && order.refunded.vnd > 0
            ? html`<p class="soft">${texts.refundedOf}: ${formatVnd(order.refunded.vnd)}</p>`
            : ''
        }
        ${lines.map(
          ({ book, quantity }) =>
            html`<div class="line">
              <div class="grow">${quantity} × ${book.title[language]}</div>
              <span class="price">${formatVnd(book.priceVnd * quantity)}</span>
            </div>`,
        )}
        ${extraLines(speech, extras)}
        ${
          isPayable(order)
            ? html`<p></p>
                <a class="button main" href="${payUrl}">${texts.payNow}</a>`
            : ''
        }
      </section>
      ${
        order === undefined
          ? ''
          : html`<section class="card" aria-labelledby="proof">
              <h2 id="proof">${texts.proof}</h2>
              <p class="soft small">${texts.proofText}</p>
              <ol class="timeline">
                ${order.timeline.map((entry) => timelineLine(speech, entry))}
              </ol>
            </section>`
      }`,
  })
}
