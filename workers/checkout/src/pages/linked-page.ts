import { html } from 'hono/html'
import { countdown } from './countdown.ts'
import { facts } from './facts.ts'
import { formatVnd } from './format.ts'
import type { Speech } from './language.ts'
import { page, type Watch } from './layout.ts'
import type { LinkedStep } from './linked-step.ts'
import type { Markup } from './markup.ts'
import { statesOf } from './payment-stage.ts'
import type { PublicOrder } from './public-order.ts'
import { stageIcon } from './stage-icon.ts'

const waitRefreshSeconds = 5
const pollSeconds = 5

/** What the customer is told about the last try. */
export type LinkedNotice = 'wrong' | 'failed'

/** A payment with a linked wallet as its page shows it. */
export interface LinkedPayment {
  readonly order: PublicOrder
  /** Key of the address, which goes back with each form. */
  readonly key: string
  readonly step: LinkedStep
  readonly notice?: LinkedNotice
}

function confirmForm({ order, key }: LinkedPayment, phone: string, { texts }: Speech): Markup {
  const { linked } = texts
  return html`<form class="actions" method="post" action="/pay/${order.id}/linked">
    <input type="hidden" name="key" value="${key}" />
    <button class="button main" type="submit">
      ${linked.payWith} <span class="wallet">${phone}</span>
    </button>
  </form>`
}

function otpForm(
  { order, key, notice }: LinkedPayment,
  step: Extract<LinkedStep, { step: 'otp' }>,
  { texts }: Speech,
): Markup {
  const { linked } = texts
  const isWrong = notice === 'wrong'
  return html`<form class="actions otp" method="post" action="/pay/${order.id}/linked">
    <input type="hidden" name="key" value="${key}" />
    <label for="otp">${linked.otpLabel}</label>
    <input
      id="otp"
      name="otp"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      pattern="[0-9]{4,10}"
      minlength="4"
      maxlength="10"
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

function otherWays({ order }: LinkedPayment, { texts }: Speech): Markup {
  return html`<div class="actions">
    <a class="button" href="/pay/${order.id}">${texts.linked.otherWay}</a>
    <a class="button quiet" href="/pay/${order.id}/qr">${texts.payByQr}</a>
  </div>`
}

function textOf(step: LinkedStep['step'], isRepeat: boolean, { texts }: Speech) {
  const { linked } = texts
  if (step === 'otp') return isRepeat ? linked.repeat : linked.otp
  if (step === 'not_linked') return linked.notLinked
  return step === 'wait' ? texts.states.unsettled : linked.confirm
}

/** The order may be paid elsewhere while the customer looks on, or by a code whose answer is late. */
function watchOf({ order, key }: LinkedPayment, isRepeat: boolean): Watch {
  const states = statesOf(isRepeat ? 'unsettled' : 'waiting')
  const next = `/pay/${order.id}/linked?key=${key}`
  return { orderId: order.id, states, pollSeconds, next, hasInput: true }
}

/** Lets the customer pay with the linked wallet: a button, then the one-time code where one is needed. */
export function linkedPage(payment: LinkedPayment, speech: Speech, nowSeconds: number): Markup {
  const { order, step, notice } = payment
  const { language, texts } = speech
  const isRepeat = step.step === 'otp' && step.isRepeat
  const { title, text } = textOf(step.step, isRepeat, speech)
  const isWaiting = step.step === 'wait'
  const mayHaveMoved = isWaiting || isRepeat
  const icon = mayHaveMoved ? 'unsettled' : 'waiting'
  const content = html`<section class="card stage stage-${icon}">
    ${stageIcon(icon)}
    <h1 tabindex="-1">${title}</h1>
    <p class="amount">${formatVnd(order.amountVnd)}</p>
    <p class="lead">${text}</p>
    ${
      notice === 'failed' && !mayHaveMoved
        ? html`<p class="problem" role="alert">${texts.linked.failed}</p>`
        : ''
    }
    ${
      mayHaveMoved
        ? ''
        : countdown({
            leftLabel: texts.timeLeft,
            untilLabel: texts.payBefore,
            until: order.expiresAt,
            nowSeconds,
            language,
          })
    }
    ${step.step === 'confirm' ? confirmForm(payment, step.phone, speech) : ''}
    ${step.step === 'otp' ? otpForm(payment, step, speech) : ''}
    ${mayHaveMoved ? '' : otherWays(payment, speech)}
    ${facts([
      [texts.description, order.description],
      [texts.order, order.id],
    ])}
    ${isWaiting ? html`<p class="note">${texts.refreshes}</p>` : ''}
  </section>`
  return page({
    ...speech,
    title: `${title} · ${formatVnd(order.amountVnd)}`,
    content,
    keepQuery: { key: payment.key },
    ...(isWaiting ? { refreshSeconds: waitRefreshSeconds } : { watch: watchOf(payment, isRepeat) }),
  })
}
