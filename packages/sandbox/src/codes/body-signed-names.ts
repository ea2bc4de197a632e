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
