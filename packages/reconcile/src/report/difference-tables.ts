import type { DifferenceSum } from '../outcome/difference-sums.ts'
import type { Difference } from '../outcome/outcome-tally.ts'
import type { Reconciliation } from '../outcome/reconciliation.ts'
import { bookedTexts } from '../summary/booked-texts.ts'
import { formatAmounts, formatCount, formatDay } from '../summary/format-number.ts'
import { columnNames, type Language, messages } from '../summary/messages.ts'
import { html, type Html, type HtmlValue } from './html.ts'
import { kindText, storeText } from './report-tables.ts'

function toDoText({ status, type }: DifferenceSum, language: Language): string {
  const words = messages[language]
  if (status === '03') return words.columnsDiffer
  return words[`${type === '1' ? 'payment' : 'refund'} ${status}`]
}

function bookedCells(
  booked: Pick<DifferenceSum, 'partner' | 'service'>,
  language: Language,
): Html[] {
  return bookedTexts(booked, language).map((text) => html`<td class="number">${text}</td>`)
}

/**
 * The money in the differences by status, with what to do about it; nothing where nothing differs.
 */
export function statusSumsTable({ differenceSums }: Reconciliation, language: Language): HtmlValue {
  const words = messages[language]
  if (differenceSums.byStatus.length === 0) return ''
  return html`<h2>${words.differenceSums}</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>${words.status}</th>
            <th>${words.kind}</th>
            <th class="number">${words.transactions}</th>
            <th class="number">${words.bookedByPartner}</th>
            <th class="number">${words.bookedByService}</th>
            <th class="number">${words.difference}</th>
            <th>${words.toDo}</th>
          </tr>
        </thead>
        <tbody>
          ${differenceSums.byStatus.map(
            (sum) =>
              html`<tr>
                <td>${sum.status} ${words[sum.status]}</td>
                <td>
                  ${kindText(sum, language)}${
                    sum.origin === 'carried' ? html`, ${words.stillOpen}` : ''
                  }
                </td>
                <td class="number">${formatCount(sum.transactions, language)}</td>
                ${bookedCells(sum, language)}
                <td>${toDoText(sum, language)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

/** The differences of each store; nothing where nothing differs. */
export function storeSumsTable({ differenceSums }: Reconciliation, language: Language): HtmlValue {
  const words = messages[language]
  const { byStore, otherStores } = differenceSums
  if (byStore.length === 0) return ''
  const others = otherStores === undefined ? [] : [{ ...otherStores, mid: words.otherStores }]
  return html`<h2>${words.byStore}</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>${words.storeOnly}</th>
            <th class="number">01</th>
            <th class="number">02</th>
            <th class="number">03</th>
            <th class="number">${words.bookedByPartner}</th>
            <th class="number">${words.bookedByService}</th>
            <th class="number">${words.difference}</th>
          </tr>
        </thead>
        <tbody>
          ${[...byStore, ...others].map(
            (store) =>
              html`<tr>
                <td>${store.mid === '' ? words.noStore : store.mid}</td>
                <td class="number">${formatCount(store.counts['01'], language)}</td>
                <td class="number">${formatCount(store.counts['02'], language)}</td>
                <td class="number">${formatCount(store.counts['03'], language)}</td>
                ${bookedCells(store, language)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

function differsText(found: Difference, language: Language): string {
  const names = columnNames[language]
  const { status, partnerAmount, serviceAmount, differs } = found
  const hasBoth = partnerAmount !== undefined && serviceAmount !== undefined
  const all = [...(hasBoth && status !== '03' ? (['status'] as const) : []), ...differs]
  return all.map((name) => names[name]).join(', ')
}

/** The table of the first differences. */
export function differencesTable({ differences }: Reconciliation, language: Language): Html {
  const words = messages[language]
  const side = (text: string | undefined) =>
    html`<td class="number">
      ${text === undefined ? words.missing : formatAmounts(text, language)}
    </td>`
  if (differences.length === 0) return html`<p>${words.noDifferences}</p>`
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th>${words.status}</th>
          <th>${words.code}</th>
          <th>${words.invoice}</th>
          <th>${words.kind}</th>
          <th>${words.day}</th>
          <th>${words.store}</th>
          <th class="number">${words.partner}</th>
          <th class="number">${words.service}</th>
          <th>${words.differs}</th>
        </tr>
      </thead>
      <tbody>
        ${differences.map(
          (found) =>
            html`<tr>
              <td title="${words[found.status]}">${found.status}</td>
              <td>${found.walletCode}</td>
              <td>${found.invoiceCode}</td>
              <td>${kindText(found, language)}</td>
              <td>${formatDay(found.day)}</td>
              <td>${storeText(found)}</td>
              ${side(found.partnerAmount)} ${side(found.serviceAmount)}
              <td>${differsText(found, language)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
