import { html } from 'hono/html'
import { countdown } from './countdown.ts'
import { facts } from './facts.ts'
import { formatNumber, formatTime, formatVnd } from './format.ts'
import type { Speech } from './language.ts'
import { page } from './layout.ts'
import type { Markup } from './markup.ts'
import { paymentStage, pollIntervalSeconds, statesOf, type PaymentStage } from './payment-stage.ts'
import type { PublicOrder } from './public-order.ts'
import { stageIcon } from './stage-icon.ts'

function returned({ refunded }: PublicOrder, { language, texts }: Speech): string {
  const parts = [
    refunded.vnd > 0 ? formatVnd(refunded.vnd) : '',
    refunded.points > 0 ? `${formatNumber(refunded.points, language)} ${texts.points}` : '',
  ]
  return parts.filter((part) => part !== '').join(' + ')
}

function actions(order: PublicOrder, stage: PaymentStage, { texts }: Speech): Markup {
  const { id, returnUrl } = order
  const isWaiting = stage === 'waiting'
  return html`<div class="actions">
    ${
      isWaiting
        ? html`<a class="button main" href="/pay/${id}">${texts.payNow}</a>
            <a class="button" href="/pay/${id}/qr">${texts.payByQr}</a>`
        : ''
    }
    ${
      returnUrl === undefined
        ? ''
        : html`<a class="button ${isWaiting ? 'quiet' : 'main'}" href="${returnUrl}"
            >${texts.backToShop}</a
          >`
    }
  </div>`
}

/** Shows where the payment of an order stands, and changes nothing. Assumes G-30. */
export function returnPage(order: PublicOrder, speech: Speech, nowSeconds: number): Markup {
  const { language, texts } = speech
  const stage = paymentStage(order, nowSeconds)
  const { title, text } = texts.states[stage]
  const pollSeconds = pollIntervalSeconds(stage)
  const isPaid = order.paidAt !== undefined
  const content = html`<section class="card stage stage-${stage}">
    ${stageIcon(stage)}
    <h1 tabindex="-1">${title}</h1>
    <p class="amount">${formatVnd(order.amountVnd)}</p>
    <p class="lead">${text}</p>
    ${
      stage === 'waiting'
        ? countdown({
            leftLabel: texts.timeLeft,
            untilLabel: texts.payBefore,
            until: order.expiresAt,
            nowSeconds,
            language,
          })
        : ''
    }
    ${actions(order, stage, speech)}
    ${facts([
      [texts.description, order.description],
      [texts.order, order.id],
      [texts.paidAt, isPaid ? formatTime(order.paidAt, language) : ''],
      [texts.returned, returned(order, speech)],
    ])}
    ${pollSeconds === undefined ? '' : html`<p class="note">${texts.refreshes}</p>`}
  </section>`
  return page({
    ...speech,
    title,
    content,
    ...(pollSeconds !== undefined && {
      watch: { orderId: order.id, states: statesOf(stage), pollSeconds },
    }),
  })
}
