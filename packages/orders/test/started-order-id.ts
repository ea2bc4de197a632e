import type { PaymentOutcome } from '../src/payments/payments-api.ts'

/** The service's id of an order whose payment has been started, from the address or the QR that the customer gets. */
export function startedOrderId(outcome: PaymentOutcome): string | undefined {
  if (outcome.outcome === 'redirect') return outcome.paymentUrl.split('/').at(-1)
  return outcome.outcome === 'qr' ? outcome.qrCode.split('/').at(-1) : undefined
}
