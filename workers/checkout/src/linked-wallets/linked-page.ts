import {
  amountClass,
  countdown,
  formatMaskedPhone,
  formatNumber,
  formatVnd,
  type Markup,
} from '@merchant-edge/pages'
import { partsOfPrice, maxPointsOf, pointValueVnd } from '@merchant-edge/orders/rules'
import { html } from 'hono/html'
import { facts } from '../pages/facts.ts'
import type { Locale } from '../pages/locale.ts'
import { page, type Watch } from '../pages/layout.ts'
import { paymentParts } from '../pages/payment-parts.ts'
import { stageIcon } from '../pages/stage-icon.ts'
import { linkedPath } from '../payments/order-paths.ts'
import { statesOf, unpaidStage } from '../payments/payment-stage.ts'
import type { PublicOrder } from '../payments/public-order.ts'
import type { LinkedStep } from './linked-step.ts'

const waitRefreshSeconds = 5
const pollSeconds = 5

/** Notices about the last try. */
export const linkedNotices = [
  'wrong',
  'unchecked',
  'failed',
  'points',
  'not_done',
  'new_code',
  'too_soon',
] as const

export type LinkedNotice = (typeof linkedNotices)[number]

/** Data of the page of a payment with a linked wallet. */
export interface LinkedPayment {
  readonly order: PublicOrder
  /**
   * Order key of the address. Each form sends it and also has it in its action URL, so that every
   * page that answers the form can link back.
   */
  readonly key: string
  readonly step: LinkedStep
  readonly notice?: LinkedNotice
}

/** Input of points that pay a part of the price, or all of it. */
function pointsField({ order, notice }: LinkedPayment, locale: Locale): Markup | '' {
  const { language, messages } = locale
  const { linked } = messages
  const maxPoints = maxPointsOf(order.amountVnd)
  if (maxPoints === 0) return ''
  const isWrong = notice === 'points'
  return html`<details class="points" ${isWrong ? 'open' : ''}>
    <summary>${linked.usePoints}</summary>
    <label for="points">${linked.pointsLabel}</label>
    <input
      id="points"
      name="points"
      type="number"
      inputmode="numeric"
      min="1"
      max="${maxPoints}"
      step="1"
      aria-describedby="points-note"
      ${isWrong ? html`aria-invalid="true" autofocus` : ''}
    />
    <p
      id="points-note"
      class="${isWrong ? 'problem' : 'note'}"
      ${isWrong ? html`role="alert"` : ''}
    >
      ${isWrong ? linked.pointsWrong : ''} ${linked.pointWorth}
      ${formatVnd(pointValueVnd, language)}. ${linked.maxPoints}:
      ${formatNumber(maxPoints, language)}
    </p>
  </details>`
}

function confirmForm(payment: LinkedPayment, phone: string, locale: Locale): Markup {
  const { order, key } = payment
  const { linked } = locale.messages
  return html`<form
    class="actions"
    method="post"
    action="${linkedPath(order.id, key)}"
    data-send-once
  >
    <input type="hidden" name="key" value="${key}" />
    ${pointsField(payment, locale)}
    <button class="button main" type="submit">
      <span>${linked.payWith} <span class="wallet">${formatMaskedPhone(phone)}</span></span>
    </button>
  </form>`
}

function otpForm(
  { order, key, notice }: LinkedPayment,
  step: Extract<LinkedStep, { step: 'otp' }>,
  { messages }: Locale,
): Markup {
  const { linked } = messages
  const isWrong = notice === 'wrong'
  return html`<form
    class="actions otp"
    method="post"
    action="${linkedPath(order.id, key)}"
    data-send-once
  >
    <input type="hidden" name="key" value="${key}" />
    <label for="otp">${linked.otpLabel}</label>
    <input
      id="otp"
      name="otp"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="64"
      required
      autofocus
      aria-describedby="otp-note"
      ${isWrong ? html`aria-invalid="true"` : ''}
    />
    <p id="otp-note" class="${isWrong ? 'problem' : 'note'}" ${isWrong ? html`role="alert"` : ''}>
      ${isWrong ? linked.otpWrong : ''} ${linked.otpTriesLeft}: ${step.triesLeft}
    </p>
    <button class="button main" type="submit">${linked.otpConfirm}</button>
  </form>`
}

/** Where a customer to whom no code has come asks for another one. */
function newCodeForm(
  { order, key, step, notice }: LinkedPayment,
  { messages }: Locale,
): Markup | '' {
  if (step.step !== 'otp' || !step.offersNewCode) return ''
  const { linked } = messages
  const notes = { new_code: linked.newCodeSent, too_soon: linked.newCodeTooSoon } as const
  const note = notice === 'new_code' || notice === 'too_soon' ? notes[notice] : linked.noCode
  return html`<form
    class="actions"
    method="post"
    action="${linkedPath(order.id, key)}"
    data-send-once
  >
    <input type="hidden" name="key" value="${key}" />
    <input type="hidden" name="newCode" value="yes" />
    <p class="note" ${note === linked.noCode ? '' : html`role="status"`}>${note}</p>
    <button class="button" type="submit">${linked.newCode}</button>
  </form>`
}

