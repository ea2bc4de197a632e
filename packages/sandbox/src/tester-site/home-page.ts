import { html } from 'hono/html'
import type { WalletWithPin } from '../wallets/wallets.ts'
import { formatPoints, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'

/** Table of the test customers with phone number, PIN and balances. */
function customersTable({ texts }: Speech, wallets: readonly WalletWithPin[]): Markup {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>${texts.customer}</th>
          <th>${texts.phoneNumber}</th>
          <th>${texts.pin}</th>
          <th class="number">${texts.balance}</th>
          <th class="number">${texts.points}</th>
          <th>${texts.status}</th>
        </tr>
      </thead>
      <tbody>
        ${wallets.map(
          (wallet) =>
            html`<tr>
              <td>${wallet.fullName}</td>
              <td>${wallet.phone}</td>
              <td><code>${wallet.pin}</code></td>
              <td class="number">${formatVnd(wallet.vnd)}</td>
              <td class="number">${formatPoints(wallet.points)}</td>
              <td class="${wallet.status === 'active' ? 'state-good' : 'state-bad'}">
                ${wallet.status === 'active' ? texts.active : texts.blocked}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Start page: what the sandbox is, links to its parts, and the test customers. */
export function homePage(speech: Speech, wallets: readonly WalletWithPin[]): Markup {
  const { texts } = speech
  const places = [
    ['/phone', texts.phone, texts.phoneAbout],
    ['/merchant', texts.merchantSite, texts.merchantAbout],
    ['/merchant/wallet', texts.walletAccount, texts.walletAccountAbout],
    ['/merchant/vouchers', texts.eVouchers, texts.eVouchersAbout],
    ['/merchant/loyalty', texts.loyalty, texts.loyaltyAbout],
    ['/merchant/sign-on', texts.signOnClients, texts.signOnClientsAbout],
    ['/merchant/daily-files', texts.dailyFiles, texts.dailyFilesAbout],
    ['/sign-on', texts.signOn, texts.signOnAbout],
    ['/callbacks', texts.callbacks, texts.callbacksAbout],
    ['/journal', texts.journal, texts.journalAbout],
  ] as const
  return page({
    ...speech,
    title: texts.home,
    path: '/',
    audience: 'tester',
    content: html`<section class="card">
        <h1>${texts.welcome}</h1>
        <p class="soft">${texts.welcomeText}</p>
        <h2>${texts.whatIsHere}</h2>
        <ul>
          ${places.map(
            ([path, name, about]) => html`<li><a href="${path}">${name}</a>: ${about}</li>`,
          )}
        </ul>
      </section>
      <section class="card">
        <h2>${texts.testCustomers}</h2>
        ${customersTable(speech, wallets)}
      </section>`,
  })
}
