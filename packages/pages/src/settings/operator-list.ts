import * as v from 'valibot'

/** What an operator may do: `view` reads; `money` reads and acts. */
export type OperatorRole = 'view' | 'money'

/** An operator who may use the desk or the operator API: a person or a program. */
export interface Operator {
  /** Name, recorded in the journal with every action of this operator. */
  readonly name: string
  readonly role: OperatorRole
  /**
   * Codes of the stores that the operator may see; when left out, all stores and also data without
   * a store.
   */
  readonly stores?: readonly string[]
}

/** The fields that every list of operators has, independent of how its operators are identified. */
export const operatorFields = {
  /** 1 to 64 characters of `A-Z a-z 0-9 . _ @ -`, the first a letter or digit. */
  name: v.pipe(
    v.string(),
    v.regex(
      /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/,
      'is not 1 to 64 characters of A-Z a-z 0-9 . _ @ -',
    ),
  ),
  /** An {@link OperatorRole}. */
  role: v.picklist(['view', 'money'], 'is neither "view" nor "money"'),
}

/** A list of operators as it was read. */
export interface OperatorList<Entry> {
  /** Empty when the text is no such list. */
  readonly entries: readonly Entry[]
  /** The problems, each as a text that follows the name of the secret; a value is never quoted. */
  readonly problems: readonly string[]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names the place of the problem, never the value: it may be a token in the wrong field. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  const said = issue.message.startsWith('is n')
    ? issue.message
    : 'is missing, unknown or of another type'
  const place = v.getDotPath(issue)
  return place === null ? 'is no JSON list' : `has an entry whose ${place} ${said}`
}

/**
 * Reads a secret that lists operators: a JSON list of one entry at least.
 *
 * @param entry what an entry is: `v.strictObject({ ...operatorFields, ... })`, whose messages begin
 *   with `is n`
 */
export function readOperatorList<Entry extends v.GenericSchema>(
  text: string,
  entry: Entry,
): OperatorList<v.InferOutput<Entry>> {
  const value = parseJson(text)
  if (value === undefined) return { entries: [], problems: ['is not JSON'] }
  const parsed = v.safeParse(v.array(entry), value)
  if (!parsed.success) {
    return { entries: [], problems: [...new Set(parsed.issues.map((issue) => problemOf(issue)))] }
  }
  return { entries: parsed.output, problems: parsed.output.length === 0 ? ['names nobody'] : [] }
}
