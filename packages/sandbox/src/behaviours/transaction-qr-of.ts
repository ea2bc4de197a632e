import type { TransactionQr } from '@merchant-edge/contract'
import type { Order } from '../orders/orders.ts'
import { qrPng } from '../orders/qr-png.ts'

/** The answer of the two calls that make a QR. @see Specification 2.1 */
export async function transactionQrOf(order: Order): Promise<TransactionQr> {
  return {
    qr_url: '',
    qr_data: await qrPng(order.qrCode),
    qr_code: order.qrCode,
    order_id: order.orderId,
    expiration: order.expiresAt,
  }
}
