import { html } from 'hono/html'
import { newFormId } from '../merchant-staff/sent-forms.ts'
import type { BankTopUp } from '../merchant-accounts/bank-top-ups.ts'
import type { MerchantAccount } from '../merchant-accounts/merchant-accounts.ts'
import type { Transfer } from '../transfers/transfers.ts'
import { formatPhone, formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'

/** Everything that the wallet account shows. */
export interface WalletAccountView {
  readonly accounts: readonly MerchantAccount[]
  readonly topUps: readonly BankTopUp[]
  readonly transfers: readonly Transfer[]
  /** Message about an error in the last form. */
  readonly problem?: string
}

function notice({ messages, language }: Speech, topUp: BankTopUp): Markup {
  return html`<div class="notice good row" role="status">
    <span
      >${messages.moneyArrived} <strong>${formatVnd(topUp.amountVnd, language)}</strong> →
      <code>${topUp.merchantAccountId}</code></span
    >
    <form method="post" action="/merchant/wallet/notices">
      <input type="hidden" name="id" value="${topUp.id}" />
      <button class="small">${messages.noticeRead}</button>
    </form>
  </div>`
}

function accountCard({ messages, language }: Speech, account: MerchantAccount): Markup {
  const { id, status } = account
  return html`<section class="card" aria-labelledby="account-${id}">
    <h2 id="account-${id}">${account.name} <code>${id}</code></h2>
    <p class="amount">${formatVnd(account.vnd, language)}</p>
    <p class="${status === 'active' ? 'state-good' : 'state-bad'}">
      ${messages[`accountState_${status}`]}
    </p>
    <form method="post" action="/merchant/wallet/top-ups">
      <h3>${messages.topUpByBank}</h3>
      <p class="soft small">${messages.topUpByBankText}</p>
      <input type="hidden" name="formId" value="${newFormId()}" />
      <input type="hidden" name="accountId" value="${id}" />
      <label for="amount-${id}">${messages.amountInVnd}</label>
      <input
        id="amount-${id}"
        type="number"
        inputmode="numeric"
        name="amountVnd"
        required
        min="1"
        max="1000000000000"
        step="1"
      />
      <button class="main wide">${messages.sendFromBank}</button>
    </form>
  </section>`
}

function topUpRow({ messages, language }: Speech, topUp: BankTopUp): Markup {
  const isPending = topUp.state === 'pending'
  return html`<tr>
    <td data-label="${messages.bankTransfer}">
      <div>
        <code>${topUp.id}</code><br /><span class="soft small">${topUp.merchantAccountId}</span>
      </div>
    </td>
    <td class="number" data-label="${messages.amount}">${formatVnd(topUp.amountVnd, language)}</td>
    <td class="${isPending ? '' : 'state-good'}" data-label="${messages.status}">
      ${isPending ? messages.onTheWay : messages.credited}
    </td>
    <td data-label="${messages.time}">
      ${formatTime(topUp.creditedAt ?? topUp.createdAt, language)}
    </td>
    ${
      isPending
        ? html`<td>
            <form method="post" action="/merchant/wallet/top-ups/credit">
              <input type="hidden" name="id" value="${topUp.id}" />
              <button class="small">${messages.letArrive}</button>
            </form>
          </td>`
        : html`<td></td>`
    }
  </tr>`
}

function topUpsCard(speech: Speech, topUps: readonly BankTopUp[]): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="bank-transfers">
    <h2 id="bank-transfers">${messages.bankTransfers}</h2>
    ${
      topUps.length === 0
        ? html`<p class="soft">${messages.noBankTransfers}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="bank-transfers">
            <table class="stack">
              <thead>
                <tr>
                  <th>${messages.bankTransfer}</th>
                  <th class="number">${messages.amount}</th>
                  <th>${messages.status}</th>
                  <th>${messages.time}</th>
                  <th></th>
                </tr>
              </thead>
              <tbody>
                ${topUps.map((topUp) => topUpRow(speech, topUp))}
              </tbody>
            </table>
          </div>`
    }
  </section>`
}

function transferRow({ messages, language }: Speech, transfer: Transfer): Markup {
  return html`<tr>
    <td data-label="${messages.receiver}">
      <div>
        ${transfer.receiverName}<br /><span class="soft small"
          >${formatPhone(transfer.receiverPhone)}</span
        >
      </div>
    </td>
    <td class="number" data-label="${messages.amount}">
      ${formatVnd(transfer.amountVnd, language)}
    </td>
    <td class="number" data-label="${messages.balanceAfter}">
      ${formatVnd(transfer.postBalanceVnd, language)}
    </td>
    <td data-label="${messages.description}">
      <div>${transfer.description}<br /><code>${transfer.merchantTransactionId}</code></div>
    </td>
    <td data-label="${messages.time}">${formatTime(transfer.createdAt, language)}</td>
  </tr>`
}

function transfersCard(speech: Speech, transfers: readonly Transfer[]): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="transfers">
    <h2 id="transfers">${messages.transfersToCustomers}</h2>
    ${
      transfers.length === 0
        ? html`<p class="soft">${messages.noTransfers}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="transfers">
            <table class="stack">
              <thead>
                <tr>
                  <th>${messages.receiver}</th>
                  <th class="number">${messages.amount}</th>
                  <th class="number">${messages.balanceAfter}</th>
                  <th>${messages.description}</th>
                  <th>${messages.time}</th>
                </tr>
              </thead>
              <tbody>
                ${transfers.map((transfer) => transferRow(speech, transfer))}
              </tbody>
            </table>
          </div>`
    }
  </section>`
}

/** The merchant's own wallet accounts: balances, bank top-ups, transfers to customers. */
export function walletAccountPage(speech: MerchantSpeech, view: WalletAccountView): Markup {
  const { messages } = speech
  const news = view.topUps.filter(({ state, isNoticed }) => state === 'credited' && !isNoticed)
  return page({
    ...speech,
    title: messages.walletAccount,
    path: '/merchant/wallet',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/wallet')}
      <h1>${messages.walletAccount}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">
              ${messages.invalidInput} ${view.problem}
            </div>`
      }
      ${news.map((topUp) => notice(speech, topUp))}
      ${view.accounts.length === 0 ? html`<p class="soft">${messages.noAccounts}</p>` : ''}
      ${view.accounts.map((account) => accountCard(speech, account))}
      ${topUpsCard(speech, view.topUps)} ${transfersCard(speech, view.transfers)}`,
  })
}
