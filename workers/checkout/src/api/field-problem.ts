import type * as v from 'valibot'

/** What is wrong with a whole object, or with a field that it lacks or does not know. */
export function fieldProblem({ expected }: v.StrictObjectIssue): string {
  if (expected === 'Object') return 'must be a JSON object'
  return expected === 'never' ? 'is not a field of this request' : 'is missing'
}
