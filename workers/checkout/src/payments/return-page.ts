import { amountClass, countdown, formatTime, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { facts } from '../pages/facts.ts'
import type { Locale } from '../pages/locale.ts'
import { page } from '../pages/layout.ts'
import { paymentParts } from '../pages/payment-parts.ts'
import { stageIcon } from '../pages/stage-icon.ts'
import { paymentStage, type PaymentStage, pollIntervalSeconds, statesOf } from './payment-stage.ts'
import type { PublicOrder } from './public-order.ts'

function isPayableStage(stage: PaymentStage): boolean {
  return stage === 'waiting' || stage === 'failed' || stage === 'lapsed'
}

function actions(order: PublicOrder, stage: PaymentStage, { messages }: Locale): Markup {
  const { paths, returnUrl } = order
  const isPayable = isPayableStage(stage)
  const payLabel = stage === 'waiting' ? messages.payNow : messages.tryAgain
  return html`<div class="actions">
    ${
      isPayable
        ? html`<a class="button main" href="${paths.pay}">${payLabel}</a>
            <a class="button" href="${paths.qr}">${messages.payByQr}</a>`
        : ''
    }
    ${
      returnUrl === undefined
        ? ''
        : html`<a class="button ${isPayable ? 'quiet' : 'main'}" href="${returnUrl}"
            >${messages.backToShop}</a
          >`
    }
  </div>`
}

/** Shows where the payment of an order stands. Assumes G-30. */
export function returnPage(order: PublicOrder, locale: Locale, nowSeconds: number): Markup {
  const { language, messages } = locale
  const { paths } = order
  const stage = paymentStage(order, nowSeconds)
  const { title, text } = messages.states[stage]
  const pollSeconds = pollIntervalSeconds(stage)
  const isPaid = order.paidAt !== undefined
  const content = html`<section class="card stage stage-${stage}">
    ${stageIcon(stage)}
    <h1 tabindex="-1">${title}</h1>
    <p class="${amountClass(order.amountVnd)}">${formatVnd(order.amountVnd, language)}</p>
    <p class="lead">${text}</p>
    ${
      isPayableStage(stage)
        ? countdown({
            leftLabel: messages.timeLeft,
            untilLabel: messages.payBefore,
            until: order.expiresAt,
            nowSeconds,
            language,
          })
        : ''
    }
    ${actions(order, stage, locale)}
    ${facts([
      [messages.description, order.description],
      [messages.order, order.id],
      [messages.paidAt, isPaid ? formatTime(order.paidAt, language, 'second') : ''],
      [messages.paidWith, order.paid === undefined ? '' : paymentParts(order.paid, locale)],
      [messages.returned, paymentParts(order.returned, locale)],
    ])}
    ${pollSeconds === undefined ? '' : html`<p class="note">${messages.refreshes}</p>`}
  </section>`
  return page({
    ...locale,
    title,
    content,
    keepQuery: { key: order.key },
    ...(pollSeconds !== undefined && {
      watch: { polled: paths.state, next: paths.status, states: statesOf(stage), pollSeconds },
    }),
  })
}
