import { formatParts } from '../rows/amounts.ts'
import type { FileStore } from '../file-store.ts'
import type { Reconciliation } from '../outcome/reconciliation.ts'
import { formatAmounts, formatCount, formatDay } from '../summary/format-number.ts'
import { type Language, messages } from '../summary/messages.ts'
import type { Sums } from '../rows/control-totals.ts'
import { html, type Html, type HtmlValue } from './html.ts'

/** An amount in parts of a unit, with the digits grouped. */
function amountIn(parts: bigint, language: Language): string {
  return formatAmounts(formatParts(parts), language)
}

/** The table of the control totals of both sides. */
export function totalsTable({ totals }: Reconciliation, language: Language): Html {
  const words = messages[language]
  return html`<table>
    <thead>
      <tr>
        <th>${words.side}</th>
        <th>${words.kind}</th>
        <th class="number">${words.rows}</th>
        <th class="number">${words.amount}</th>
        <th class="number">${words.fee}</th>
        <th class="number">${words.tax}</th>
        <th class="number">${words.discount}</th>
      </tr>
    </thead>
    <tbody>
      ${(['partner', 'service'] as const).flatMap((side) =>
        totals[side].map(
          (total) =>
            html`<tr>
              <td>${words[side]}</td>
              <td>${total.currency}, ${words[total.type]}, ${words[total.status]}</td>
              <td class="number">${formatCount(total.rows, language)}</td>
              <td class="number">${amountIn(total.amount, language)}</td>
              <td class="number">${amountIn(total.fee, language)}</td>
              <td class="number">${amountIn(total.tax, language)}</td>
              <td class="number">${amountIn(total.discount, language)}</td>
            </tr>`,
        ),
      )}
    </tbody>
  </table>`
}

/** The table of the bridge: from the partner's amounts to the service's. */
export function bridgeTable({ bridge }: Reconciliation, language: Language): Html {
  const words = messages[language]
  const steps = ['00', '01', '02', '03', 'foreign', 'duplicate'] as const
  const cell = (sums: Sums, sign = 1n) =>
    html`<td class="number">${amountIn(sums.amount * sign, language)}</td>`
  return html`<table>
    <thead>
      <tr>
        <th>${words.kind}</th>
        <th class="number">${words.partner}</th>
        ${steps.map(
          (step) =>
            html`<th class="number">
              − ${step === 'duplicate' || step === 'foreign' ? words[step] : step}
            </th>`,
        )}
        <th class="number">= ${words.service}</th>
        <th class="number">${words.unexplained}</th>
      </tr>
    </thead>
    <tbody>
      ${bridge.lines.map(
        (line) =>
          html`<tr>
            <td>
              ${line.currency}, ${words[line.type]},
              ${line.isSuccess ? words.success : `${words.open}/${words.failed}`}
            </td>
            ${cell(line.partner)} ${steps.map((step) => cell(line.explained[step]))}
            ${cell(line.service)} ${cell(line.unexplained)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** A store and its terminal, as far as they are named. */
export function storeText({ mid, tid = '' }: FileStore): string {
  return [mid, tid].filter((code) => code !== '').join(', ')
}

/** Whether a transaction is a payment or a refund. */
export function kindText({ type }: { readonly type: '1' | '-1' }, language: Language): string {
  return messages[language][type === '1' ? 'payment' : 'refund']
}

/**
 * The tables of foreign transactions: the sums of each name, and the first transactions. Empty
 * without any.
 */
export function foreignTables({ foreign }: Reconciliation, language: Language): HtmlValue {
  const words = messages[language]
  if (foreign.transactions === 0) return ''
  return html`<h2>${words.foreignTitle}</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>${words.foreignAs}</th>
            <th>${words.kind}</th>
            <th class="number">${words.rows}</th>
            <th class="number">${words.amount}</th>
          </tr>
        </thead>
        <tbody>
          ${foreign.kinds.flatMap(({ name, totals }) =>
            totals.map(
              (total) =>
                html`<tr>
                  <td>${name}</td>
                  <td>${total.currency}, ${words[total.type]}</td>
                  <td class="number">${formatCount(total.rows, language)}</td>
                  <td class="number">${amountIn(total.amount, language)}</td>
                </tr>`,
            ),
          )}
        </tbody>
      </table>
    </div>
    ${foreign.transactions > foreign.listed.length ? html`<p>${words.foreignShown}</p>` : ''}
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>${words.foreignAs}</th>
            <th>${words.code}</th>
            <th>${words.invoice}</th>
            <th>${words.day}</th>
            <th>${words.store}</th>
            <th>${words.kind}</th>
            <th class="number">${words.amount}</th>
          </tr>
        </thead>
        <tbody>
          ${foreign.listed.map(
            (found) =>
              html`<tr>
                <td>${found.name}</td>
                <td>${found.walletCode}</td>
                <td>${found.invoiceCode}</td>
                <td>${formatDay(found.day)}</td>
                <td>${storeText(found)}</td>
                <td>${kindText(found, language)}</td>
                <td class="number">${formatAmounts(found.amount, language)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}
