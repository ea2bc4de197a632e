import createTqrOrder from '../../../fixtures/wire/create-tqr-order.json' with { type: 'json' }
import createTransactionOrder from '../../../fixtures/wire/create-transaction-order.json' with { type: 'json' }
import createWebPayment from '../../../fixtures/wire/create-web-payment.json' with { type: 'json' }
import genTransactionQr from '../../../fixtures/wire/gen-transaction-qr.json' with { type: 'json' }
import queryOrderV2 from '../../../fixtures/wire/query-order-v2.json' with { type: 'json' }
import queryOrder from '../../../fixtures/wire/query-order.json' with { type: 'json' }
import refundOrder from '../../../fixtures/wire/refund-order.json' with { type: 'json' }

/** One answer of the service as text, and what it must be read as. */
export interface WireAnswer {
  readonly about: string
  readonly status: number
  readonly body: string
  readonly reads: {
    readonly outcome: string
    readonly code?: number
    readonly reason?: string
    readonly message?: string
    readonly data?: unknown
  }
}

/** One call, written down by hand from the specification. */
export interface WireFixture {
  readonly endpoint: string
  readonly request: {
    readonly fields: object
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly signedText: string
  }
  readonly answers: readonly WireAnswer[]
}

/** Every call of the service, byte for byte. */
export const wireFixtures: readonly WireFixture[] = [
  createTqrOrder,
  genTransactionQr,
  createTransactionOrder,
  queryOrder,
  queryOrderV2,
  createWebPayment,
  refundOrder,
]
