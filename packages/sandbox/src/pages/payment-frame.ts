import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import { formatTime, formatVnd, type Speech } from './language.ts'
import { page, type Markup } from './layout.ts'

/** What a step of the payment shows. */
export interface PaymentView {
  readonly order: Order
  readonly merchantName: string
  /** Path of the page with its token: where the forms go. */
  readonly action: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

function summary({ texts, language }: Speech, { order, merchantName }: PaymentView): Markup {
  return html`<section class="card">
    <p class="soft small">${texts.payTo} <strong>${merchantName}</strong></p>
    <h1 class="amount">${formatVnd(order.amountVnd)}</h1>
    <dl>
      ${
        order.description === ''
          ? ''
          : html`<dt>${texts.description}</dt>
              <dd>${order.description}</dd>`
      }
      <dt>${texts.order}</dt>
      <dd><code>${order.orderId}</code></dd>
      <dt>${texts.payUntil}</dt>
      <dd>${formatTime(order.expiresAt, language)}</dd>
    </dl>
  </section>`
}

/** A step of the payment: what is paid, what went wrong before, and the step itself. */
export function paymentFrame(speech: Speech, view: PaymentView, content: Markup): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.payTitle,
    path: view.action,
    audience: 'customer',
    content: html`${summary(speech, view)}
    ${
      view.problem === undefined
        ? ''
        : html`<div class="notice bad" role="alert">${view.problem}</div>`
    }
    ${content}`,
  })
}

/** The ways out of every step: cancel, or let the payment fail. */
export function leaveButtons({ texts }: Speech, action: string): Markup {
  return html`<form method="post" action="${action}" class="row">
    <button name="step" value="cancel">${texts.cancel}</button>
    <button name="step" value="fail" class="danger">${texts.letItFail}</button>
  </form>`
}
