import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import type { WalletWithPin } from '../wallets/wallets.ts'
import { formatPoints, formatTime, formatVnd, type Speech } from './language.ts'
import { mark, page, type Markup } from './layout.ts'
import { splitOf, type SplitChoice } from './payment-split.ts'

/** Who has signed in; sent along with each step, so that no step trusts an earlier one. */
export interface SignedIn {
  readonly phone: string
  readonly pin: string
  readonly wallet: Pick<WalletWithPin, 'fullName' | 'vnd' | 'points'>
}

/** What a step of the payment shows. */
export interface PaymentView {
  readonly order: Order
  readonly merchantName: string
  /** Path of the page with its token: where the forms go. */
  readonly action: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

function frame(speech: Speech, view: PaymentView, content: Markup): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.payTitle,
    path: view.action,
    audience: 'customer',
    content: html`${summary(speech, view)}
    ${
      view.problem === undefined
        ? ''
        : html`<div class="notice bad" role="alert">${view.problem}</div>`
    }
    ${content}`,
  })
}

function summary({ texts, language }: Speech, { order, merchantName }: PaymentView): Markup {
  return html`<section class="card">
    <p class="soft small">${texts.payTo} <strong>${merchantName}</strong></p>
    <h1 class="amount">${formatVnd(order.amountVnd)}</h1>
    <dl>
      ${
        order.description === ''
          ? ''
          : html`<dt>${texts.description}</dt>
              <dd>${order.description}</dd>`
      }
      <dt>${texts.order}</dt>
      <dd><code>${order.orderId}</code></dd>
      <dt>${texts.payUntil}</dt>
      <dd>${formatTime(order.expiresAt, language)}</dd>
    </dl>
  </section>`
}

function leaveButtons({ texts }: Speech, action: string): Markup {
  return html`<form method="post" action="${action}" class="row">
    <button name="step" value="cancel">${texts.cancel}</button>
    <button name="step" value="fail" class="danger">${texts.letItFail}</button>
  </form>`
}

/** First step: the customer signs in with phone number and PIN. */
export function signInPage(
  speech: Speech,
  view: PaymentView,
  wallets: readonly WalletWithPin[],
): Markup {
  const { texts } = speech
  return frame(
    speech,
    view,
    html`<section class="card">
        <h2>${texts.signIn}</h2>
        <p class="soft">${texts.signInText}</p>
        <form method="post" action="${view.action}">
          <label for="phone">${texts.phoneNumber}</label>
          <input id="phone" type="tel" name="phone" autocomplete="off" inputmode="tel" required />
          <label for="pin">${texts.pin}</label>
          <input
            id="pin"
            type="password"
            name="pin"
            autocomplete="off"
            inputmode="numeric"
            required
          />
          <button class="main wide" name="step" value="sign-in">${texts.signIn}</button>
        </form>
      </section>
      <section class="card" aria-labelledby="customers">
        <h2 id="customers">${texts.useThisCustomer}</h2>
        ${wallets.map(
          (wallet) =>
            html`<form method="post" action="${view.action}">
              <input type="hidden" name="phone" value="${wallet.phone}" />
              <input type="hidden" name="pin" value="${wallet.pin}" />
              <button class="wide" name="step" value="sign-in" data-wallet="${wallet.id}">
                ${wallet.fullName}
                <span class="soft small"
                  >${formatVnd(wallet.vnd)}${
                    wallet.status === 'blocked' ? `, ${texts.blocked}` : ''
                  }</span
                >
              </button>
            </form>`,
        )}
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}

function credentials({ phone, pin }: SignedIn): Markup {
  return html`<input type="hidden" name="phone" value="${phone}" />
    <input type="hidden" name="pin" value="${pin}" />`
}

interface Choice {
  readonly choice: SplitChoice
  readonly label: string
}

/** Second step: the customer chooses money, points or both. */
export function choosePage(
  speech: Speech,
  view: PaymentView & { readonly pointValueVnd: number },
  signedIn: SignedIn,
): Markup {
  const { texts } = speech
  const { wallet } = signedIn
  const choices: readonly Choice[] = [
    { choice: 'money', label: texts.walletMoney },
    { choice: 'points', label: texts.walletPoints },
    { choice: 'both', label: texts.moneyAndPoints },
  ]
  const basis = {
    amountVnd: view.order.amountVnd,
    pointsAtHand: wallet.points,
    pointValueVnd: view.pointValueVnd,
  }
  const offered = choices.flatMap(({ choice, label }) => {
    const split = splitOf(choice, basis)
    return split === undefined ? [] : [{ choice, label, split }]
  })
  return frame(
    speech,
    view,
    html`<section class="card">
        <h2>${wallet.fullName}</h2>
        <form method="post" action="${view.action}">
          ${credentials(signedIn)}
          <fieldset class="choices">
            <legend class="soft">${texts.payWith}</legend>
            ${offered.map(
              ({ choice, label, split }, index) =>
                html`<label class="choice">
                  <input
                    type="radio"
                    name="choice"
                    value="${choice}"
                    ${index === 0 ? 'checked' : ''}
                  />
                  <span>${label}</span>
                  <span class="end small"
                    >${split.vnd > 0 ? formatVnd(split.vnd) : ''}
                    ${split.points > 0 ? `${formatPoints(split.points)} ${texts.points}` : ''}
                    ${
                      split.vnd > wallet.vnd || split.points > wallet.points
                        ? html`<br /><span class="state-bad">${texts.notEnough}</span>`
                        : ''
                    }</span
                  >
                </label>`,
            )}
          </fieldset>
          <button class="main wide" name="step" value="pay">
            ${texts.confirmPay} ${formatVnd(view.order.amountVnd)}
          </button>
        </form>
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}

/** Third step, above the threshold: the code that a real service would send to the phone. */
export function oneTimeCodePage(
  speech: Speech,
  view: PaymentView & { readonly choice: SplitChoice; readonly code: string },
  signedIn: SignedIn,
): Markup {
  const { texts } = speech
  return frame(
    speech,
    view,
    html`<section class="card">
        <h2>${texts.otpTitle}</h2>
        <p class="soft">${texts.otpText} <strong data-otp>${view.code}</strong></p>
        <form method="post" action="${view.action}">
          ${credentials(signedIn)}
          <input type="hidden" name="choice" value="${view.choice}" />
          <label for="otp">${texts.otpLabel}</label>
          <input
            id="otp"
            class="code"
            type="text"
            name="otp"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="6"
            required
            autofocus
          />
          <button class="main wide" name="step" value="pay">${texts.confirmPay}</button>
        </form>
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}

/** What an order that can no longer be paid came to, with the way back to the shop. */
export function paymentResultPage(speech: Speech, view: PaymentView): Markup {
  const { texts } = speech
  const { order } = view
  const isPaid = order.payment !== null
  const isExpired = order.stage === 'expired'
  const title = isPaid ? texts.paidTitle : isExpired ? texts.expiredTitle : texts.failedTitle
  const text = isPaid ? texts.paidText : isExpired ? texts.expiredText : texts.failedText
  return frame(
    speech,
    view,
    html`<section class="card center">
      ${mark(isPaid ? 'good' : 'bad')}
      <h2>${title}</h2>
      <p class="soft">${text}</p>
      ${
        order.payment === null
          ? ''
          : html`<p class="small">
              ${texts.transaction} <code>${order.payment.transactionId}</code>
            </p>`
      }
      ${
        order.redirectUrl === null
          ? ''
          : html`<a class="button main wide" href="${order.redirectUrl}"
              >${texts.backToMerchant}</a
            >`
      }
    </section>`,
  )
}
