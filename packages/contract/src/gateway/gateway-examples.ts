import type { GatewayCheckGiftCodeRequest } from './gateway-check-gift-code.ts'
import type { GatewayGetMemberRequest } from './gateway-get-member.ts'
import type { GatewayOrderGiftCodesRequest } from './gateway-order-gift-codes.ts'
import type { GatewayQueryGiftCodeOrderRequest } from './gateway-query-gift-code-order.ts'
import type { GatewayQueryGiftCodeStockRequest } from './gateway-query-gift-code-stock.ts'
import type { GatewayQueryTopUpRequest } from './gateway-query-top-up.ts'
import type { GatewayTopUpPointsRequest } from './gateway-top-up-points.ts'

/** A request of every call of Specification 4.9. */
export const gatewayExamples = {
  /** A member by phone number. */
  gatewayGetMember: {
    'X-Merchant-ID': 'EDGE-STORE-1',
    'X-Terminal-ID': 'EDGE-POS-1',
    phone_no: '0900000001',
  },
  /** A hundred points for a purchase. */
  gatewayTopUpPoints: {
    'X-Merchant-ID': 'EDGE-STORE-1',
    'X-Terminal-ID': 'EDGE-POS-1',
    phone_no: '0900000001',
    point_amount: 100,
    invoice_no: 'INVOICE-0001',
    send_receipt: false,
  },
  /** How a top-up ended. */
  gatewayQueryTopUp: {
    'X-Merchant-ID': 'EDGE-STORE-1',
    'X-Terminal-ID': 'EDGE-POS-1',
    invoice_no: 'INVOICE-0001',
  },
  /** The stock of two face values. */
  gatewayQueryGiftCodeStock: {
    merchant_id: 'EDGE-STORE-1',
    terminal_id: 'EDGE-POS-1',
    card_type: ['50', '100'],
    merchant_code: 'EDGE',
  },
  /** Two codes of 50,000 VND. */
  gatewayOrderGiftCodes: {
    merchant_id: 'EDGE-STORE-1',
    terminal_id: 'EDGE-POS-1',
    order_id: 'G-0001',
    order_info: [{ card_type: '50', quantity: 2 }],
    merchant_code: 'EDGE',
  },
  /** Whether a code of 50,000 VND has been used. */
  gatewayCheckGiftCode: {
    merchant_id: 'EDGE-STORE-1',
    terminal_id: 'EDGE-POS-1',
    serial: 'GC50-0001',
    merchant_code: 'EDGE',
  },
  /** The codes that the order `G-0001` above has taken. */
  gatewayQueryGiftCodeOrder: {
    merchant_code: 'EDGE',
    merchant_id: 'EDGE-STORE-1',
    terminal_id: 'EDGE-POS-1',
    order_id: 'G-0001',
  },
} satisfies {
  gatewayGetMember: GatewayGetMemberRequest
  gatewayTopUpPoints: GatewayTopUpPointsRequest
  gatewayQueryTopUp: GatewayQueryTopUpRequest
  gatewayQueryGiftCodeStock: GatewayQueryGiftCodeStockRequest
  gatewayOrderGiftCodes: GatewayOrderGiftCodesRequest
  gatewayCheckGiftCode: GatewayCheckGiftCodeRequest
  gatewayQueryGiftCodeOrder: GatewayQueryGiftCodeOrderRequest
}
