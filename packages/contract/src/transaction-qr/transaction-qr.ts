import * as v from 'valibot'
import { TextOrEmpty } from '../fields/text-or-empty.ts'
import { ServiceOrderId } from '../fields/service-ids.ts'
import { UnixSecondsOfEitherUnit } from '../fields/time.ts'

/**
 * Data in the answers of both endpoints that create a QR; further fields are ignored. Assumes
 * G-137. @see Specification 2.1
 */
export const transactionQr = v.object({
  /** Address of a QR image; may be empty. */
  qr_url: TextOrEmpty,
  /** QR image in base64. */
  qr_data: TextOrEmpty,
  /** Text to encode in the QR. */
  qr_code: v.string(),
  /** Order id of the service. Assumes G-125. */
  order_id: ServiceOrderId,
  /** When the order expires, in seconds since 1970; milliseconds are converted. Assumes G-07. */
  expiration: UnixSecondsOfEitherUnit,
})

type TransactionQrOutput = v.InferOutput<typeof transactionQr>
/** A transaction QR that the customer scans. */
export interface TransactionQr extends TransactionQrOutput {}
