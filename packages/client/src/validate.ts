import * as v from 'valibot'

/** The validated output, or the rules that the input breaks. */
export type Validated<Output> =
  | { readonly valid: true; readonly output: Output }
  /** Each problem names a field and a rule, and never quotes a value. */
  | { readonly valid: false; readonly problems: readonly string[] }

// Valibot's own messages quote the received value, which may be a secret or a phone number.
function rule({ received, expected }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is required'
  return expected === null ? 'is not accepted' : `must be ${expected}`
}

/**
 * Validates a value; problems name fields and rules and never quote the value, which may be a
 * secret.
 *
 * @param whole subject of problems that belong to no field, such as `the request`
 */
export function validate<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
  whole: string,
): Validated<Output> {
  const { success, output, issues } = v.safeParse(schema, input, { message: rule })
  if (success) return { valid: true, output }
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? whole} ${issue.message}`)
  return { valid: false, problems: [...new Set(problems)] }
}
