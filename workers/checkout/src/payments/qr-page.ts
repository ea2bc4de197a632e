import { amountClass, countdown, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { facts } from '../pages/facts.ts'
import type { Locale } from '../pages/locale.ts'
import { page } from '../pages/layout.ts'
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
export function qrPage(payment: QrPayment, locale: Locale, nowSeconds: number): Markup {
  const { language, messages } = locale
  const { order, qrCode, expiresAt } = payment
  const content = html`<section class="card scan">
    <div class="scan-amount">
      <h1 tabindex="-1">${messages.qrTitle}</h1>
      <p class="${amountClass(order.amountVnd)}">${formatVnd(order.amountVnd, language)}</p>
    </div>
    <div class="scan-code">
      ${qrImage(qrCode, messages.qrImage)}
      ${countdown({
        leftLabel: messages.qrLeft,
        untilLabel: messages.qrValidUntil,
        until: expiresAt,
        nowSeconds,
        language,
      })}
    </div>
    <div class="scan-other">
      <a class="button" href="${order.paths.pay}">${messages.payOnThisDevice}</a>
    </div>
    <div class="scan-rest">
      <ol class="steps">
        ${messages.qrSteps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <p class="listening" role="status"><span class="pulse"></span>${messages.qrListening}</p>
      ${facts([
        [messages.description, order.description],
        [messages.order, order.id],
      ])}
    </div>
  </section>`
  return page({
    ...locale,
    title: `${messages.qrTitle} · ${formatVnd(order.amountVnd, language)}`,
    content,
    keepQuery: { key: order.key },
    wide: true,
    watch: {
      polled: `${order.paths.state}&method=transaction-qr`,
      next: order.paths.status,
      states: statesOf('waiting'),
      pollSeconds,
    },
  })
}
