import type { TopUpReceipt } from '@merchant-edge/contract'
import type { ReceiptInfo } from './top-ups.ts'

/** The part of a request that is about its receipt. */
interface ReceiptRequest {
  readonly send_receipt?: boolean | undefined
  readonly receipt_info?: TopUpReceipt | undefined
}

/** To whom the receipt goes; null when none is asked for, whatever else is sent along. */
export function receiptOf({ send_receipt, receipt_info }: ReceiptRequest): ReceiptInfo | null {
  if (send_receipt !== true) return null
  const { name = '', address = '', email = '', tax_code = '' } = receipt_info ?? {}
  return { name, address, email, tax_code }
}