function otherWays({ order }: LinkedPayment, { messages }: Locale): Markup {
  return html`<div class="actions">
    <a class="button" href="${order.paths.pay}">${messages.linked.otherWay}</a>
    <a class="button quiet" href="${order.paths.qr}">${messages.payByQr}</a>
  </div>`
}

/** Whether a code is asked for again, because the answer to an earlier one was lost. */
function asksAgain(step: LinkedStep): boolean {
  return step.step === 'otp' && step.isRepeat
}

function textOf(step: LinkedStep, { messages }: Locale) {
  const { linked } = messages
  if (step.step === 'otp') return asksAgain(step) ? linked.repeat : linked.otp
  if (step.step === 'not_linked') return linked.notLinked
  return step.step === 'wait' ? messages.states.unsettled : linked.confirm
}

/**
 * The order may be paid in another way while the page is open, or by a code whose answer is late.
 */
function watchOf({ order, key, step }: LinkedPayment): Watch {
  const next = linkedPath(order.id, key)
  const states = statesOf(asksAgain(step) ? 'unsettled' : unpaidStage(order))
  return { polled: order.paths.state, next, states, pollSeconds, hasInput: true }
}

/**
 * Message about a try that ended without payment, or was not made; a recent code has its own
 * countdown.
 */
function endOf({ step, notice }: LinkedPayment, { messages }: Locale): string | undefined {
  if (notice === 'not_done') return messages.linked.notDone
  if (step.step === 'otp') return notice === 'unchecked' ? messages.linked.otpUnchecked : undefined
  if (step.step === 'confirm' && step.ended === 'code_expired') return messages.linked.codeExpired
  const hasFailed = notice === 'failed' || (step.step === 'confirm' && step.ended === 'failed')
  return hasFailed ? messages.linked.failed : undefined
}

function timeLeft({ order, step }: LinkedPayment, locale: Locale, nowSeconds: number): Markup {
  const { language, messages } = locale
  const { linked } = messages
  const ofCode = { leftLabel: linked.otpLeft, untilLabel: linked.otpValidUntil }
  const ofOrder = { leftLabel: messages.timeLeft, untilLabel: messages.payBefore }
  return step.step === 'otp'
    ? countdown({ ...ofCode, until: step.expiresAt, nowSeconds, language })
    : countdown({ ...ofOrder, until: order.expiresAt, nowSeconds, language })
}

/** The requested money and points, while the code is awaited. */
function askedParts({ order, step }: LinkedPayment, locale: Locale): string {
  if (step.step !== 'otp' || step.points === 0) return ''
  const { vnd_amount: vnd, point_amount: points } = partsOfPrice(order.amountVnd, step.points)
  return paymentParts({ vnd, points }, locale)
}

/** Page for paying with the linked wallet: a button, then the one-time code if required. */
export function linkedPage(payment: LinkedPayment, locale: Locale, nowSeconds: number): Markup {
  const { order, step } = payment
  const { language, messages } = locale
  const { title, text } = textOf(step, locale)
  const isWaiting = step.step === 'wait'
  const mayHaveMoved = isWaiting || asksAgain(step)
  const ended = endOf(payment, locale)
  const icon = mayHaveMoved ? 'unsettled' : 'waiting'
  const content = html`<section class="card stage stage-${icon}">
    ${stageIcon(icon)}
    <h1 tabindex="-1">${title}</h1>
    <p class="${amountClass(order.amountVnd)}">${formatVnd(order.amountVnd, language)}</p>
    <p class="lead">${text}</p>
    ${ended === undefined || mayHaveMoved ? '' : html`<p class="problem" role="alert">${ended}</p>`}
    ${mayHaveMoved ? '' : timeLeft(payment, locale, nowSeconds)}
    ${step.step === 'confirm' ? confirmForm(payment, step.phone, locale) : ''}
    ${step.step === 'otp' ? otpForm(payment, step, locale) : ''} ${newCodeForm(payment, locale)}
    ${mayHaveMoved ? '' : otherWays(payment, locale)}
    ${facts([
      [messages.linked.askedFor, askedParts(payment, locale)],
      [messages.description, order.description],
      [messages.order, order.id],
    ])}
    ${isWaiting ? html`<p class="note">${messages.refreshes}</p>` : ''}
  </section>`
  return page({
    ...locale,
    title: `${title} · ${formatVnd(order.amountVnd, language)}`,
    content,
    keepQuery: { key: payment.key },
    ...(isWaiting ? { refreshSeconds: waitRefreshSeconds } : { watch: watchOf(payment) }),
  })
}
