import { html } from 'hono/html'
import type { GiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import type { StockLevel } from '../gift-codes/gift-code-stock.ts'
import { type Member, tiers } from '../members/members.ts'
import { formatPoints, formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { type Markup, page } from '../page-frame/layout.ts'
import { merchantSections } from '../page-frame/merchant-sections.ts'
import type { TopUp } from '../top-ups/top-ups.ts'

/** What the card about gift codes shows. */
export interface GiftCodesView {
  readonly stock: readonly StockLevel[]
  /** Newest first. */
  readonly giftCodeOrders: readonly GiftCodeOrder[]
}

function stockTable({ texts }: Speech, stock: readonly StockLevel[]): Markup {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th class="number">${texts.faceValue}</th>
          <th class="number">${texts.inStock}</th>
          <th class="number">${texts.soldCodes}</th>
          <th class="number">${texts.usedCodes}</th>
          <th class="number">${texts.expiredCodes}</th>
        </tr>
      </thead>
      <tbody>
        ${stock.map(
          (level) =>
            html`<tr>
              <td class="number">${formatVnd(Number(level.cardType) * 1000)}</td>
              ${[level.inStock, level.sold, level.used, level.expired].map(
                (count) => html`<td class="number">${formatPoints(count)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function ordersTable({ texts, language }: Speech, orders: readonly GiftCodeOrder[]): Markup {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>${texts.time}</th>
          <th>${texts.order}</th>
          <th>${texts.storeCode}</th>
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
  const { texts } = speech
  return html`<section class="card" aria-labelledby="gift-codes">
    <h2 id="gift-codes">${texts.giftCodes}</h2>
    ${stockTable(speech, view.stock)}
    <details>
      <summary>${texts.addGiftCodes}</summary>
      <form method="post" action="/merchant/loyalty/gift-codes">
        <label for="card-type">${texts.faceValueThousand}</label>
        <input id="card-type" type="number" name="cardType" min="50" max="10000" required />
        <label for="quantity">${texts.quantity}</label>
        <input id="quantity" type="number" name="quantity" min="1" max="1000" required />
        <label for="last-day">${texts.lastDay}</label>
        <input id="last-day" type="date" name="expireDate" />
        <button class="main wide">${texts.create}</button>
      </form>
    </details>
    <h3>${texts.giftCodeOrders}</h3>
    ${
      view.giftCodeOrders.length === 0
        ? html`<p class="soft">${texts.noGiftCodeOrders}</p>`
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
  /** What was wrong with the last input. */
  readonly problem?: string
}

function stateText({ texts }: Speech, state: 'A' | 'I' | 'B'): Markup {
  const tone = state === 'A' ? 'state-good' : 'state-bad'
  return html`<span class="${tone}">${texts[`loyaltyState_${state}`]}</span>`
}

function memberRow(speech: Speech, member: Member): Markup {
  const { texts } = speech
  const switches = [
    ['card', texts.switchCard],
    ['account', texts.switchAccount],
    ['risk', texts.switchRisk],
  ] as const
  return html`<tr>
    <td>${member.fullName}<br /><span class="soft small">${member.phone}</span></td>
    <td>${tiers[member.tierCode].name}<br /><code class="soft">${member.memberCode}</code></td>
    <td class="number">${formatPoints(member.points)}</td>
    <td>
      ${stateText(speech, member.cardStatus)}<br /><code class="soft">${member.cardNumber}</code>
    </td>
    <td>
      ${stateText(speech, member.accountStatus)}
      ${member.isAtRisk ? html`<br /><span class="state-bad">${texts.atRisk}</span>` : ''}
    </td>
    <td>
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
  const { texts } = speech
  return html`<section class="card" aria-labelledby="members">
    <h2 id="members">${texts.members}</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>${texts.customer}</th>
            <th>${texts.tier}</th>
            <th class="number">${texts.points}</th>
            <th>${texts.card}</th>
            <th>${texts.account}</th>
            <th>${texts.switchStates}</th>
          </tr>
        </thead>
        <tbody>
          ${members.map((member) => memberRow(speech, member))}
        </tbody>
      </table>
    </div>
  </section>`
}

function topUpRow({ texts, language }: Speech, topUp: TopUp, members: readonly Member[]): Markup {
  const member = members.find(({ walletId }) => walletId === topUp.walletId)
  const tone = topUp.status === 'SUCCESS' ? 'state-good' : 'state-bad'
  return html`<tr>
    <td>${formatTime(topUp.createdAt, language)}</td>
    <td>
      <code>${topUp.txnId}</code>
      ${topUp.receipt === null ? '' : html`<br /><span class="soft small">${texts.withReceipt}</span>`}
    </td>
    <td>${member?.fullName ?? topUp.walletId}</td>
    <td class="number">${formatPoints(topUp.points)}</td>
    <td>
      <span class="${tone}">${texts[`topUpState_${topUp.status}`]}</span>
      ${topUp.failure === null ? '' : html`<br /><code class="soft">${topUp.failure}</code>`}
    </td>
  </tr>`
}

function topUpsCard(speech: Speech, { topUps, pointsLeft, members }: LoyaltyView): Markup {
  const { texts } = speech
  const table = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>${texts.time}</th>
          <th>txn_id</th>
          <th>${texts.customer}</th>
          <th class="number">${texts.points}</th>
          <th>${texts.status}</th>
        </tr>
      </thead>
      <tbody>
        ${topUps.map((topUp) => topUpRow(speech, topUp, members))}
      </tbody>
    </table>
  </div>`
  return html`<section class="card" aria-labelledby="point-top-ups">
    <h2 id="point-top-ups">${texts.pointTopUps}</h2>
    <p class="soft">${texts.pointsLeft} ${formatPoints(pointsLeft)}</p>
    ${topUps.length === 0 ? html`<p class="soft">${texts.noPointTopUps}</p>` : table}
  </section>`
}

/** The loyalty part of the merchant site: members, points that were given away, gift codes. */
export function loyaltyPage(speech: Speech, view: LoyaltyView): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.loyalty,
    path: '/merchant/loyalty',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/loyalty')}
      <h1>${texts.loyalty}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">${texts.invalidInput} ${view.problem}</div>`
      }
      ${membersCard(speech, view)} ${giftCodesCard(speech, view)} ${topUpsCard(speech, view)}`,
  })
}
