import { html } from 'hono/html'
import { countdown } from './countdown.ts'
import { facts } from './facts.ts'
import { formatVnd } from './format.ts'
import type { Speech } from './language.ts'
import { page } from './layout.ts'
import type { Markup } from './markup.ts'
import { statesOf } from './payment-stage.ts'
import type { PublicOrder } from './public-order.ts'
import { qrImage } from './qr-image.ts'

const pollSeconds = 2

/** A payment to be scanned. */
export interface QrPayment {
  readonly order: PublicOrder
  /** Text of the QR. */
  readonly qrCode: string
  /** When the payment at the service expires, in seconds since 1970. */
  readonly expiresAt: number
}

/**
 * Shows the QR of a payment and waits for it to be paid.
 *
 * @throws Error when the text is too long for a QR
 */
export function qrPage(payment: QrPayment, speech: Speech, nowSeconds: number): Markup {
  const { language, texts } = speech
  const { order, qrCode, expiresAt } = payment
  const content = html`<section class="card scan">
    <div class="scan-amount">
      <h1 tabindex="-1">${texts.qrTitle}</h1>
      <p class="amount">${formatVnd(order.amountVnd)}</p>
    </div>
    <div class="scan-code">
      ${qrImage(qrCode, texts.qrImage)}
      ${countdown({
        leftLabel: texts.qrLeft,
        untilLabel: texts.qrValidUntil,
        until: expiresAt,
        nowSeconds,
        language,
      })}
    </div>
    <div class="scan-other">
      <a class="button" href="/pay/${order.id}">${texts.payOnThisDevice}</a>
    </div>
    <div class="scan-rest">
      <ol class="steps">
        ${texts.qrSteps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <p class="listening" role="status"><span class="pulse"></span>${texts.qrListening}</p>
      ${facts([
        [texts.description, order.description],
        [texts.order, order.id],
      ])}
    </div>
  </section>`
  return page({
    ...speech,
    title: `${texts.qrTitle} · ${formatVnd(order.amountVnd)}`,
    content,
    wide: true,
    watch: { orderId: order.id, states: statesOf('waiting'), pollSeconds },
  })
}
