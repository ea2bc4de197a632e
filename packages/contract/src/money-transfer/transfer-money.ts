import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, merchantChosenId } from '../fields/ids.ts'
import { AmountText, Vnd } from '../fields/money.ts'
import { maxCharacters } from '../fields/max-characters.ts'
import { PhoneNumber } from '../fields/phone.ts'
import { noted } from '../fields/noted.ts'
import { ReceivedText } from '../fields/received.ts'
import * as limits from '../limits.ts'
import { transferRefusals, type TransferMoneyRefusals } from './transfer-refusals.ts'

const request = v.object({
  /** Amount in whole VND, greater than 0, as text of digits. */
  amount: AmountText,
  /** Currency; VND when left out. */
  currency: v.optional(Vnd),
  /** What the receiver reads, at most 255 characters. */
  description: v.optional(
    v.pipe(v.string('must be a string'), maxCharacters(limits.transferDescriptionChars)),
  ),
  /** Phone number of the receiver, 10 or 11 digits. */
  receiver_phone_number: PhoneNumber,
  /** Wallet account of the merchant to debit, issued by operations. */
  merchant_account_id: IssuedCode,
  /** The merchant's own id of the transfer, at most 35 characters, unique. */
  merchant_transaction_id: merchantChosenId(limits.merchantTransactionIdChars),
})

const balance = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^-?\d{1,16}(\.\d+)?$/), v.transform(Number)),
])

// Assumes G-18: the money has moved even when fields are missing, so no field is required.
const transferred = v.optional(
  v.object({
    /** Transaction id of the service. */
    transaction_id: ReceivedText,
    /** The merchant's own id of the transfer. */
    merchant_transaction_id: ReceivedText,
    // It decides nothing. Assumes G-167.
    /** Balance of the merchant's account after the transfer, in VND. Assumes G-15. */
    post_balance: noted(balance),
  }),
  {},
)

type RequestFields = v.InferOutput<typeof request>
type TransferredFields = v.InferOutput<typeof transferred>
/** Money from the merchant's account to the wallet of a person. */
export interface TransferMoneyRequest extends RequestFields {}
/** A transfer that was made. @see Specification 2.7 */
export interface TransferredMoney extends TransferredFields {}
/** Data of an accepted `transferMoney`, by success code. */
export interface TransferMoneySuccess {
  200: TransferredMoney
}

/** Transfers money from the merchant's account to the wallet that has a phone number. */
export const transferMoney: Endpoint<
  TransferMoneyRequest,
  TransferMoneySuccess,
  TransferMoneyRefusals
> = {
  name: 'transferMoney',
  section: '4.4',
  summary: "Transfers money from the merchant's account to the wallet that has a phone number.",
  method: 'POST',
  path: '/merchant-integration/v1/money-transfer/b2c',
  effect: 'write',
  businessId: 'merchant_transaction_id',
  duplicates: 'unknown',
  settledBy: 'The daily file or support can tell; no query can.',
  gaps: ['G-12', 'G-13', 'G-15', 'G-18', 'G-27', 'G-29', 'G-167'],
  request,
  success: { 200: transferred },
  refusals: transferRefusals,
}
