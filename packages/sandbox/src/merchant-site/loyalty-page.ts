import { html } from 'hono/html'
import { newFormId } from '../merchant-staff/sent-forms.ts'
import type { GiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import type { StockLevel } from '../gift-codes/gift-code-stock.ts'
import { type Member, tiers } from '../members/members.ts'
import { formatNumber, formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { type Markup, page } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { TopUp } from '../top-ups/top-ups.ts'

/** What the card about gift codes shows. */
export interface GiftCodesView {
  readonly stock: readonly StockLevel[]
  /** Newest first. */
  readonly giftCodeOrders: readonly GiftCodeOrder[]
}

function stockTable({ messages, language }: Speech, stock: readonly StockLevel[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${messages.giftCodes}">
    <table>
      <thead>
        <tr>
          <th class="number">${messages.faceValue}</th>
          <th class="number">${messages.inStock}</th>
          <th class="number">${messages.soldCodes}</th>
          <th class="number">${messages.usedCodes}</th>
          <th class="number">${messages.expiredCodes}</th>
        </tr>
      </thead>
      <tbody>
        ${stock.map(
          (level) =>
            html`<tr>
              <td class="number">${formatVnd(Number(level.cardType) * 1000, language)}</td>
              ${[level.inStock, level.sold, level.used, level.expired].map(
                (count) => html`<td class="number">${formatNumber(count, language)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function ordersTable({ messages, language }: Speech, orders: readonly GiftCodeOrder[]): Markup {
  return html`<div
    class="scroll"
    tabindex="0"
    role="region"
    aria-label="${messages.giftCodeOrders}"
  >
    <table>
      <thead>
        <tr>
          <th>${messages.time}</th>
          <th>${messages.order}</th>
          <th>${messages.storeCode}</th>
        </tr>
      </thead>
      <tbody>
        ${orders.map(
          (order) =>
            html`<tr>
              <td>${formatTime(order.createdAt, language)}</td>
              <td><code>${order.merchantOrderId}</code></td>
              <td><code>${order.storeCode}</code> <code class="soft">${order.posCode}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Gift codes by face value, a form that adds some, and who has ordered. */
function giftCodesCard(speech: Speech, view: GiftCodesView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="gift-codes">
    <h2 id="gift-codes">${messages.giftCodes}</h2>
    ${stockTable(speech, view.stock)}
    <details>
      <summary>${messages.addGiftCodes}</summary>
      <form method="post" action="/merchant/loyalty/gift-codes">
        <input type="hidden" name="formId" value="${newFormId()}" />
        <label for="card-type">${messages.faceValueThousand}</label>
        <input id="card-type" type="number" name="cardType" min="50" max="10000" required />
        <label for="quantity">${messages.quantity}</label>
        <input id="quantity" type="number" name="quantity" min="1" max="1000" required />
        <label for="last-day">${messages.lastDay}</label>
        <input id="last-day" type="date" name="expireDate" />
        <button class="main wide">${messages.create}</button>
      </form>
    </details>
    <h3>${messages.giftCodeOrders}</h3>
    ${
      view.giftCodeOrders.length === 0
        ? html`<p class="soft">${messages.noGiftCodeOrders}</p>`
        : ordersTable(speech, view.giftCodeOrders)
    }
  </section>`
}

/** Everything that the loyalty page shows. */
export interface LoyaltyView {
  readonly members: readonly Member[]
  /** Newest first. */
  readonly topUps: readonly TopUp[]
  /** Points that the merchant has left to give away. */
  readonly pointsLeft: number
  readonly stock: readonly StockLevel[]
  /** Newest first. */
  readonly giftCodeOrders: readonly GiftCodeOrder[]
  /** Message about an error in the last form. */
  readonly problem?: string
}

function stateText({ messages }: Speech, state: 'A' | 'I' | 'B'): Markup {
  const tone = state === 'A' ? 'state-good' : 'state-bad'
  return html`<span class="${tone}">${messages[`loyaltyState_${state}`]}</span>`
}

const nextAccountStatus = { A: 'I', I: 'B', B: 'A' } as const

function memberRow(speech: Speech, member: Member): Markup {
  const { messages, language } = speech
  const switches = [
    [`card:${member.cardStatus === 'A' ? 'I' : 'A'}`, messages.switchCard],
    [`account:${nextAccountStatus[member.accountStatus]}`, messages.switchAccount],
    [`risk:${!member.isAtRisk}`, messages.switchRisk],
  ] as const
  return html`<tr>
    <td data-label="${messages.customer}">
      <div>${member.fullName}<br /><span class="soft small">${member.phone}</span></div>
    </td>
    <td data-label="${messages.tier}">
      <div>${tiers[member.tierCode].name}<br /><code class="soft">${member.memberCode}</code></div>
    </td>
    <td class="number" data-label="${messages.points}">${formatNumber(member.points, language)}</td>
    <td data-label="${messages.card}">
      <div>
        ${stateText(speech, member.cardStatus)}<br /><code class="soft">${member.cardNumber}</code>
      </div>
    </td>
    <td data-label="${messages.account}">
      <div>
        ${stateText(speech, member.accountStatus)}
        ${member.isAtRisk ? html`<br /><span class="state-bad">${messages.atRisk}</span>` : ''}
      </div>
    </td>
    <td data-label="${messages.switchStates}">
      <form method="post" action="/merchant/loyalty/members" class="row">
        <input type="hidden" name="memberCode" value="${member.memberCode}" />
        ${switches.map(
          ([what, label]) =>
            html`<button class="small" name="switch" value="${what}">${label}</button>`,
        )}
      </form>
    </td>
  </tr>`
}

function membersCard(speech: Speech, { members }: LoyaltyView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="members">
    <h2 id="members">${messages.members}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="members">
      <table class="stack">
        <thead>
          <tr>
            <th>${messages.customer}</th>
            <th>${messages.tier}</th>
            <th class="number">${messages.points}</th>
            <th>${messages.card}</th>
            <th>${messages.account}</th>
            <th>${messages.switchStates}</th>
          </tr>
        </thead>
        <tbody>
          ${members.map((member) => memberRow(speech, member))}
        </tbody>
      </table>
    </div>
  </section>`
}

function topUpRow(
  { messages, language }: Speech,
  topUp: TopUp,
  members: readonly Member[],
): Markup {
  const member = members.find(({ walletId }) => walletId === topUp.walletId)
  const tone = topUp.status === 'SUCCESS' ? 'state-good' : 'state-bad'
  return html`<tr>
    <td>${formatTime(topUp.createdAt, language)}</td>
    <td>
      <code>${topUp.txnId}</code>
      ${topUp.receipt === null ? '' : html`<br /><span class="soft small">${messages.withReceipt}</span>`}
    </td>
    <td>${member?.fullName ?? topUp.walletId}</td>
    <td class="number">${formatNumber(topUp.points, language)}</td>
    <td>
      <span class="${tone}">${messages[`topUpState_${topUp.status}`]}</span>
      ${topUp.failure === null ? '' : html`<br /><code class="soft">${topUp.failure}</code>`}
    </td>
  </tr>`
}

function topUpsCard(speech: Speech, { topUps, pointsLeft, members }: LoyaltyView): Markup {
  const { messages, language } = speech
  const table = html`<div
    class="scroll"
    tabindex="0"
    role="region"
    aria-label="${messages.pointTopUps}"
  >
    <table>
      <thead>
        <tr>
          <th>${messages.time}</th>
          <th>txn_id</th>
          <th>${messages.customer}</th>
          <th class="number">${messages.points}</th>
          <th>${messages.status}</th>
        </tr>
      </thead>
      <tbody>
        ${topUps.map((topUp) => topUpRow(speech, topUp, members))}
      </tbody>
    </table>
  </div>`
  return html`<section class="card" aria-labelledby="point-top-ups">
    <h2 id="point-top-ups">${messages.pointTopUps}</h2>
    <p class="soft">${messages.pointsLeft} ${formatNumber(pointsLeft, language)}</p>
    ${topUps.length === 0 ? html`<p class="soft">${messages.noPointTopUps}</p>` : table}
  </section>`
}

/** The loyalty part of the merchant site: members, points that were given away, gift codes. */
export function loyaltyPage(speech: MerchantSpeech, view: LoyaltyView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.loyalty,
    path: '/merchant/loyalty',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/loyalty')}
      <h1>${messages.loyalty}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">
              ${messages.invalidInput} ${view.problem}
            </div>`
      }
      ${membersCard(speech, view)} ${giftCodesCard(speech, view)} ${topUpsCard(speech, view)}`,
  })
}
