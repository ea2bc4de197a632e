import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import type { OrderFilter, OrderPage } from '../orders/search-orders.ts'
import { orderKinds } from '../orders/tables.ts'
import { formatPoints, formatTime, formatVnd } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { Store } from '../merchants/stores.ts'

/** States of an order, in the order of the list. */
export const orderStages = ['open', 'processing', 'paid', 'failed', 'expired'] as const

/** Everything that the page of the transactions shows. */
export interface TransactionsView extends OrderPage {
  readonly stores: readonly Store[]
  readonly filter: OrderFilter
  /** The filter as it was sent. */
  readonly fields: ReadonlyMap<string, string>
  /** Address of the next page; null on the last one. */
  readonly nextAddress: string | null
}

function choice(value: string, label: string, chosen: string | undefined): Markup {
  return html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${label}</option>`
}

function filterForm({ messages }: MerchantSpeech, view: TransactionsView): Markup {
  const { filter, fields, stores } = view
  return html`<form class="card" method="get" action="/merchant/transactions">
    <div class="grid">
      <p>
        <label for="q">${messages.searchText}</label>
        <input id="q" type="text" name="q" maxlength="64" value="${filter.text ?? ''}" />
      </p>
      <p>
        <label for="from">${messages.fromDay}</label>
        <input id="from" type="date" name="from" value="${fields.get('from') ?? ''}" />
      </p>
      <p>
        <label for="to">${messages.toDay}</label>
        <input id="to" type="date" name="to" value="${fields.get('to') ?? ''}" />
      </p>
      <p>
        <label for="store">${messages.storeCode}</label>
        <select id="store" name="store">
          ${choice('', messages.all, filter.storeCode)}
          ${stores.map(({ code, name }) => choice(code, `${code} ${name}`, filter.storeCode))}
        </select>
      </p>
      <p>
        <label for="kind">${messages.kind}</label>
        <select id="kind" name="kind">
          ${choice('', messages.all, filter.kind)}
          ${orderKinds.map((kind) => choice(kind, messages[`orderKind_${kind}`], filter.kind))}
        </select>
      </p>
      <p>
        <label for="stage">${messages.status}</label>
        <select id="stage" name="stage">
          ${choice('', messages.all, filter.stage)}
          ${orderStages.map((stage) => choice(stage, messages[`orderStage_${stage}`], filter.stage))}
        </select>
      </p>
    </div>
    <label class="choice plain">
      <input
        type="checkbox"
        name="refunded"
        value="yes"
        ${filter.isRefunded === true ? 'checked' : ''}
      />
      ${messages.onlyRefunded}
    </label>
    <button class="main wide">${messages.search}</button>
  </form>`
}

function orderRow(speech: MerchantSpeech, order: Order): Markup {
  const { messages, language } = speech
  const { orderId, orderReferenceId, kind, stage, storeCode, posCode } = order
  return html`<tr>
    <td data-label="${messages.order}">
      <div>
        <a href="/merchant/transactions/${encodeURIComponent(orderId)}"><code>${orderId}</code></a
        ><br /><span class="soft small">${orderReferenceId}</span>
      </div>
    </td>
    <td data-label="${messages.kind}">${messages[`orderKind_${kind}`]}</td>
    <td data-label="${messages.storeCode}">
      <div>
        ${storeCode}${posCode === null ? '' : html`<br /><span class="soft small">${posCode}</span>`}
      </div>
    </td>
    <td class="number" data-label="${messages.amount}">${formatVnd(order.amountVnd, language)}</td>
    <td class="${stage === 'paid' ? 'state-good' : ''}" data-label="${messages.status}">
      ${messages[`orderStage_${stage}`]}
    </td>
    <td class="number" data-label="${messages.refunded}">
      ${formatVnd(order.refundedVnd, language)}${order.refundedPoints > 0 ? ` + ${formatPoints(order.refundedPoints, speech)}` : ''}
    </td>
    <td data-label="${messages.time}">${formatTime(order.createdAt, language)}</td>
  </tr>`
}

function ordersCard(speech: MerchantSpeech, { orders, nextAddress }: TransactionsView): Markup {
  const { messages } = speech
  if (orders.length === 0) return html`<p class="card soft">${messages.noTransactions}</p>`
  return html`<section class="card" aria-labelledby="transactions">
    <div class="scroll" tabindex="0" role="region" aria-labelledby="transactions">
      <table class="stack">
        <thead>
          <tr>
            <th>${messages.order}</th>
            <th>${messages.kind}</th>
            <th>${messages.storeCode}</th>
            <th class="number">${messages.amount}</th>
            <th>${messages.status}</th>
            <th class="number">${messages.refunded}</th>
            <th>${messages.time}</th>
          </tr>
        </thead>
        <tbody>
          ${orders.map((order) => orderRow(speech, order))}
        </tbody>
      </table>
    </div>
    ${nextAddress === null ? '' : html`<a class="button wide" href="${nextAddress}">${messages.older}</a>`}
  </section>`
}

/** Path of the page with its filter, which is kept when the language is changed. */
function pathOf({ fields }: TransactionsView): string {
  const query = new URLSearchParams([...fields].filter(([name]) => name !== 'lang')).toString()
  return query === '' ? '/merchant/transactions' : `/merchant/transactions?${query}`
}

/** What was ordered and paid at a merchant, with filters. */
export function transactionsPage(speech: MerchantSpeech, view: TransactionsView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.transactions,
    path: pathOf(view),
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/transactions')}
      <h1 id="transactions">${messages.transactions}</h1>
      ${filterForm(speech, view)} ${ordersCard(speech, view)}`,
  })
}
