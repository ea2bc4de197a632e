import { checkArguments } from '@merchant-edge/signing/options'
import type { AnyEndpoint } from '../endpoint.ts'
import { commonRefusals } from './common-refusals.ts'
import type { Refusal } from './refusal.ts'

/**
 * Finds what a code means at an endpoint: in the endpoint's own table first, then in the common
 * one.
 *
 * @param code `meta.code` of an answer
 * @returns `undefined` for a success and for a code that no table lists
 *
 * @example
 * ```ts
 * import { queryOrder, refundOrder } from '@merchant-edge/contract'
 * import { refusalOf } from '@merchant-edge/contract/refusals'
 *
 * if (refusalOf(refundOrder, 4000801)?.reason !== 'original_not_a_payment') throw new Error()
 * if (refusalOf(queryOrder, 4000801)?.reason !== 'no_refund_right') throw new Error()
 * ```
 *
 * @see Specification 7
 */
export function refusalOf(endpoint: AnyEndpoint, code: number): Refusal | undefined {
  checkArguments('refusalOf', { endpoint })
  if (Object.hasOwn(endpoint.success, code)) return undefined
  const common: AnyEndpoint['refusals'] = commonRefusals
  const table = Object.hasOwn(endpoint.refusals, code) ? endpoint.refusals : common
  return Object.hasOwn(table, code) ? table[code] : undefined
}
