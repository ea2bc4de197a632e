import { amountClass, countdown, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { BillOrder } from '../checkout/bill-order.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import type { Till } from '../till-settings.ts'
import { billFacts } from './bill-facts.ts'
import { type BillStage, stageOf, statesOf } from './bill-stage.ts'
import { foldedItems, soldItems } from './sold-items.ts'

/** A QR that the customer scans. */
export interface ShownQr {
  readonly svg: string
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** The data of the page of a bill. */
export interface BillView {
  readonly till: Till
  /** Origin of the desk, if the till leads there. */
  readonly deskOrigin?: string
  readonly order: BillOrder
  /**
   * `over` when the order cannot be paid any more. It becomes expired a minute or more later, when
   * the service has answered that no payment arrived at the last moment.
   */
  readonly qr: ShownQr | 'making' | 'over'
  /** Seconds since 1970. */
  readonly nowSeconds: number
}

/** The amount in large type; on paper it is the total below the lines. */
function amount({ amountVnd }: BillOrder, { language }: Locale): Markup {
  return html`<p class="${amountClass(amountVnd)} screen-only">
    ${formatVnd(amountVnd, language)}
  </p>`
}

function warnContent(
  { order }: BillView,
  [title, text]: readonly [title: string, text: string],
  locale: Locale,
): Markup {
  return html`<div class="stage warn">
    <h1 tabindex="-1">${title}</h1>
    ${amount(order, locale)}
    <p>${text}</p>
  </div>`
}

function scanContent(view: BillView, locale: Locale): Markup {
  const { order, qr, nowSeconds } = view
  const { language, messages } = locale
  if (qr === 'over') return warnContent(view, [messages.timeOver, messages.timeOverText], locale)
  if (qr === 'making') {
    return html`${amount(order, locale)}
      <h1 tabindex="-1">${messages.making}</h1>`
  }
  return html`<h1 tabindex="-1">${messages.scanToPay}</h1>
    ${amount(order, locale)}
    <img
      class="qr"
      alt="${messages.qrImage}"
      src="data:image/svg+xml,${encodeURIComponent(qr.svg)}"
    />
    ${countdown({
      leftLabel: messages.left,
      untilLabel: messages.until,
      until: qr.expiresAt,
      nowSeconds,
      language,
    })}
    <p class="soft screen-only">${messages.cancelHint}</p>`
}

function paidContent({ order }: BillView, locale: Locale): Markup {
  return html`<div class="stage paid">
    <h1 tabindex="-1">✓ ${locale.messages.paid}</h1>
    ${amount(order, locale)}
  </div>`
}

function stageContent(view: BillView, locale: Locale): Markup {
  const { messages } = locale
  const stage = stageOf(view.order.state)
  if (stage === 'waiting') return scanContent(view, locale)
  if (stage === 'paid') return paidContent(view, locale)
  const texts = {
    checking: [messages.checking, messages.checkingText],
    partlyReturned: [messages.partlyReturned, messages.partlyReturnedText],
    returned: [messages.returned, messages.returnedText],
    disputed: [messages.disputed, messages.disputedText],
    over: [messages.over, messages.overText],
  } as const
  return warnContent(view, texts[stage], locale)
}

const stagesWithReceipt: ReadonlySet<BillStage> = new Set(['paid', 'partlyReturned', 'returned'])

/** Whether a customer may want it on paper: a QR to pay, or a receipt. */
function isForPaper({ order, qr }: BillView): boolean {
  const stage = stageOf(order.state)
  return stage === 'waiting' ? typeof qr === 'object' : stagesWithReceipt.has(stage)
}

const stagesOfDesk: ReadonlySet<BillStage> = new Set(['paid', 'partlyReturned', 'disputed'])

/**
 * The desk gives money back and settles disputes: it asks who it is, and whether that person may.
 */
function deskLink({ order: { id, state }, deskOrigin }: BillView, { messages }: Locale): Markup {
  if (!stagesOfDesk.has(stageOf(state))) return html``
  return html`<p class="soft screen-only">${messages.refundAtDesk}</p>
    ${
      deskOrigin === undefined
        ? ''
        : html`<a class="button" href="${deskOrigin}/orders/${id}">${messages.openAtDesk}</a>`
    }`
}

/** The page of a bill: its QR, then the state of its payment, which updates itself. */
export function billPage(locale: Locale, view: BillView): Markup {
  const { language, messages } = locale
  const { order, till, qr } = view
  const stage = stageOf(order.state)
  const path = `/till/bills/${order.id}`
  const isMaking = stage === 'waiting' && qr === 'making'
  const isWaiting = stage === 'waiting' && qr !== 'over'
  return page({
    ...locale,
    title: formatVnd(order.amountVnd, language),
    path,
    till,
    ...(isMaking
      ? { refreshSeconds: 2 }
      : { watch: { polled: `${path}/state`, states: statesOf(stage) } }),
    content: html`<section class="card bill">
      ${soldItems(order, locale)} ${stageContent(view, locale)}
      ${isWaiting ? '' : foldedItems(order, locale)}
      <div class="${isWaiting ? 'paper-only' : ''}">${billFacts(view, locale)}</div>
      <div class="actions">
        <a class="button ${isWaiting ? '' : 'main'}" href="/till">${messages.newBill}</a>
        ${isForPaper(view) ? html`<button type="button" data-print>${messages.print}</button>` : ''}
        ${deskLink(view, locale)}
      </div>
    </section>`,
  })
}
