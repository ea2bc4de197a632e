import { maskPhone } from '@merchant-edge/contract/redaction'
import { html } from 'hono/html'
import type { Transfer } from '../transfers/transfers.ts'
import { formatTime, formatVnd, type Speech } from './language.ts'
import type { Markup } from './layout.ts'

/** What a phone shows of the transfers that merchants have made to its customers. */
export function receivedMoney({ texts, language }: Speech, transfers: readonly Transfer[]): Markup {
  return html`<section aria-labelledby="received">
    <h2 id="received">${texts.moneyReceived}</h2>
    ${transfers.length === 0 ? html`<p class="soft">${texts.noMoneyReceived}</p>` : ''}
    ${transfers.map(
      (transfer) =>
        html`<div class="notice good">
          <strong>+ ${formatVnd(transfer.amountVnd)}</strong> ${transfer.merchantName} <br /><span
            class="small"
            >${transfer.receiverName} ${maskPhone(transfer.receiverPhone)} ·
            ${formatTime(transfer.createdAt, language)}</span
          >
          ${transfer.description === '' ? '' : html`<br />${transfer.description}`}
        </div>`,
    )}
  </section>`
}
