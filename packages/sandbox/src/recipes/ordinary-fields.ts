import type { StepValue } from './recipe.ts'

const place = { store_code: '{storeCode}', pos_code: '{posCode}' }
const headerPlace = { 'X-Merchant-ID': '{storeCode}', 'X-Terminal-ID': '{posCode}' }
const bodyPlace = {
  merchant_id: '{storeCode}',
  terminal_id: '{posCode}',
  merchant_code: '{merchantCode}',
}
const items = [{ card_type: '50', quantity: 2 }]
const phone = '0900000001'

/** The fields of an ordinary loyalty call of a recipe, in both forms. */
const loyaltyFields: Readonly<Record<string, { readonly [name: string]: StepValue }>> = {
  getMembership: {
    id_type: 'MOBILE',
    identity: phone,
    business_code: 'EDGE-LOYALTY',
    program_code: 'EDGE-POINTS',
  },
  queryGiftCodeStock: { ...place, card_type: ['50', '500'] },
  orderGiftCodes: { ...place, merchant_order_id: '{id:gift}', order_info: items },
  checkGiftCode: { ...place, serial: 'GC000000000000' },
  queryGiftCodeOrder: { ...place, merchant_order_id: '{id:gift}' },
  getTopUpMember: { ...place, phone_number: phone },
  topUpPoints: {
    ...place,
    phone_number: phone,
    point_amount: 100,
    order_id: '{id:invoice}',
    txn_id: '{txn}',
  },
  queryTopUp: { ...place, txn_id: '{txn}' },
  gatewayGetMember: { ...headerPlace, phone_no: phone },
  gatewayTopUpPoints: {
    ...headerPlace,
    phone_no: phone,
    point_amount: 100,
    invoice_no: '{txn}',
    send_receipt: false,
  },
  gatewayQueryTopUp: { ...headerPlace, invoice_no: '{txn}' },
  gatewayQueryGiftCodeStock: { ...bodyPlace, card_type: ['50', '500'] },
  gatewayOrderGiftCodes: { ...bodyPlace, order_id: '{id:gift}', order_info: items },
  gatewayCheckGiftCode: { ...bodyPlace, serial: 'GC000000000000' },
  gatewayQueryGiftCodeOrder: { ...bodyPlace, order_id: '{id:gift}' },
}

/** Fields of an ordinary request, by the name of the endpoint; a recipe says what differs. */
export const ordinaryFields: Readonly<Record<string, { readonly [name: string]: StepValue }>> = {
  createTqrOrder: {
    callback_url: 'http://127.0.0.1:9/callback',
    order_amount: 100_000,
    order_reference_id: '{id:pay}',
    store_code: '{storeCode}',
    pos_code: '{posCode}',
  },
  createWebPayment: {
    callback_url: 'http://127.0.0.1:9/callback',
    redirect_url: 'http://127.0.0.1:9/return',
    order_amount: 100_000,
    order_reference_id: '{id:pay}',
    store_code: '{storeCode}',
    pos_code: '{posCode}',
  },
  refundOrder: {
    order_reference_id: '{id:refund}',
    original_order_reference_id: '{id:pay}',
    vnd_amount: 1000,
  },
  linkWallet: {
    callback_url: 'http://127.0.0.1:9/linked',
    partner_type: 'MERCHANT',
    partner_code: '{merchantCode}',
    partner_user_id: '{id:user}',
  },
  checkWalletLink: {
    partner_code: '{merchantCode}',
    link_reference_id: '{linkId}',
    partner_user_id: '{id:user}',
    callback_url: 'http://127.0.0.1:9/linked',
  },
  createOnlineTransaction: {
    holding_enabled: false,
    invoice_no: '{id:invoice}',
    currency: 'VND',
    amount: '50000',
    bill_amount: '50000',
    order_created_at: '{now}',
    transaction_reference_number: '{id:purchase}',
    terminal_id: '{posCode}',
    merchant_id: '{storeCode}',
    merchant_code: '{merchantCode}',
    partner_code: '{merchantCode}',
    user_token: '{userToken}',
  },
  confirmOnlineTransaction: {
    otp: '000000',
    transaction_reference_number: '{id:purchase}',
    transaction_id: '{transactionId}',
    partner_code: '{merchantCode}',
    user_token: '{userToken}',
  },
  confirmOrder: {
    order_status: 'SUCCESS',
    partner_code: '{merchantCode}',
    invoice_no: '{id:invoice}',
  },
  unlinkWallet: { partner_code: '{merchantCode}', user_token: '{userToken}' },
  transferMoney: {
    amount: '50000',
    currency: 'VND',
    description: 'A prize',
    receiver_phone_number: '0900000002',
    merchant_account_id: 'EDGE-ACCOUNT-1',
    merchant_transaction_id: '{id:transfer}',
  },
  verifyVoucher: {
    store_code: '{storeCode}',
    pos_code: '{posCode}',
    serial_number: 'EV-AMOUNT-1',
    order_info: { order_amount: 250_000 },
    merchant_staff_id: 'staff-9',
  },
  markVoucherUsed: {
    store_code: '{storeCode}',
    pos_code: '{posCode}',
    serial_number: 'EV-AMOUNT-1',
    redeem_ref_id: '{id:redeem}',
    merchant_staff_id: 9,
    merchant_code: '{merchantCode}',
    merchant_voucher_code: 'BOOKS-50K',
    merchant_reference_id: '{id:order}',
  },
  ...loyaltyFields,
  revokeVouchers: { serials: ['EV-AMOUNT-1'] },
}
