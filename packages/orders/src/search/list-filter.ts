import { vietnamDay } from '../daily-files/vietnam-day.ts'
import { requireFields } from '../rules/field-rule.ts'
import { listPage } from '../rules/page-rules.ts'
import { listRules } from '../rules/request-rules.ts'
import { requireStoreCodes } from '../rules/store-codes.ts'
import type { StoreFilter } from '../stores/store-filter.ts'
import type { PageOf } from './search-api.ts'

/** Number of rows of a page. */
export function limitOf({ limit = listPage.default }: PageOf): number {
  return limit
}

/**
 * Validates the filter fields that several lists share.
 *
 * @throws TypeError naming the field that is wrong
 */
export function checkFilter(
  filter: Readonly<Partial<Record<keyof typeof listRules, unknown>>> & {
    readonly state?: string
  } & Pick<StoreFilter, 'storeCodes'>,
  states: readonly string[],
): void {
  requireFields('list', listRules, filter)
  requireStoreCodes('list', filter.storeCodes)
  if (filter.posCode !== undefined && filter.storeCode === undefined) {
    throw new TypeError(
      "The list's posCode must come with a storeCode: terminals of two stores may have the same code.",
    )
  }
  const { state } = filter
  if (state === undefined || states.some((known) => known === state)) return
  throw new TypeError(`The list's state must be one of ${states.join(', ')}.`)
}

/**
 * A day of Vietnam as an interval of instants, in milliseconds since 1970; all times without a day.
 */
export function intervalOf(day: string | undefined): {
  readonly startMs: number
  readonly endMs: number
} {
  if (day === undefined) return { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }
  try {
    return vietnamDay(day)
  } catch {
    throw new TypeError("The list's day must be a day of the calendar as YYYY-MM-DD.")
  }
}
