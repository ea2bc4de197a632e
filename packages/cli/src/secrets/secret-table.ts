import { randomBytes } from 'node:crypto'

/** A file of secrets: those of one Worker, or of the shop's backend. */
export type SecretFile = 'orders' | 'ipn' | 'checkout' | 'shop'

/** A secret, and the Workers that have it. */
export interface Secret {
  readonly name: string
  /** The files that contain it. */
  readonly files: readonly SecretFile[]
  /** Generates a value; absent for a value that comes from the service. */
  readonly make?: () => string
  /** Whether the previous value is kept under the name with `_PREVIOUS`. */
  readonly overlaps: boolean
}

const random = (): string => randomBytes(32).toString('base64url')
const webhookKey = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Every secret of the files. OPERATORS is not included: it is a list written by people with
 * `operators add`.
 */
export const secretTable: readonly Secret[] = [
  { name: 'CALLBACK_SECRET', files: ['ipn', 'orders'], make: random, overlaps: true },
  { name: 'LINK_SECRET', files: ['orders'], make: random, overlaps: true },
  { name: 'WEBHOOK_SECRET', files: ['shop', 'orders'], make: webhookKey, overlaps: true },
  { name: 'CHECKOUT_SECRET', files: ['checkout', 'shop'], make: random, overlaps: true },
  { name: 'ORDER_KEY_SECRET', files: ['checkout'], make: random, overlaps: true },
  { name: 'CHECKSUM_KEY', files: ['orders'], overlaps: true },
  { name: 'MERCHANT_KEY', files: ['orders'], overlaps: false },
]
