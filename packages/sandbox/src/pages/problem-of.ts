import * as v from 'valibot'

/** The first thing that is wrong with a form, in one line. */
export function problemOf(
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): string {
  const [issue] = issues
  return `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()
}
