import { html } from 'hono/html'
import type { WalletWithPin } from '../wallets/wallets.ts'
import { formatNumber, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'

/** Table of the test customers with phone number, PIN and balances. */
function customersTable({ messages, language }: Speech, wallets: readonly WalletWithPin[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${messages.testCustomers}">
    <table class="stack">
      <thead>
        <tr>
          <th>${messages.customer}</th>
          <th>${messages.phoneNumber}</th>
          <th>${messages.pin}</th>
          <th class="number">${messages.balance}</th>
          <th class="number">${messages.points}</th>
          <th>${messages.status}</th>
        </tr>
      </thead>
      <tbody>
        ${wallets.map(
          (wallet) =>
            html`<tr>
              <td data-label="${messages.customer}">${wallet.fullName}</td>
              <td data-label="${messages.phoneNumber}">${wallet.phone}</td>
              <td data-label="${messages.pin}"><code>${wallet.pin}</code></td>
              <td class="number" data-label="${messages.balance}">
                ${formatVnd(wallet.vnd, language)}
              </td>
              <td class="number" data-label="${messages.points}">
                ${formatNumber(wallet.points, language)}
              </td>
              <td
                class="${wallet.status === 'active' ? 'state-good' : 'state-bad'}"
                data-label="${messages.status}"
              >
                ${wallet.status === 'active' ? messages.active : messages.blocked}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** What the start page shows. */
export interface HomeView {
  readonly wallets: readonly WalletWithPin[]
  /** Path of the log-out form; left out when there is no log-in. */
  readonly logOutPath?: string
}

function logOutForm({ messages }: Speech, { logOutPath }: HomeView): Markup | '' {
  if (logOutPath === undefined) return ''
  return html`<form method="post" action="${logOutPath}">
    <button class="small">${messages.logOut}</button>
  </form>`
}

/** Start page: what the sandbox is, links to its parts, and the test customers. */
export function homePage(speech: Speech, view: HomeView): Markup {
  const { messages } = speech
  const places = [
    ['/phone', messages.phone, messages.phoneAbout],
    ['/merchants', messages.merchants, messages.merchantsAbout],
    ['/merchant', messages.merchantSite, messages.merchantAbout],
    ['/merchant/wallet', messages.walletAccount, messages.walletAccountAbout],
    ['/merchant/vouchers', messages.eVouchers, messages.eVouchersAbout],
    ['/merchant/loyalty', messages.loyalty, messages.loyaltyAbout],
    ['/merchant/sign-on', messages.signOnClients, messages.signOnClientsAbout],
    ['/merchant/daily-files', messages.dailyFiles, messages.dailyFilesAbout],
    ['/sign-on', messages.signOn, messages.signOnAbout],
    ['/callbacks', messages.callbacks, messages.callbacksAbout],
    ['/journal', messages.journal, messages.journalAbout],
  ] as const
  return page({
    ...speech,
    title: messages.home,
    path: '/',
    audience: 'tester',
    content: html`<section class="card">
        <h1>${messages.welcome}</h1>
        <p class="soft">${messages.welcomeText}</p>
        <h2>${messages.whatIsHere}</h2>
        <ul>
          ${places.map(
            ([path, name, about]) => html`<li><a href="${path}">${name}</a>: ${about}</li>`,
          )}
        </ul>
      </section>
      <section class="card">
        <h2>${messages.testCustomers}</h2>
        ${customersTable(speech, view.wallets)}
      </section>
      ${logOutForm(speech, view)}`,
  })
}
