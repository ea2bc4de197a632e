import { randomBytes } from 'node:crypto'

/** A file of secrets: those of one Worker, or of the shop's backend. */
export type SecretFile = 'orders' | 'ipn' | 'checkout' | 'shop'

/** A secret of the Workers, and who has it. */
export interface Secret {
  readonly name: string
  /** The files of those who share it. */
  readonly files: readonly SecretFile[]
  /** Makes a value; absent for what comes from the service. */
  readonly make?: () => string
  /** Whether the value before goes on under the name with `_PREVIOUS`. */
  readonly overlaps: boolean
}

const random = (): string => randomBytes(32).toString('base64url')
const webhookKey = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Every secret that the files hold. OPERATORS is a list that people write: `operators add`. */
export const secretTable: readonly Secret[] = [
  { name: 'CALLBACK_SECRET', files: ['ipn', 'orders'], make: random, overlaps: true },
  { name: 'LINK_SECRET', files: ['orders'], make: random, overlaps: true },
  { name: 'WEBHOOK_SECRET', files: ['shop', 'orders'], make: webhookKey, overlaps: true },
  { name: 'CHECKOUT_SECRET', files: ['checkout', 'shop'], make: random, overlaps: true },
  { name: 'ORDER_KEY_SECRET', files: ['checkout'], make: random, overlaps: true },
  { name: 'CHECKSUM_KEY', files: ['orders'], overlaps: true },
  { name: 'MERCHANT_KEY', files: ['orders'], overlaps: false },
]
