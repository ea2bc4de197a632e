import type { AnyEndpoint } from '@merchant-edge/contract'
import { commonRefusals, type RefusalTable } from '@merchant-edge/contract/refusals'
import { vietnameseOf, type RefusalWords } from '@merchant-edge/contract/vi'
import type { ListedRefusal } from '../document/open-api-document.ts'

function inVietnamese(endpoint: AnyEndpoint, code: number): RefusalWords {
  const words = vietnameseOf(endpoint, code)
  if (words !== undefined) return words
  throw new Error(
    `The code ${code} of ${endpoint.name} has no Vietnamese. Add it to the .vi.ts next to its table, and a new table to packages/contract/src/vietnamese.ts.`,
  )
}

function listed(endpoint: AnyEndpoint, table: RefusalTable): ListedRefusal[] {
  return Object.entries(table).map(([text, { reason, cause, remedy, retry, applied }]) => {
    const code = Number(text)
    return { code, reason, cause, remedy, retry, applied, vi: inVietnamese(endpoint, code) }
  })
}

/** The refusals of an endpoint's own table, in two languages. */
export function ownRefusals(endpoint: AnyEndpoint): readonly ListedRefusal[] {
  return listed(endpoint, endpoint.refusals)
}

/** The refusals that every call may get, in two languages. */
export function sharedRefusals(endpoint: AnyEndpoint): readonly ListedRefusal[] {
  return listed({ ...endpoint, refusals: {} }, commonRefusals)
}
