import * as v from 'valibot'
import { requestCheckout } from '../checkout/checkout-request.ts'
import type { Shop } from '../shop.ts'
import type { BoughtCode } from '../store/order-extras.ts'

/** Outcome of a loyalty or voucher call. */
export type LoyaltyAnswer<Data> =
  | { readonly outcome: 'accepted'; readonly data: Data }
  | { readonly outcome: 'refused' }
  /** Make the same call again, with the same ids. */
  | { readonly outcome: 'unknown' }

async function ask<Data>(
  shop: Shop,
  call: { readonly name: string; readonly request: object },
  schema: v.GenericSchema<unknown, Data>,
): Promise<LoyaltyAnswer<Data>> {
  const path = `/loyalty/${call.name}`
  const asked = { method: 'POST', path, json: call.request } as const
  const { status, json } = await requestCheckout(shop, asked)
  if (status === 200) {
    return { outcome: 'accepted', data: v.parse(v.object({ data: schema }), json).data }
  }
  return { outcome: status === 422 || status === 400 ? 'refused' : 'unknown' }
}

const membership = v.object({
  member: v.object({ full_name: v.nullish(v.string(), '') }),
  tier_info: v.nullish(v.object({ tier_name: v.nullish(v.string(), '') })),
})

/** Looks up the tier of the customer who has a phone number. */
export async function readTier(shop: Shop, phone: string): Promise<string | undefined> {
  const request = { id_type: 'MOBILE', identity: phone }
  const answer = await ask(shop, { name: 'getMembership', request }, membership)
  return answer.outcome === 'accepted' ? answer.data.tier_info?.tier_name : undefined
}

/** Gives points for an order, exactly once, even if answers are lost. */
export function givePoints(
  shop: Shop,
  gift: { readonly orderId: string; readonly phone: string; readonly points: number },
): Promise<LoyaltyAnswer<unknown>> {
  const request = {
    phone_number: gift.phone,
    point_amount: gift.points,
    order_id: gift.orderId,
    store_code: shop.env.STORE_CODE,
    // At most 23 characters that begin with the store; ten random characters distinguish orders.
    txn_id: `${shop.env.STORE_CODE.slice(0, 12)}-${gift.orderId.slice(-10)}`,
  }
  return ask(shop, { name: 'topUpPoints', request }, v.unknown())
}

const giftCodes = v.object({
  order_info: v.array(
    v.object({
      card_type: v.string(),
      cards: v.array(v.object({ code: v.string(), expire_date: v.nullish(v.string(), '') })),
    }),
  ),
})

/** Orders the gift codes of an order, once; a repeat returns the same codes. */
export async function takeGiftCodes(
  shop: Shop,
  orderId: string,
  items: readonly { readonly card_type: string; readonly quantity: number }[],
): Promise<LoyaltyAnswer<readonly BoughtCode[]>> {
  const request = { merchant_order_id: orderId, order_info: items }
  const answer = await ask(shop, { name: 'orderGiftCodes', request }, giftCodes)
  if (answer.outcome !== 'accepted') return answer
  const data = answer.data.order_info.flatMap(({ card_type, cards }) =>
    cards.map(({ code, expire_date }) => {
      return { code, lastDay: expire_date ?? '', valueVnd: Number(card_type) * 1_000 }
    }),
  )
  return { outcome: 'accepted', data }
}

const voucher = v.object({
  min_order_value: v.nullish(v.number(), 0),
  discount_value: v.number(),
  discount_type: v.string(),
  merchant_voucher_code: v.nullish(v.string(), ''),
})

/** A voucher that may be used for an order. */
export interface UsableVoucher {
  readonly discountVnd: number
  /** Code that is needed to mark it as used. */
  readonly merchantVoucherCode: string
}

/** Minimum amount to pay after a discount, because an order must have an amount. */
const minPaidVnd = 1_000

function discountOf(found: v.InferOutput<typeof voucher>, totalVnd: number): number {
  const isPercent = found.discount_type === 'percent'
  const off = isPercent ? Math.floor((totalVnd * found.discount_value) / 100) : found.discount_value
  return Math.max(0, Math.min(Math.floor(off), totalVnd - minPaidVnd))
}

/**
 * Queries the discount of a voucher on an order.
 *
 * @returns `refused` when it cannot be used for the order, `unknown` when there was no answer
 */
export async function checkVoucher(
  shop: Shop,
  serial: string,
  totalVnd: number,
): Promise<UsableVoucher | 'refused' | 'unknown'> {
  const request = {
    serial_number: serial,
    order_info: { amount: totalVnd },
    merchant_staff_id: 'web-shop',
  }
  const asked = { name: 'verifyVoucher', request }
  const answer = await ask(shop, asked, voucher).catch(() => ({ outcome: 'unknown' }) as const)
  if (answer.outcome !== 'accepted') return answer.outcome
  const { data } = answer
  if (totalVnd < (data.min_order_value ?? 0)) return 'refused'
  return {
    discountVnd: discountOf(data, totalVnd),
    merchantVoucherCode: data.merchant_voucher_code ?? '',
  }
}

/** Marks a voucher as used for an order. */
export function useVoucher(
  shop: Shop,
  use: {
    readonly serial: string
    readonly orderId: string
    readonly merchantVoucherCode: string
  },
): Promise<LoyaltyAnswer<unknown>> {
  const request = {
    serial_number: use.serial,
    redeem_ref_id: use.orderId,
    merchant_staff_id: 0,
    merchant_voucher_code: use.merchantVoucherCode,
    merchant_reference_id: use.orderId,
  }
  return ask(shop, { name: 'markVoucherUsed', request }, v.unknown())
}

/** Returns a voucher whose order was never paid, so that it can be used again. */
export function returnVoucher(shop: Shop, serial: string): Promise<LoyaltyAnswer<unknown>> {
  return ask(shop, { name: 'revokeVouchers', request: { serials: [serial] } }, v.unknown())
}
