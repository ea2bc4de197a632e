import type { CheckGiftCodeRequest } from './check-gift-code.ts'

/** A code of 50,000 VND. */
export const checkGiftCodeExample: CheckGiftCodeRequest = {
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
  serial: 'GC50-0001',
}
