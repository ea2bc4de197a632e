import * as v from 'valibot'
import { type TillContext } from '../till-hono.ts'
import type { BillLine } from '../goods/entry.ts'
import { displayName, tillKey } from '../till-settings.ts'
import { askCheckout, reasonOf } from './ask-checkout.ts'
import { orderInfoOf, soldLinesOf, type SoldLine } from './sold-lines.ts'

/** Money in VND, and points. */
const amounts = { vnd: v.number(), points: v.number() }

/** The fields of a bill's order that the till needs. */
export const orderFields = v.object({
  id: v.string(),
  state: v.string(),
  amountVnd: v.number(),
  description: v.string(),
  createdAt: v.number(),
  storeCode: v.optional(v.string()),
  posCode: v.optional(v.string()),
  extraData: v.optional(v.object({ orderInfo: v.string() })),
  payment: v.optional(
    v.object({
      transactionId: v.string(),
      serviceOrderId: v.optional(v.string()),
      confirmedAt: v.number(),
      ...amounts,
    }),
  ),
  returned: v.object(amounts),
})

/** The order of a bill; times are in seconds since 1970. */
export interface BillOrder extends Omit<
  v.InferOutput<typeof orderFields>,
  'extraData' | 'description'
> {
  /**
   * None when the till that opened the order did not send them, or when its texts have been erased.
   */
  readonly lines: readonly SoldLine[]
  /** Whether the texts of the order have been erased, the lines among them. */
  readonly isErased: boolean
}

/** A bill to announce as an order of the checkout. */
export interface NewBill {
  readonly id: string
  /** VND, whole. */
  readonly amountVnd: number
  readonly lines: readonly BillLine[]
}

/**
 * Outcome of creating the order of a bill. With `unknown` it may exist; a repeat creates it only
 * once.
 */
export type OpenedBill =
  | { readonly outcome: 'opened' | 'taken' | 'unknown' }
  | { readonly outcome: 'refused'; readonly reason: string }

/** Time in which a customer can pay at the till. */
const expiresInMinutes = 5

const qr = v.object({ svg: v.string(), expiresAt: v.number() })

/** Outcome of requesting a QR; `later`: under way or unknown. */
export type BillQr =
  | { readonly outcome: 'shown'; readonly svg: string; readonly expiresAt: number }
  | { readonly outcome: 'later' | 'closed' }
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * The bill of an order. Every bill is opened with a description, so that one without was erased.
 */
export function billOf(
  c: TillContext,
  { extraData, description, ...order }: v.InferOutput<typeof orderFields>,
): BillOrder {
  return {
    ...order,
    lines: soldLinesOf(extraData?.orderInfo ?? '', c.var.settings.goods),
    isErased: description === '',
  }
}

/** Creates the order of a bill; safe to repeat. */
export async function openBill(c: TillContext, bill: NewBill): Promise<OpenedBill> {
  const { id, amountVnd, lines } = bill
  const { till } = c.var
  const asked = {
    id,
    amountVnd,
    description: displayName(till),
    storeCode: till.storeCode,
    posCode: till.posCode,
    expiresInMinutes,
    extraData: { orderInfo: orderInfoOf(lines) },
  }
  const answer = await askCheckout(c, '/orders', asked).catch(() => undefined)
  if (answer === undefined || answer.status >= 500) return { outcome: 'unknown' }
  if (answer.status < 300) return { outcome: 'opened' }
  if (answer.status === 409) return { outcome: 'taken' }
  return { outcome: 'refused', reason: reasonOf(answer) ?? String(answer.status) }
}

/**
 * Reads the order of a bill of this till; `undefined` when there is none, or it is of another till.
 *
 * @throws Error when the checkout does not answer
 */
export async function findBill(c: TillContext, id: string): Promise<BillOrder | undefined> {
  const { status, json } = await askCheckout(c, `/orders/${encodeURIComponent(id)}`)
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`The checkout answered ${status} when asked for a bill.`)
  const found = billOf(c, v.parse(orderFields, json))
  const { storeCode = '', posCode = '' } = found
  return tillKey({ storeCode, posCode }) === tillKey(c.var.till) ? found : undefined
}

/**
 * Requests the QR of a bill; a repeat returns the same one while it can be paid.
 *
 * @throws Error when the checkout does not answer
 */
export async function qrOfBill(c: TillContext, id: string): Promise<BillQr> {
  const answer = await askCheckout(c, `/orders/${encodeURIComponent(id)}/payments/qr`, {})
  if (answer.status === 200) return { outcome: 'shown', ...v.parse(qr, answer.json) }
  if (answer.status === 202 || answer.status >= 500) return { outcome: 'later' }
  if (answer.status === 409) return { outcome: 'closed' }
  return { outcome: 'refused', reason: reasonOf(answer) ?? String(answer.status) }
}
