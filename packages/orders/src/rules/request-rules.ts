import type { FieldRule, NumberRule, PatternRule } from './field-rule.ts'
import { listPage } from './page-rules.ts'
import { pointValueVnd } from './point-value.ts'

const optional = { optional: true } as const

/**
 * An id chosen by the shop: of an order, a transfer, a customer. It is restricted to an alphabet,
 * because addresses, webhook ids and row keys are built from it, joined by `:` and `.`. Ids of
 * other systems have no such restriction.
 */
const shopId: PatternRule = {
  kind: 'pattern',
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  mustBe: '1 to 64 characters of A-Z a-z 0-9 _ -',
}

/**
 * Largest amount of one payment, refund or transfer, in whole VND: the 15 digits that a row of the
 * daily files and a payment with a linked wallet can name. The specification names no limit. Assumes
 * G-89.
 */
const maxVnd = 999_999_999_999_999

function wholeNumberOf(unit: 'VND' | 'points') {
  const max = unit === 'VND' ? maxVnd : Math.floor(maxVnd / pointValueVnd)
  const mustBe = `a whole number of ${unit} from 1 to ${max}`
  return { kind: 'number', min: 1, max, mustBe } as const satisfies NumberRule
}

/** A transaction id of the service, as the contract has it. Assumes G-125. */
export const transactionIdRule = {
  kind: 'pattern',
  pattern: /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u,
  mustBe: '1 to 64 characters without a semicolon, a space or a control character',
} as const satisfies PatternRule

/**
 * A wallet transaction code: the key of a row in the daily files, which have 30 characters for it.
 */
export const walletCodeRule = {
  kind: 'pattern',
  pattern: /^[^;\s\p{Cc}\p{Cs}]{1,30}$/u,
  mustBe: '1 to 30 characters without a semicolon, a space or a control character',
} as const satisfies PatternRule

/** An id that the service or the merchant gives: a reference, a store, a terminal. */
const printableId: PatternRule = {
  kind: 'pattern',
  pattern: /^[\x21-\x7E]{1,64}$/,
  mustBe: '1 to 64 printable ASCII characters without spaces',
}

/**
 * Rules of the fields of a new order, besides the allowed origins of its `returnUrl` and the
 * configured stores.
 */
export const orderRules = {
  id: shopId,
  amountVnd: wholeNumberOf('VND'),
  description: { kind: 'plain-text', maxChars: 255, ...optional },
  expiresInMinutes: {
    kind: 'number',
    min: 3,
    max: 1_440,
    mustBe: 'a whole number from 3 to 1440',
    ...optional,
  },
  linkedCustomerId: { ...shopId, ...optional },
  storeCode: { ...printableId, ...optional },
  posCode: { ...printableId, ...optional },
  returnUrl: { kind: 'web-address', maxChars: 2_048, ...optional },
} as const satisfies Readonly<Record<string, FieldRule>>

/** Rules of the fields of a new refund. @see Specification 4.5 */
export const refundRules = {
  id: {
    kind: 'pattern',
    pattern: /^[A-Za-z0-9_-]{1,35}$/,
    mustBe: '1 to 35 characters of A-Z a-z 0-9 _ -',
  },
  transactionId: { ...transactionIdRule, ...optional },
  vnd: { ...wholeNumberOf('VND'), ...optional },
  points: { ...wholeNumberOf('points'), ...optional },
  reason: { kind: 'plain-text', maxChars: 255, ...optional },
  staffId: { kind: 'plain-text', maxChars: 64, ...optional },
  staffName: { kind: 'plain-text', maxChars: 255, ...optional },
} as const satisfies Readonly<Record<string, FieldRule>>

/** The demand on the amounts of a refund, as a text that follows its name. */
export const refundAmountDemand = 'must have vnd, points or both'

/** Rules of the fields of a new transfer. @see Specification 4.4 */
export const transferRules = {
  id: shopId,
  amountVnd: wholeNumberOf('VND'),
  receiverPhone: {
    kind: 'pattern',
    pattern: /^0\d{9,10}$/,
    mustBe: '10 or 11 digits, the first a 0',
  },
  description: { kind: 'plain-text', maxChars: 255, ...optional },
} as const satisfies Readonly<Record<string, FieldRule>>

/**
 * Rules of the fields of a payment with a linked wallet, besides the price, which limits its
 * points. @see Specification 4.11
 */
export const linkedPaymentRules = {
  points: { ...wholeNumberOf('points'), ...optional },
} as const satisfies Readonly<Record<string, FieldRule>>

/** Rules of the filters of a list. */
export const listRules = {
  limit: {
    kind: 'number',
    min: listPage.min,
    max: listPage.max,
    mustBe: `a whole number from ${listPage.min} to ${listPage.max}`,
    ...optional,
  },
  amountVnd: { ...wholeNumberOf('VND'), ...optional },
  reference: { ...printableId, ...optional },
  transactionId: { ...transactionIdRule, ...optional },
  customerId: { ...shopId, ...optional },
  storeCode: { ...printableId, ...optional },
  posCode: { ...printableId, ...optional },
  orderId: { ...shopId, ...optional },
} as const satisfies Readonly<Record<string, FieldRule>>

/** Rule of the shop's own id of a customer. */
export const customerRules = { id: shopId } as const

/**
 * Rule of the customer's one-time code, as in the contract, which does not say that it consists of
 * digits. @see Specification 4.11
 */
export const otpRules = {
  otp: {
    kind: 'pattern',
    pattern: /^[^\p{Cc}\p{Cs}]{1,64}$/u,
    mustBe: '1 to 64 characters without control characters',
  },
} as const satisfies Readonly<Record<string, FieldRule>>
