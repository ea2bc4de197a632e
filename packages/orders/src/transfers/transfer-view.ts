import { maskPhone } from '@merchant-edge/contract/redaction'
import type { transfers } from '../database/schema.ts'
import { toSeconds } from '../clock.ts'
import { refusalView } from '../orders/refusal-view.ts'
import type { TransferView } from './transfers-api.ts'

/** A transfer as it is stored. */
export type TransferRow = typeof transfers.$inferSelect

/** A transfer as the API shows it. */
export function transferView(row: TransferRow): TransferView {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    version: row.version,
    amountVnd: row.amountVnd,
    receiverPhone: maskPhone(row.receiverPhone),
    description: row.description,
    ...(row.transactionId !== null && { transactionId: row.transactionId }),
    ...refusalView(row),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}
