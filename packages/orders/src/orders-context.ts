import type { PaymentPort } from './payment-port.ts'

/** Everything the operations on orders need from outside. */
export interface OrdersContext {
  /** The D1 database with this package's migrations applied. */
  readonly database: D1Database
  /** The calls to the wallet service. */
  readonly port: PaymentPort
  /** Sends events to the shop's backend. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A number from 0 to below 1; references and jitter are made from it. */
  readonly random: () => number
  /** Secret of the token in the callback's path. */
  readonly callbackSecret: string
  /** Origin that receives payment callbacks. */
  readonly ipnUrl: string
  /** Origin of the checkout, to which the customer returns. */
  readonly checkoutUrl: string
  /** Address of the shop's backend that receives events. */
  readonly webhookUrl: string
  /** Standard Webhooks secret: `whsec_` and base64. */
  readonly webhookSecret: string
  /** Origins to which an order may ask the return page to lead. */
  readonly returnOrigins: readonly string[]
  /** Origins of the hosted payment page; without it any https or loopback origin is taken. */
  readonly paymentOrigins?: readonly string[]
  /** Rows of each kind that one sweep works on; 500 when left out. */
  readonly sweepRows?: number
}
