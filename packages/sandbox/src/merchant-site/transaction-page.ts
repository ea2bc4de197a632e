import { html } from 'hono/html'
import type { Order, Payment } from '../orders/orders.ts'
import { formatPoints, formatTime, formatVnd } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { Refund } from '../refunds/refunds.ts'

/** Everything that the page of one transaction shows. */
export interface TransactionView {
  readonly order: Order
  readonly refunds: readonly Refund[]
  /** Id of the refund that the form asks for; left out for an account that may not refund. */
  readonly refundId?: string
  /** Why the last refund was refused. */
  readonly problem?: string
  /** A refund that was made a moment ago. */
  readonly done?: Refund
}

function amountOf(speech: MerchantSpeech, vnd: number, points: number): string {
  const parts = [
    ...(vnd > 0 || points === 0 ? [formatVnd(vnd, speech.language)] : []),
    ...(points > 0 ? [formatPoints(points, speech)] : []),
  ]
  return parts.join(' + ')
}

function fact(name: string, value: string | null): Markup | '' {
  if (value === null || value === '') return ''
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}

function factsCard(speech: MerchantSpeech, { order }: TransactionView): Markup {
  const { messages, language } = speech
  const { payment } = order
  return html`<section class="card">
    <p class="amount">${formatVnd(order.amountVnd, language)}</p>
    <p class="${order.stage === 'paid' ? 'state-good' : ''}">
      ${messages[`orderStage_${order.stage}`]}
    </p>
    <dl>
      ${fact(messages.kind, messages[`orderKind_${order.kind}`])}
      ${fact(messages.yourReference, order.orderReferenceId)}
      ${fact(messages.description, order.description)} ${fact(messages.storeCode, order.storeCode)}
      ${fact(messages.posCode, order.posCode)}
      ${fact(messages.time, formatTime(order.createdAt, language))}
      ${fact(messages.failureReason, order.failure)}
      ${
        payment === null
          ? ''
          : html`${fact(messages.transaction, payment.transactionId)}
            ${fact(messages.paidAt, formatTime(payment.paidAt, language))}
            ${fact(messages.payWith, amountOf(speech, payment.vnd, payment.points))}
            ${fact(messages.refunded, amountOf(speech, order.refundedVnd, order.refundedPoints))}`
      }
    </dl>
  </section>`
}

function refundRow(speech: MerchantSpeech, refund: Refund): Markup {
  const { messages, language } = speech
  const { orderReferenceId, state, origin, merchantUserName, description, createdAt } = refund
  return html`<tr>
    <td data-label="${messages.refundId}">
      <div>
        <code>${orderReferenceId}</code><br /><span class="soft small"
          >${messages[`refundOrigin_${origin}`]} ${merchantUserName}</span
        >
      </div>
    </td>
    <td class="number" data-label="${messages.amount}">
      ${amountOf(speech, refund.vnd, refund.points)}
    </td>
    <td data-label="${messages.status}">${messages[`refundState_${state}`]}</td>
    <td data-label="${messages.description}">${description}</td>
    <td data-label="${messages.time}">${formatTime(createdAt, language)}</td>
  </tr>`
}

function refundsCard(speech: MerchantSpeech, { refunds }: TransactionView): Markup | '' {
  const { messages } = speech
  if (refunds.length === 0) return ''
  return html`<section class="card" aria-labelledby="refunds">
    <h2 id="refunds">${messages.refunds}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="refunds">
      <table class="stack">
        <thead>
          <tr>
            <th>${messages.refundId}</th>
            <th class="number">${messages.amount}</th>
            <th>${messages.status}</th>
            <th>${messages.description}</th>
            <th>${messages.time}</th>
          </tr>
        </thead>
        <tbody>
          ${refunds.map((refund) => refundRow(speech, refund))}
        </tbody>
      </table>
    </div>
  </section>`
}

function amountInput(id: 'vnd' | 'points', label: string, max: number): Markup | '' {
  if (max === 0) return ''
  return html`<label for="refund-${id}">${label}</label>
    <input
      id="refund-${id}"
      type="number"
      inputmode="numeric"
      name="${id}"
      min="0"
      max="${max}"
      step="1"
      value="${max}"
    />`
}

function refundForm(
  { messages }: MerchantSpeech,
  { order, refundId }: TransactionView,
  payment: Payment,
): Markup | '' {
  const vnd = payment.vnd - order.refundedVnd
  const points = payment.points - order.refundedPoints
  if (refundId === undefined || vnd + points === 0) return ''
  return html`<form class="card" method="post" action="/merchant/refunds">
    <h2>${messages.refundThis}</h2>
    <p class="soft small">${messages.refundText}</p>
    <input type="hidden" name="orderId" value="${order.orderId}" />
    <input type="hidden" name="refundId" value="${refundId}" />
    ${amountInput('vnd', messages.amountInVnd, vnd)}
    ${amountInput('points', messages.points, points)}
    <label for="refund-note">${messages.refundNote}</label>
    <input id="refund-note" type="text" name="note" maxlength="200" />
    <button class="main wide">${messages.refundThis}</button>
  </form>`
}

function notices(speech: MerchantSpeech, { problem, done }: TransactionView): Markup | '' {
  const { messages } = speech
  if (problem !== undefined) {
    return html`<div class="notice bad" role="alert">${messages.refundRefused} ${problem}</div>`
  }
  if (done === undefined) return ''
  return html`<div class="notice good" role="status">
    ${messages.refundDone} <strong>${amountOf(speech, done.vnd, done.points)}</strong>
  </div>`
}

/** One transaction of a merchant, its refunds, and the form that refunds it. */
export function transactionPage(speech: MerchantSpeech, view: TransactionView): Markup {
  const { messages } = speech
  const { order } = view
  return page({
    ...speech,
    title: `${messages.transaction} ${order.orderId}`,
    path: `/merchant/transactions/${encodeURIComponent(order.orderId)}`,
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/transactions')}
      <h1>${messages.transaction} <code>${order.orderId}</code></h1>
      ${notices(speech, view)} ${factsCard(speech, view)} ${refundsCard(speech, view)}
      ${order.payment === null ? '' : refundForm(speech, view, order.payment)}
      <p><a class="button" href="/merchant/transactions">${messages.allTransactions}</a></p>`,
  })
}
