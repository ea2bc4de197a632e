import { html } from 'hono/html'
import type { Speech } from './language.ts'
import { mark, type Markup } from './layout.ts'
import { paymentFrame, type PaymentView } from './payment-frame.ts'

/** What an order that can no longer be paid came to, with the way back to the shop. */
export function paymentResultPage(speech: Speech, view: PaymentView): Markup {
  const { texts } = speech
  const { order } = view
  const isPaid = order.payment !== null
  const isExpired = order.stage === 'expired'
  const title = isPaid ? texts.paidTitle : isExpired ? texts.expiredTitle : texts.failedTitle
  const text = isPaid ? texts.paidText : isExpired ? texts.expiredText : texts.failedText
  return paymentFrame(
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
