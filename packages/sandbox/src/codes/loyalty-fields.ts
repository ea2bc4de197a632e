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
export const loyaltyFields: Readonly<Record<string, { readonly [name: string]: StepValue }>> = {
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
