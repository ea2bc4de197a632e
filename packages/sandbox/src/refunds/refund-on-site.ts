import * as v from 'valibot'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { randomDigits } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { refundPayment } from './refund-payment.ts'
import type { Refund } from './refunds.ts'

const amount = v.pipe(
  v.number('must be a whole number, 0 or more'),
  v.safeInteger('must be whole'),
  v.minValue(0, 'must be 0 or more'),
)

/** A refund that a person asks for on the merchant site. */
export const siteRefund = v.pipe(
  v.strictObject({
    /** Money to return, in whole VND. */
    vnd: v.optional(amount, 0),
    /** Points to return. */
    points: v.optional(amount, 0),
    /** Why, for the daily file and the customer. */
    note: v.optional(v.pipe(v.string('must be a string'), v.maxLength(200)), ''),
  }),
  v.check(({ vnd, points }) => vnd + points > 0, 'must return money or points'),
)

/** A refund that a person asks for on the merchant site. */
export interface SiteRefund extends v.InferOutput<typeof siteRefund> {}

/** A refund that a person asks for on the merchant site; what is left out takes its default. */
export interface SiteRefundInput extends v.InferInput<typeof siteRefund> {}

/**
 * A fresh id of a refund on the merchant site. Each page has one, so that a form that is sent twice
 * refunds once.
 */
export function newSiteRefundId(): string {
  return `SITE-${randomDigits(20)}`
}

/**
 * Whether a text has the form of {@link newSiteRefundId}. The check keeps a form from using up one
 * of the merchant's own ids.
 */
export function isSiteRefundId(text: string): boolean {
  return /^SITE-\d{20}$/.test(text)
}

/** Who refunds on the merchant site, what, and under which id. */
export interface SiteRefundOrder extends SiteRefund {
  readonly merchantCode: string
  readonly orderId: string
  readonly refundId: string
  /** User name of the account. */
  readonly userName: string
  readonly fullName: string
}

/**
 * Returns money, points or both of a payment on the merchant site. The merchant needs the right to
 * refund, but not the set-up for refunds over the API; the rules for the payment and its amounts
 * are the same. The row of the service's file names the payment in its description, since the
 * partner knows no such refund. Assumes G-152.
 *
 * @throws RefusalError with a code of the refund table
 * @see Specification 1, item 2
 */
export async function refundOnSite(sandbox: Sandbox, order: SiteRefundOrder): Promise<Refund> {
  const { merchantCode, orderId, refundId, vnd, points, note } = order
  const merchant = await findMerchant(sandbox.database, merchantCode)
  if (merchant?.rights.includes('refund') !== true) {
    throw new RefusalError(4030800, `The merchant ${merchantCode} may not refund`)
  }
  return refundPayment(sandbox, merchant, {
    orderReferenceId: refundId,
    original: { orderId },
    origin: 'site',
    vnd,
    points,
    description: note,
    merchantUserId: order.userName,
    merchantUserName: order.fullName,
    pending: undefined,
    isPendingForGood: false,
  })
}
