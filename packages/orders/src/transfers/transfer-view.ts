import { maskPhone } from '../mask-phone.ts'
import { toSeconds } from '../order-view.ts'
import type { transfers } from '../schema.ts'
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
    ...(row.refusalCode !== null && {
      refusal: {
        code: row.refusalCode,
        reason: row.refusalReason ?? '',
        remedy: row.refusalRemedy ?? '',
      },
    }),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}
