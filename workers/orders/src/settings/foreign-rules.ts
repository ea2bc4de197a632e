import { checkForeignRules, type ForeignRule } from '@merchant-edge/reconcile'
import * as v from 'valibot'

/**
 * FOREIGN_ROWS: rules for transactions in the service's daily file that were not made through this
 * system, by store, terminal, invoice code or description.
 */
export const foreignRules = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be JSON'),
  v.rawTransform<unknown, readonly ForeignRule[]>(({ dataset, addIssue, NEVER }) => {
    try {
      return checkForeignRules(dataset.value)
    } catch (error) {
      addIssue({ message: error instanceof TypeError ? error.message : 'must be a list of rules' })
      return NEVER
    }
  }),
)
