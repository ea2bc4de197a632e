import { requireFields } from './field-rule.ts'
import { listRules } from './request-rules.ts'

/** Maximum number of stores that a list may be limited to. */
export const maxStoreCodes = 50

/**
 * Checks the stores that a list is limited to.
 *
 * @param subject what is requested, such as `list`; used in the message
 * @throws TypeError when they are not 1 to 50 codes of stores
 */
export function requireStoreCodes(
  subject: string,
  storeCodes: readonly string[] | undefined,
): void {
  if (storeCodes === undefined) return
  if (storeCodes.length === 0 || storeCodes.length > maxStoreCodes) {
    throw new TypeError(
      `The ${subject}'s storeCodes must be 1 to ${maxStoreCodes} codes of stores.`,
    )
  }
  for (const code of storeCodes) {
    requireFields(subject, { storeCodes: listRules.storeCode }, { storeCodes: code })
  }
}
