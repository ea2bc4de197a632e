import { amountClass, countdown, formatTime, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { BillOrder } from '../checkout/bill-order.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import type { Till } from '../till-settings.ts'
import { stageOf, statesOf } from './bill-stage.ts'

/** A QR that the customer scans. */
export interface ShownQr {
  readonly svg: string
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** The data of the page of a bill. */
export interface BillView {
  readonly till: Till
  readonly order: BillOrder
  /**
   * `over` when the order cannot be paid any more. It becomes expired a minute or more later, when the service has answered
   * that no payment arrived at the last moment.
   */
  readonly qr: ShownQr | 'making' | 'over'
  /** Seconds since 1970. */
  readonly now: number
}

function warnContent(
  order: BillOrder,
  [title, text]: readonly [title: string, text: string],
  { language, messages }: Locale,
): Markup {
  return html`<div class="stage warn">
      <h1 tabindex="-1">${title}</h1>
      <p class="${amountClass(order.amountVnd)}">${formatVnd(order.amountVnd, language)}</p>
      <p>${text}</p>
    </div>
    <p class="soft">${messages.bill} ${order.id}</p>`
}

function scanContent({ order, qr, now }: BillView, locale: Locale): Markup {
  const { language, messages } = locale
  if (qr === 'over') return warnContent(order, [messages.timeOver, messages.timeOverText], locale)
  if (qr === 'making') {
    return html`<p class="${amountClass(order.amountVnd)}">
        ${formatVnd(order.amountVnd, language)}
      </p>
      <h1 tabindex="-1">${messages.making}</h1>`
  }
  return html`<h1 tabindex="-1">${messages.scanToPay}</h1>
    <p class="${amountClass(order.amountVnd)}">${formatVnd(order.amountVnd, language)}</p>
    <img
      class="qr"
      alt="${messages.qrImage}"
      src="data:image/svg+xml,${encodeURIComponent(qr.svg)}"
    />
    ${countdown({
      leftLabel: messages.left,
      untilLabel: messages.until,
      until: qr.expiresAt,
      nowSeconds: now,
      language,
    })}
    <p class="soft">${messages.cancelHint}</p>`
}

function paidContent({ order }: BillView, { language, messages }: Locale): Markup {
  const { payment } = order
  return html`<div class="stage paid">
      <h1 tabindex="-1">✓ ${messages.paid}</h1>
      <p class="${amountClass(order.amountVnd)}">${formatVnd(order.amountVnd, language)}</p>
    </div>
    <dl class="facts">
      ${
        payment === undefined
          ? ''
          : html`<dt>${messages.paidAt}</dt>
              <dd>${formatTime(payment.confirmedAt, language, 'second')}</dd>
              <dt>${messages.transaction}</dt>
              <dd>${payment.transactionId}</dd>`
      }
      <dt>${messages.bill}</dt>
      <dd>${order.id}</dd>
    </dl>`
}

function stageContent(view: BillView, locale: Locale): Markup {
  const { messages } = locale
  const { order } = view
  const stage = stageOf(order.state)
  if (stage === 'waiting') return scanContent(view, locale)
  if (stage === 'paid') return paidContent(view, locale)
  const texts = {
    checking: [messages.checking, messages.checkingText],
    partlyReturned: [messages.partlyReturned, messages.partlyReturnedText],
    returned: [messages.returned, messages.returnedText],
    disputed: [messages.disputed, messages.disputedText],
    over: [messages.over, messages.overText],
  } as const
  return warnContent(order, texts[stage], locale)
}

/** The page of a bill: its QR, then the state of its payment, which updates itself. */
export function billPage(locale: Locale, view: BillView): Markup {
  const { language } = locale
  const { order, till, qr } = view
  const stage = stageOf(order.state)
  const path = `/till/bills/${order.id}`
  const isMaking = stage === 'waiting' && qr === 'making'
  return page({
    ...locale,
    title: formatVnd(order.amountVnd, language),
    path,
    till,
    ...(isMaking
      ? { refreshSeconds: 2 }
      : { watch: { polled: `${path}/state`, states: statesOf(stage) } }),
    content: html`<section class="card bill">
      ${stageContent(view, locale)}
      <div class="actions">
        <a class="button ${stage === 'waiting' && qr !== 'over' ? '' : 'main'}" href="/till"
          >${locale.messages.newBill}</a
        >
      </div>
    </section>`,
  })
}
