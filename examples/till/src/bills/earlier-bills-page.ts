import {
  clockOfTime,
  dayOfTime,
  formatNumber,
  formatVnd,
  type Markup,
  writtenDay,
} from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { BillOrder } from '../checkout/bill-order.ts'
import { maxListedOrders } from '../checkout/list-orders.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import type { Till } from '../till-settings.ts'
import { stageOf } from './bill-stage.ts'
import { type MoneyAndPoints, sumText } from './sum-text.ts'
import { dayOfPayment, type SumsOfBills } from './sums-of-bills.ts'

/** Bills of one page. */
export const shownBills = 100

/** The data of the page of a day's bills. */
export interface EarlierBills {
  readonly till: Till
  /** Day of Vietnam, `YYYY-MM-DD`. */
  readonly day: string
  /** The newest day that can be asked for. */
  readonly today: string
  /** What is searched for; empty when nothing is. */
  readonly typed: string
  /** The bills that were found, newest first. */
  readonly found: readonly BillOrder[]
  /** Number of bills before those of this page. */
  readonly from: number
  /** Sums of all bills that were paid on the day. */
  readonly sums: SumsOfBills
  /** Whether the day has more bills than are looked at. */
  readonly isCut: boolean
}

function searchForm({ day, today, typed }: EarlierBills, { messages }: Locale): Markup {
  return html`<form
    class="entry search screen-only"
    method="get"
    action="/till/earlier"
    role="search"
  >
    <label for="q">${messages.search}</label>
    <input id="q" name="q" value="${typed}" autocomplete="off" aria-describedby="q-hint" />
    <button>${messages.find}</button>
    <p class="soft" id="q-hint">${messages.searchHint}</p>
    <label for="day">${messages.day}</label>
    <input id="day" name="day" type="date" value="${day}" max="${today}" />
  </form>`
}

function listItem(bill: BillOrder, day: string, { language, messages }: Locale): Markup {
  const { id, amountVnd, state, createdAt, payment } = bill
  const stage = stageOf(state)
  const opened = dayOfTime(createdAt)
  const counted = dayOfPayment(bill) ?? day
  return html`<li>
    <a class="row" href="/till/bills/${id}"
      ><span>${clockOfTime(createdAt)}${opened === day ? '' : ` ${writtenDay(opened)}`}</span>
      <strong>${formatVnd(amountVnd, language)}</strong>
      <span class="chip ${stage}">${messages.stages[stage]}</span>
      <span class="soft"
        >${counted === day ? '' : `${messages.countsOn} ${writtenDay(counted)} · `}${payment?.transactionId ?? `…${id.slice(-12)}`}</span
      ></a
    >
  </li>`
}

function shiftSums(sums: SumsOfBills, locale: Locale): Markup {
  const { language, messages } = locale
  const textOf = (sum: MoneyAndPoints) => sumText(sum, locale) || formatVnd(0, language)
  const facts: readonly (readonly [string, string])[] = [
    [messages.paidBills, formatNumber(sums.paid, language)],
    [messages.taken, textOf(sums.taken)],
    [messages.givenBack, textOf(sums.returned)],
    [messages.leftOver, textOf(sums.left)],
    ...(sums.disputed === 0
      ? []
      : ([[messages.needLook, formatNumber(sums.disputed, language)]] as const)),
  ]
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/**
 * How many of the found bills the page has, also on paper, where the field of the search is not.
 */
function shownPart({ from, found, typed }: EarlierBills, { language }: Locale): Markup {
  const last = Math.min(from + shownBills, found.length)
  const [first, to, all] = [from + 1, last, found.length].map((n) => formatNumber(n, language))
  return html`<p class="soft" role="status">
    ${first}–${to} / ${all}${typed === '' ? '' : ` · “${typed}”`}
  </p>`
}

function furtherBills({ day, typed, from, found }: EarlierBills, { messages }: Locale): Markup {
  const next = from + shownBills
  const query = new URLSearchParams({ day, q: typed, from: String(next) })
  return found.length > next
    ? html`<p><a class="button" href="/till/earlier?${query.toString()}">${messages.older}</a></p>`
    : html``
}

/**
 * The bills of this till on a day, for a customer who comes back; and their sums, for the end of a
 * shift.
 */
export function earlierBillsPage(locale: Locale, view: EarlierBills): Markup {
  const { language, messages } = locale
  const { till, day, found, from, sums, isCut } = view
  const title = `${messages.billsOf} ${writtenDay(day)}`
  const shown = found.slice(from, from + shownBills)
  return page({
    ...locale,
    title,
    path: '/till/earlier',
    till,
    content: html`<section class="card">
      <h1 tabindex="-1">${title}</h1>
      ${searchForm(view, locale)}
      ${
        isCut
          ? html`<p class="problem">
              ${messages.cutBefore} ${formatNumber(maxListedOrders, language)} ${messages.cutAfter}
            </p>`
          : ''
      }
      ${
        shown.length === 0
          ? html`<p class="soft" role="status">${messages.noBills}</p>`
          : html`${shownPart(view, locale)}
              <ul class="lines bills">
                ${shown.map((bill) => listItem(bill, day, locale))}
              </ul>`
      }
      ${furtherBills(view, locale)}
      <h2>${messages.sums}</h2>
      ${shiftSums(sums, locale)}
      <p class="soft">${messages.sumsText}</p>
      <div class="actions">
        <a class="button main" href="/till">${messages.newBill}</a>
        <button type="button" data-print>${messages.printList}</button>
      </div>
    </section>`,
  })
}
