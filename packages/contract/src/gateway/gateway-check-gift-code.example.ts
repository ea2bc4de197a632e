import type { GatewayCheckGiftCodeRequest } from './gateway-check-gift-code.ts'

/** A code of 50,000 VND. */
export const gatewayCheckGiftCodeExample: GatewayCheckGiftCodeRequest = {
  merchant_id: 'EDGE-STORE-1',
  terminal_id: 'EDGE-POS-1',
  serial: 'GC50-0001',
  merchant_code: 'EDGE',
}
