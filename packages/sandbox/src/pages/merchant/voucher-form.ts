import { html } from 'hono/html'
import type { Store } from '../../merchants/stores.ts'
import type { Speech } from '../language.ts'
import type { Markup } from '../layout.ts'

/** The form that issues a voucher. */
export function voucherForm({ texts }: Speech, stores: readonly Store[]): Markup {
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
