import * as v from 'valibot'
import { type TillContext } from '../till-hono.ts'
import { tillKey } from '../till-settings.ts'
import { askCheckout, reasonOf } from './ask-checkout.ts'

/** The fields of a bill's order that the till needs. */
const order = v.object({
  id: v.string(),
  state: v.string(),
  amountVnd: v.number(),
  storeCode: v.optional(v.string()),
  posCode: v.optional(v.string()),
  payment: v.optional(v.object({ transactionId: v.string(), confirmedAt: v.number() })),
})

/** The order of a bill. */
export type BillOrder = v.InferOutput<typeof order>

/** A bill to be paid. */
export interface NewBill {
  readonly id: string
  /** VND, whole. */
  readonly amountVnd: number
}

/** Outcome of creating the order of a bill. With `unknown` it may exist; a repeat creates it only once. */
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

/** Creates the order of a bill; safe to repeat. */
export async function openBill(c: TillContext, { id, amountVnd }: NewBill): Promise<OpenedBill> {
  const { name, storeCode, posCode } = c.var.till
  const asked = { id, amountVnd, description: name, storeCode, posCode, expiresInMinutes }
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
  const found = v.parse(order, json)
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
