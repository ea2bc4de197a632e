import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import { formatPoints, formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { fieldProblem, invalidField } from '../page-frame/field-problem.ts'
import { page, type Markup, resultIcon } from '../page-frame/layout.ts'
import { signInForms, credentials, type SignedIn } from '../wallets/sign-in.ts'
import type { WalletWithPin } from '../wallets/wallets.ts'
import { splitOf, type SplitChoice } from './payment-split.ts'

/** What a step of the payment shows. */
export interface PaymentView {
  readonly order: Order
  readonly merchantName: string
  /** Path of the payment with its token: where the forms go. */
  readonly action: string
  /** Path of this page: the payment and its step. */
  readonly path: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

function summary({ messages, language }: Speech, { order, merchantName }: PaymentView): Markup {
  return html`<section class="card">
    <p class="soft small">${messages.payTo} <strong>${merchantName}</strong></p>
    <h1 class="amount">${formatVnd(order.amountVnd, language)}</h1>
    <dl>
      ${
        order.description === ''
          ? ''
          : html`<dt>${messages.description}</dt>
              <dd>${order.description}</dd>`
      }
      <dt>${messages.order}</dt>
      <dd><code>${order.orderId}</code></dd>
      <dt>${messages.payUntil}</dt>
      <dd>${formatTime(order.expiresAt, language)}</dd>
    </dl>
  </section>`
}

/** A step of the payment: what is paid, what went wrong before, and the step itself. */
function paymentFrame(speech: Speech, view: PaymentView, content: Markup): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.payTitle,
    path: view.path,
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

/** The ways out of every step: cancel, or let the payment fail. */
function leaveButtons({ messages }: Speech, action: string): Markup {
  return html`<form method="post" action="${action}" class="row">
    <button name="step" value="cancel">${messages.cancel}</button>
    <button name="step" value="fail" class="danger">${messages.letItFail}</button>
  </form>`
}

/** First step: the customer signs in with phone number and PIN. */
export function signInPage(
  speech: Speech,
  view: PaymentView,
  wallets: readonly WalletWithPin[],
): Markup {
  const { problem, ...frame } = view
  const { action } = view
  const text = speech.messages.signInText
  return paymentFrame(
    speech,
    frame,
    html`${signInForms(speech, { action, text, wallets, problem })} ${leaveButtons(speech, action)}`,
  )
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
  const { messages, language } = speech
  const { wallet } = signedIn
  const choices: readonly Choice[] = [
    { choice: 'money', label: messages.walletMoney },
    { choice: 'points', label: messages.walletPoints },
    { choice: 'both', label: messages.moneyAndPoints },
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
  return paymentFrame(
    speech,
    view,
    html`<section class="card">
        <h2>${wallet.fullName}</h2>
        <form method="post" action="${view.action}">
          ${credentials(signedIn)}
          <fieldset class="choices">
            <legend class="soft">${messages.payWith}</legend>
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
                    >${split.vnd > 0 ? formatVnd(split.vnd, language) : ''}
                    ${split.points > 0 ? formatPoints(split.points, speech) : ''}
                    ${
                      split.vnd > wallet.vnd || split.points > wallet.points
                        ? html`<br /><span class="state-bad">${messages.notEnough}</span>`
                        : ''
                    }</span
                  >
                </label>`,
            )}
          </fieldset>
          <button class="main wide" name="step" value="pay">
            ${messages.confirmPay} ${formatVnd(view.order.amountVnd, language)}
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
  const { messages } = speech
  const { problem, ...frame } = view
  return paymentFrame(
    speech,
    frame,
    html`<section class="card">
        <h2>${messages.otpTitle}</h2>
        <p class="soft">${messages.otpText} <strong data-otp>${view.code}</strong></p>
        <form method="post" action="${view.action}">
          ${credentials(signedIn)}
          <input type="hidden" name="choice" value="${view.choice}" />
          <label for="otp">${messages.otpLabel}</label>
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
            ${invalidField('otp-problem', problem)}
          />
          ${fieldProblem('otp-problem', problem)}
          <button class="main wide" name="step" value="pay">${messages.confirmPay}</button>
        </form>
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}

function resultTexts({ payment, stage }: PaymentView['order'], messages: Speech['messages']) {
  if (payment !== null) return { title: messages.paidTitle, text: messages.paidText }
  if (stage === 'expired') return { title: messages.expiredTitle, text: messages.expiredText }
  return { title: messages.failedTitle, text: messages.failedText }
}

/** Result page of an order that can no longer be paid, with a link back to the shop. */
export function paymentResultPage(speech: Speech, view: PaymentView): Markup {
  const { messages } = speech
  const { order } = view
  const { title, text } = resultTexts(order, messages)
  return paymentFrame(
    speech,
    view,
    html`<section class="card center">
      ${resultIcon(order.payment === null ? 'bad' : 'good')}
      <h2>${title}</h2>
      <p class="soft">${text}</p>
      ${
        order.payment === null
          ? ''
          : html`<p class="small">
              ${messages.transaction} <code>${order.payment.transactionId}</code>
            </p>`
      }
      ${
        order.redirectUrl === null
          ? ''
          : html`<a class="button main wide" href="${order.redirectUrl}"
              >${messages.backToMerchant}</a
            >`
      }
    </section>`,
  )
}
