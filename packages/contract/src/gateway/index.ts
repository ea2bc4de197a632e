export {
  gatewayCheckGiftCode,
  type GatewayCheckGiftCodeRequest,
  type GatewayCheckGiftCodeSuccess,
} from './gateway-check-gift-code.ts'
export {
  gatewayGetMember,
  type GatewayGetMemberRequest,
  type GatewayGetMemberSuccess,
} from './gateway-get-member.ts'
export {
  gatewayOrderGiftCodes,
  type GatewayOrderGiftCodesRequest,
  type GatewayOrderGiftCodesSuccess,
} from './gateway-order-gift-codes.ts'
export {
  gatewayQueryGiftCodeOrder,
  type GatewayQueryGiftCodeOrderRequest,
  type GatewayQueryGiftCodeOrderSuccess,
} from './gateway-query-gift-code-order.ts'
export {
  gatewayQueryGiftCodeStock,
  type GatewayQueryGiftCodeStockRequest,
  type GatewayQueryGiftCodeStockSuccess,
} from './gateway-query-gift-code-stock.ts'
export {
  gatewayQueryTopUp,
  type GatewayQueryTopUpRequest,
  type GatewayQueryTopUpSuccess,
} from './gateway-query-top-up.ts'
export type { GatewayGiftCodeRefusals } from './gateway-gift-code-refusals.ts'
export type { GatewayMemberRefusals } from './gateway-member-refusals.ts'
export type { GatewayTopUpRefusals } from './gateway-top-up-refusals.ts'
export {
  gatewayTopUpPoints,
  type GatewayTopUpPointsRequest,
  type GatewayTopUpPointsSuccess,
} from './gateway-top-up-points.ts'
