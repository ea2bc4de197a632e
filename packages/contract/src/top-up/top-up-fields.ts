import * as v from 'valibot'
import { maxCharacters } from '../fields/max-characters.ts'
import { noted } from '../fields/noted.ts'
import { ReceivedText } from '../fields/received.ts'
import * as limits from '../limits.ts'

/** Points to top up, whole, 50 to 20,000,000. */
export const TopUpPoints = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(limits.minTopUpPoints, `must be at least ${limits.minTopUpPoints} points`),
  v.maxValue(limits.maxTopUpPoints, `must be at most ${limits.maxTopUpPoints} points`),
)

function receiptText(maxChars: number) {
  return v.optional(
    v.pipe(
      v.string('must be a string'),
      v.minLength(1, 'must not be empty'),
      maxCharacters(maxChars),
    ),
  )
}

/** Recipient of a receipt; with `send_receipt` every field is required. */
export const ReceiptInfo = v.object({
  /** Name, at most 50 characters. */
  name: receiptText(limits.receiptNameChars),
  /** Address, at most 100 characters. */
  address: receiptText(limits.receiptAddressChars),
  /** E-mail address, at most 50 characters. */
  email: v.optional(
    v.pipe(
      v.string('must be a string'),
      maxCharacters(limits.receiptEmailChars),
      v.rfcEmail('must be an e-mail address'),
    ),
  ),
  /** Tax code, at most 32 characters. */
  tax_code: receiptText(limits.receiptTaxCodeChars),
})

type ReceiptFields = v.InferOutput<typeof ReceiptInfo>
/** Recipient of a receipt. @see Specification 4.8 */
export interface TopUpReceipt extends ReceiptFields {}

/** The part of a top-up that decides about its receipt. */
export interface ReceiptChoice {
  readonly point_amount: number
  readonly send_receipt?: boolean | undefined
  readonly receipt_info?: TopUpReceipt | undefined
}

/** Whether a top-up with a receipt names its recipient. */
export function hasReceiptInfo({ send_receipt, receipt_info }: ReceiptChoice): boolean {
  if (send_receipt !== true) return true
  const { name, address, email, tax_code } = receipt_info ?? {}
  return ![name, address, email, tax_code].includes(undefined)
}

/** Whether a top-up with a receipt stays below the limit of receipts. */
export function fitsReceipt({ send_receipt, point_amount }: ReceiptChoice): boolean {
  return send_receipt !== true || point_amount < limits.topUpPointsWithReceiptBelow
}

/** Message of the rule `hasReceiptInfo`. */
export const receiptInfoRule =
  'must have receipt_info with name, address, email and tax_code when send_receipt is true'

/** Message of the rule `fitsReceipt`. */
export const receiptPointsRule = `must have a point_amount below ${limits.topUpPointsWithReceiptBelow} when send_receipt is true`

/** A member of the loyalty program, in the answer of the look-up before a top-up. */
export const topUpMember = v.object({
  /** Full name of the member; may be missing. */
  full_name: noted(v.string()),
  /** Phone number of the member; may be missing. */
  phone_number: noted(v.string()),
  /** Date of birth as the service writes it: the specification names no format. */
  dob: noted(v.string()),
  /** Gender as the service writes it: the specification names no values. */
  gender: noted(v.string()),
  /** The member's phone number again. */
  identify: noted(v.string()),
  /** `A` active, `I` inactive, `B` blocked. */
  status: v.string(),
  /** `A` active, `I` inactive. */
  card_status: ReceivedText,
})

/** Outcome of a top-up; missing when the service does not know it. Assumes G-18. */
export const topUpStatus = v.optional(
  v.object({
    /** REST: `TXN_SALE`, `TXN_EARN`, `TXN_BURN` or `TXN_REFUND`; gateway: `TXN_EARN`. */
    type: v.string(),
    /** REST: `SUCCESS` or `ERROR`; gateway: `S` or `E`. */
    status: v.string(),
  }),
)

type MemberFields = v.InferOutput<typeof topUpMember>
/** A member of the loyalty program. @see Specification 2.9 */
export interface TopUpMember extends MemberFields {}
/**
 * Outcome of a top-up, or nothing when there is no such top-up. Assumes G-48. @see Specification
 * 2.11
 */
export type TopUpStatus = v.InferOutput<typeof topUpStatus>
