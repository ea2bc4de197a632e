import { RefusalError } from '../requests/refusal-error.ts'

/** Fields that are otherwise read in another form too, each with its type, by endpoint. */
const types = new Map<string, readonly [name: string, type: 'string' | 'number' | 'object']>([
  ['createTqrOrder', ['extra_data', 'string']],
  ['genTransactionQr', ['extra_data', 'string']],
  ['createTransactionOrder', ['extra_data', 'string']],
  ['createWebPayment', ['extra_data', 'object']],
  ['verifyVoucher', ['merchant_staff_id', 'string']],
  ['markVoucherUsed', ['merchant_staff_id', 'number']],
])

const words = { string: 'text', number: 'a number', object: 'an object' } as const

/**
 * Refuses a field of another type than that which the specification gives it in this call. The
 * profile `strict` does so, because a service may know only that type. Assumes G-16 and G-135.
 *
 * @throws RefusalError 4000001
 * @see Specification 2.5, 4.2, 4.3, 4.10
 */
export function refuseOtherTypes(
  endpoint: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const known = types.get(endpoint)
  if (known === undefined) return
  const [name, type] = known
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || typeof value === type) return
  throw new RefusalError(4000001, `${name}: must be ${words[type]} in this call`)
}
