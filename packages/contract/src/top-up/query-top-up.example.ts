import type { QueryTopUpRequest } from './query-top-up.ts'

/** How a top-up ended. */
export const queryTopUpExample: QueryTopUpRequest = {
  txn_id: 'EDGE-STORE-1-0001',
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
}
