import * as v from 'valibot'
import { ReceivedTransactionId } from '../fields/service-ids.ts'
import { noted } from '../fields/noted.ts'
import { ReceivedText } from '../fields/received.ts'

/** A payment from a linked wallet in an answer of the service. */
export const onlineTransaction = v.object({
  /** Transaction id of the service. */
  transaction_id: ReceivedTransactionId,
  /** The merchant's own id of the payment. */
  transaction_ref_number: ReceivedText,
  /** `SUCCESS`, `FAIL`, or a state in between, such as `HOLDING` or `PROCESSING`. Assumes G-38. */
  transaction_status: ReceivedText,
  /** Number of the transaction in the reconciliation files. */
  transaction_wallet_number: noted(v.string()),
})

type TransactionFields = v.InferOutput<typeof onlineTransaction>
/** A payment from a linked wallet. @see Specification 2.13 */
export interface OnlineTransaction extends TransactionFields {}
