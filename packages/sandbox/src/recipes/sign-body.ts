import { signText } from '@merchant-edge/signing'
import type { StepValue } from './recipe.ts'

/**
 * Values that the field `signature` of a linked-account call covers, in their order, by the name of the
 * endpoint. Recipes pay with money only, so the last value of a purchase is empty.
 *
 * @see Specification 5.3
 */
export const bodySignedNames: Readonly<Record<string, readonly string[]>> = {
  linkWallet: ['partner_user_id', 'partner_code', 'callback_url'],
  checkWalletLink: ['partner_user_id', 'partner_code', 'callback_url'],
  createOnlineTransaction: [
    'user_token',
    'merchant_code',
    'merchant_id',
    'terminal_id',
    'invoice_no',
    'order_created_at',
    'bill_amount',
    'amount',
    'amount in points',
  ],
  confirmOnlineTransaction: ['user_token', 'transaction_id', 'transaction_reference_number'],
  confirmOrder: ['invoice_no', 'partner_code', 'order_status'],
  unlinkWallet: ['user_token', 'partner_code'],
}

/** Fields of a request by name. */
type Fields = ReadonlyMap<string, StepValue>

/** What is signed and not sent. Assumes G-05. */
const unsentNames: Readonly<Record<string, readonly string[]>> = {
  checkWalletLink: ['partner_user_id', 'callback_url'],
}

/**
 * The fields of a call with the signature that its body carries, where it carries one; a signature that
 * is given stays as it is.
 *
 * @param call name of the endpoint
 */
export async function signBody(call: string, fields: Fields, key: CryptoKey): Promise<Fields> {
  const names = bodySignedNames[call]
  if (names === undefined) return fields
  const text = names
    .map((name) => fields.get(name) ?? '')
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join('|')
  const signature = await signText(key, text)
  const sent = [...fields].filter(([name]) => unsentNames[call]?.includes(name) !== true)
  // A later pair of the same name wins.
  return new Map<string, StepValue>([['signature', signature], ...sent])
}
