import type {
  HoldConflict,
  HoldOutcome,
  LinkedPaymentOutcome,
  LinkOutcome,
  PaymentOutcome,
  UnlinkOutcome,
} from '@merchant-edge/orders/api'
import * as v from 'valibot'
import { outcomesOf, unsent } from './outcomes.ts'
import { picklistOfAll } from './picklist-of-all.ts'
import { code, reason, remedy, describedText } from './refusal-fields.ts'
import { link, order } from './worker-views.ts'

const qrCode = describedText('Text of the QR.')
const payableUntil = v.pipe(
  v.number(),
  v.description('Until when it can be paid, in seconds since 1970.'),
)
const qr = { qrCode, expiresAt: payableUntil }
const images = {
  svg: describedText('The QR as an SVG document.'),
  png: describedText('The QR as a PNG picture, in base64.'),
}
const notStarted = {
  closed: {
    on: 409,
    means: 'the order cannot be paid now, and its state says why',
    fields: { order },
  },
  busy: {
    on: 202,
    means:
      'another request is creating the payment; send the request again after `Retry-After` seconds',
    fields: {},
  },
  refused: {
    on: 422,
    means: 'the service refused to create the payment',
    fields: { code, reason, remedy },
  },
  unknown: {
    on: 202,
    means: 'the service has not answered; send the request again',
    fields: { message: describedText('What is known of the call, for a log.') },
  },
  unsettled: {
    on: 202,
    means: 'money of a linked wallet may have moved, so no other payment is started',
    fields: { order },
  },
  not_found: 404,
  redirect: 'never',
} as const

/** How `POST /orders/{id}/payments/qr` answers. */
export const qrAnswers = outcomesOf<PaymentOutcome>()({
  ...notStarted,
  qr: [
    { on: 200, means: 'a QR for the customer to scan', fields: { ...qr, ...images } },
    { on: 422, means: 'the text of the QR is too long for a picture', fields: qr },
  ],
  app: 'never',
})

/** How `POST /orders/{id}/payments/app` answers. */
export const appAnswers = outcomesOf<PaymentOutcome>()({
  ...notStarted,
  qr: 'never',
  app: {
    on: 200,
    means: "values that the shop's app passes to the wallet app",
    fields: {
      serviceOrderId: describedText(
        "The service's id of the order, which the shop's app hands over with the signature.",
      ),
      signature: describedText('Signature of the service over its order.'),
      expiresAt: payableUntil,
    },
  },
})

/** How both steps of a payment with a linked wallet answer. */
export const linkedPaymentAnswers = outcomesOf<LinkedPaymentOutcome>()({
  paid: { on: 200, means: 'the service has taken the money', fields: { order } },
  held: { on: 200, means: 'it holds the money until `capture` or `release`', fields: { order } },
  otp_needed: {
    on: 200,
    means: 'the customer has to type the one-time code that the service has sent',
    fields: {
      triesLeft: v.number(),
      expiresAt: v.number(),
      points: v.exactOptional(v.number()),
      phone: v.string(),
      wasWrong: v.boolean(),
    },
  },
  failed: {
    on: 422,
    means: 'no money has moved; the customer may try again, or pay in another way',
    fields: { code, reason },
  },
  unsettled: {
    on: 202,
    means: 'money may have moved, and the customer must not pay again',
    fields: { order },
  },
  busy: {
    on: 202,
    means:
      'another request is paying, or the service does not say whether a page of the order is paid; send the request again after `Retry-After` seconds',
    fields: {},
  },
  closed: {
    on: 409,
    means: 'the order cannot be paid now, and its state says why',
    fields: { order },
  },
  not_linked: {
    on: 422,
    means: 'the order names no customer, or the customer has no linked wallet',
    fields: {},
  },
  not_found: 404,
})

const hold = v.pipe(
  picklistOfAll<HoldConflict>()(['captured', 'released', 'capturing', 'releasing', 'in_question']),
  v.description(
    'Why nothing was done. `captured`: the money was captured before; `released`: it was released before; `capturing`: it is being captured; `releasing`: it is being released; `in_question`: a payment of the order is under way, disputed or unknown.',
  ),
)

const held = {
  pending: {
    on: 202,
    means: 'the service has not answered, and is called again until it does',
    fields: { order },
  },
  conflict: {
    on: 409,
    means: 'the request conflicts with what is done with the held money, and nothing was done',
    fields: { hold, order },
  },
  not_held: { on: 409, means: 'no money is held for this order', fields: { order } },
  not_found: 404,
} as const

/** How `POST /orders/{id}/capture` and `POST /orders/{id}/release` answer. */
export const holdAnswers = {
  capture: outcomesOf<HoldOutcome>()({
    ...held,
    captured: { on: 200, means: 'the held money is captured', fields: { order } },
    released: 'never',
  }),
  release: outcomesOf<HoldOutcome>()({
    ...held,
    captured: 'never',
    released: { on: 200, means: 'the held money is back in the wallet', fields: { order } },
  }),
}

/** How `POST /links` answers. */
export const linkAnswers = outcomesOf<LinkOutcome>()({
  requested: { on: 201, means: 'send the customer to `webUrl` of the link', fields: { link } },
  linked: { on: 200, means: 'the customer has a linked wallet already', fields: { link } },
  busy: {
    on: 202,
    means: 'another request is linking or unlinking the wallet',
    fields: {},
  },
  unknown: { on: 202, means: 'the service has not answered', fields: { message: unsent } },
  refused: { on: 422, means: 'the service refused the link', fields: { code, reason, remedy } },
})

/** How `DELETE /links/{customerId}` answers. */
export const unlinkAnswers = outcomesOf<UnlinkOutcome>()({
  unlinked: { on: 200, means: 'the service has unlinked the wallet', fields: { link } },
  unlinking: {
    on: 202,
    means: 'the wallet cannot pay any more, and the service is called until it answers',
    fields: { link },
  },
  in_use: { on: 409, means: 'a payment with the wallet is under way', fields: { link } },
  not_linked: 404,
})
