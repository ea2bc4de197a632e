import { html } from 'hono/html'
import { newFormId } from '../merchant-staff/sent-forms.ts'
import type { Store } from '../merchants/stores.ts'
import { formatNumber, formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { Voucher } from './vouchers.ts'

/** Everything that the list of vouchers shows. */
export interface VouchersView {
  readonly vouchers: readonly Voucher[]
  /** Stores of the merchant, to choose one that takes a new voucher. */
  readonly stores: readonly Store[]
  /** Message about an error in the last form. */
  readonly problem?: string
}

function discountText({ language }: Speech, { discountType, discountValue }: Voucher): string {
  if (discountType === 'amount') return formatVnd(discountValue, language)
  return `${formatNumber(discountValue, language)} %`
}

function stateText({ messages, language }: Speech, { state, use }: Voucher): Markup {
  const tone = { active: 'state-good', used: 'soft', revoked: 'state-bad', expired: 'state-bad' }
  return html`<span class="${tone[state]}">${messages[`voucherState_${state}`]}</span> ${
      use === null
        ? ''
        : html`<br /><span class="soft small"
              >${formatTime(use.usedAt, language)}<br />${use.redeemRefId}</span
            >`
    }`
}

function withdrawCell({ messages }: Speech, { serial, state }: Voucher): Markup {
  if (state !== 'active') return html`<td></td>`
  return html`<td>
    <form method="post" action="/merchant/vouchers/withdraw">
      <input type="hidden" name="serial" value="${serial}" />
      <button class="small danger" aria-label="${messages.withdraw} ${serial}">
        ${messages.withdraw}
      </button>
    </form>
  </td>`
}

function voucherRow(speech: Speech, voucher: Voucher): Markup {
  const { messages, language } = speech
  const { minOrderVnd, availableFrom, availableTo } = voucher
  const minOrder =
    minOrderVnd === 0
      ? messages.anyOrder
      : `${messages.minOrder} ${formatVnd(minOrderVnd, language)}`
  return html`<tr>
    <td data-label="${messages.voucher}">
      <div>
        <code>${voucher.serial}</code><br /><span class="soft small"
          >${voucher.merchantVoucherCode}</span
        >
      </div>
    </td>
    <td data-label="${messages.discount}">
      <div>${discountText(speech, voucher)}<br /><span class="soft small">${minOrder}</span></div>
    </td>
    <td data-label="${messages.status}"><div>${stateText(speech, voucher)}</div></td>
    <td class="small" data-label="${messages.validFromTo}">
      <div>${formatTime(availableFrom, language)}<br />– ${formatTime(availableTo, language)}</div>
    </td>
    <td class="small" data-label="${messages.conditions}">
      <div>
        ${voucher.storeCode ?? messages.everyStore}${
          voucher.applyInHoliday ? '' : html`<br />${messages.notOnHolidays}`
        }
      </div>
    </td>
    ${withdrawCell(speech, voucher)}
  </tr>`
}

function vouchersTable(speech: Speech, vouchers: readonly Voucher[]): Markup {
  const { messages } = speech
  if (vouchers.length === 0) return html`<p class="soft">${messages.noVouchers}</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="vouchers">
    <table class="stack">
      <thead>
        <tr>
          <th>${messages.voucher}</th>
          <th>${messages.discount}</th>
          <th>${messages.status}</th>
          <th>${messages.validFromTo}</th>
          <th>${messages.conditions}</th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${vouchers.map((voucher) => voucherRow(speech, voucher))}
      </tbody>
    </table>
  </div>`
}

/** The e-vouchers of the merchant with their states, and a form for a new one. */
export function vouchersPage(speech: MerchantSpeech, view: VouchersView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.eVouchers,
    path: '/merchant/vouchers',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/vouchers')}
      <h1 id="vouchers">${messages.eVouchers}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">
              ${messages.invalidInput} ${view.problem}
            </div>`
      }
      <section class="card">
        ${vouchersTable(speech, view.vouchers)} ${voucherForm(speech, view.stores)}
      </section>`,
  })
}

/** The form that issues a voucher. */
function voucherForm({ messages }: Speech, stores: readonly Store[]): Markup {
  return html`<details>
    <summary>${messages.newVoucher}</summary>
    <form method="post" action="/merchant/vouchers">
      <input type="hidden" name="formId" value="${newFormId()}" />
      <label for="voucher-serial">${messages.serialOptional}</label>
      <input
        id="voucher-serial"
        type="text"
        name="serial"
        maxlength="64"
        pattern="[!-~]{1,64}"
        autocomplete="off"
      />
      <label for="voucher-code">${messages.voucherCode}</label>
      <input
        id="voucher-code"
        type="text"
        name="merchantVoucherCode"
        required
        maxlength="64"
        pattern="[!-~]{1,64}"
      />
      <label for="voucher-type">${messages.discountType}</label>
      <select id="voucher-type" name="discountType">
        <option value="amount">${messages.amountOff}</option>
        <option value="percent">${messages.percentOfOrder}</option>
      </select>
      <label for="voucher-value">${messages.discountValue}</label>
      <input
        id="voucher-value"
        type="number"
        inputmode="decimal"
        name="discountValue"
        required
        min="0"
        step="any"
      />
      <label for="voucher-min">${messages.minOrderVnd}</label>
      <input
        id="voucher-min"
        type="number"
        inputmode="numeric"
        name="minOrderVnd"
        min="0"
        step="1"
        value="0"
      />
      <label for="voucher-from">${messages.validFrom}</label>
      <input id="voucher-from" type="date" name="from" />
      <label for="voucher-to">${messages.validTo}</label>
      <input id="voucher-to" type="date" name="to" required />
      <label for="voucher-store">${messages.storeThatTakesIt}</label>
      <select id="voucher-store" name="storeCode">
        <option value="">${messages.everyStore}</option>
        ${stores.map(({ code, name }) => html`<option value="${code}">${code} ${name}</option>`)}
      </select>
      <div class="choices">
        <label class="choice">
          <input type="checkbox" name="applyInHoliday" checked />
          <span>${messages.holdsOnHolidays}</span>
        </label>
      </div>
      <button class="main wide">${messages.create}</button>
    </form>
  </details>`
}
