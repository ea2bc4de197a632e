import { html } from 'hono/html'
import type { Store } from '../merchants/stores.ts'
import { formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections } from '../page-frame/merchant-sections.ts'
import type { Voucher } from './vouchers.ts'

/** Everything that the list of vouchers shows. */
export interface VouchersView {
  readonly vouchers: readonly Voucher[]
  /** Stores of the merchant, to choose one that takes a new voucher. */
  readonly stores: readonly Store[]
  /** What was wrong with the last input. */
  readonly problem?: string
}

function discountText({ discountType, discountValue }: Voucher): string {
  if (discountType === 'amount') return formatVnd(discountValue)
  return `${new Intl.NumberFormat('vi-VN').format(discountValue)} %`
}

function stateText({ texts, language }: Speech, { state, use }: Voucher): Markup {
  const tone = { active: 'state-good', used: 'soft', revoked: 'state-bad', expired: 'state-bad' }
  return html`<span class="${tone[state]}">${texts[`voucherState_${state}`]}</span> ${
      use === null
        ? ''
        : html`<br /><span class="soft small"
              >${formatTime(use.usedAt, language)}<br />${use.redeemRefId}</span
            >`
    }`
}

function withdrawCell({ texts }: Speech, { serial, state }: Voucher): Markup {
  if (state !== 'active') return html`<td></td>`
  return html`<td>
    <form method="post" action="/merchant/vouchers/withdraw">
      <input type="hidden" name="serial" value="${serial}" />
      <button class="small danger" aria-label="${texts.withdraw} ${serial}">
        ${texts.withdraw}
      </button>
    </form>
  </td>`
}

function voucherRow(speech: Speech, voucher: Voucher): Markup {
  const { texts, language } = speech
  const { minOrderVnd, availableFrom, availableTo } = voucher
  const minOrder =
    minOrderVnd === 0 ? texts.anyOrder : `${texts.minOrder} ${formatVnd(minOrderVnd)}`
  return html`<tr>
    <td data-label="${texts.voucher}">
      <div>
        <code>${voucher.serial}</code><br /><span class="soft small"
          >${voucher.merchantVoucherCode}</span
        >
      </div>
    </td>
    <td data-label="${texts.discount}">
      <div>${discountText(voucher)}<br /><span class="soft small">${minOrder}</span></div>
    </td>
    <td data-label="${texts.status}"><div>${stateText(speech, voucher)}</div></td>
    <td class="small" data-label="${texts.validFromTo}">
      <div>${formatTime(availableFrom, language)}<br />– ${formatTime(availableTo, language)}</div>
    </td>
    <td class="small" data-label="${texts.conditions}">
      <div>
        ${voucher.storeCode ?? texts.everyStore}${
          voucher.applyInHoliday ? '' : html`<br />${texts.notOnHolidays}`
        }
      </div>
    </td>
    ${withdrawCell(speech, voucher)}
  </tr>`
}

function vouchersTable(speech: Speech, vouchers: readonly Voucher[]): Markup {
  const { texts } = speech
  if (vouchers.length === 0) return html`<p class="soft">${texts.noVouchers}</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="vouchers">
    <table class="stack">
      <thead>
        <tr>
          <th>${texts.voucher}</th>
          <th>${texts.discount}</th>
          <th>${texts.status}</th>
          <th>${texts.validFromTo}</th>
          <th>${texts.conditions}</th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${vouchers.map((voucher) => voucherRow(speech, voucher))}
      </tbody>
    </table>
  </div>`
}

/** The e-vouchers of the merchant: what became of them, and new ones. */
export function vouchersPage(speech: Speech, view: VouchersView): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.eVouchers,
    path: '/merchant/vouchers',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/vouchers')}
      <h1 id="vouchers">${texts.eVouchers}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">${texts.invalidInput} ${view.problem}</div>`
      }
      <section class="card">
        ${vouchersTable(speech, view.vouchers)} ${voucherForm(speech, view.stores)}
      </section>`,
  })
}

/** The form that issues a voucher. */
function voucherForm({ texts }: Speech, stores: readonly Store[]): Markup {
  return html`<details>
    <summary>${texts.newVoucher}</summary>
    <form method="post" action="/merchant/vouchers">
      <label for="voucher-serial">${texts.serialOptional}</label>
      <input
        id="voucher-serial"
        type="text"
        name="serial"
        maxlength="64"
        pattern="[!-~]{1,64}"
        autocomplete="off"
      />
      <label for="voucher-code">${texts.voucherCode}</label>
      <input
        id="voucher-code"
        type="text"
        name="merchantVoucherCode"
        required
        maxlength="64"
        pattern="[!-~]{1,64}"
      />
      <label for="voucher-type">${texts.discountType}</label>
      <select id="voucher-type" name="discountType">
        <option value="amount">${texts.amountOff}</option>
        <option value="percent">${texts.percentOfOrder}</option>
      </select>
      <label for="voucher-value">${texts.discountValue}</label>
      <input
        id="voucher-value"
        type="number"
        inputmode="decimal"
        name="discountValue"
        required
        min="0"
        step="any"
      />
      <label for="voucher-min">${texts.minOrderVnd}</label>
      <input
        id="voucher-min"
        type="number"
        inputmode="numeric"
        name="minOrderVnd"
        min="0"
        step="1"
        value="0"
      />
      <label for="voucher-from">${texts.validFrom}</label>
      <input id="voucher-from" type="date" name="from" />
      <label for="voucher-to">${texts.validTo}</label>
      <input id="voucher-to" type="date" name="to" required />
      <label for="voucher-store">${texts.storeThatTakesIt}</label>
      <select id="voucher-store" name="storeCode">
        <option value="">${texts.everyStore}</option>
        ${stores.map(({ code, name }) => html`<option value="${code}">${code} ${name}</option>`)}
      </select>
      <div class="choices">
        <label class="choice">
          <input type="checkbox" name="applyInHoliday" checked />
          <span>${texts.holdsOnHolidays}</span>
        </label>
      </div>
      <button class="main wide">${texts.create}</button>
    </form>
  </details>`
}
