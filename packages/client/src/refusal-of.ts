import { commonRefusals, type AnyEndpoint, type Refusal } from '@merchant-edge/contract'

/** What a code means at an endpoint: its own table first, then the common one. */
export function refusalOf(endpoint: AnyEndpoint, code: number): Refusal | undefined {
  if (Object.hasOwn(endpoint.success, code)) return undefined
  const common: AnyEndpoint['refusals'] = commonRefusals
  const table = Object.hasOwn(endpoint.refusals, code) ? endpoint.refusals : common
  return Object.hasOwn(table, code) ? table[code] : undefined
}
