import { checkForeignRules, type ForeignRule } from '@merchant-edge/reconcile'
import * as v from 'valibot'

/** FOREIGN_ROWS: what in the service's daily file was not made through us, by store, terminal, invoice code or description. */
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
