import { listPage, type PageRule } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import * as v from 'valibot'
import { ApiFailure } from './api-error.ts'

function problemsOf(issues: readonly v.BaseIssue<unknown>[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? 'the query'
    const isUnknown = issue.type === 'strict_object' && issue.expected === 'never'
    const problem = isUnknown ? 'is no filter of this list' : issue.message
    if (!problems.has(name)) problems.set(name, problem)
  }
  return problems
}

/**
 * Parses the query of a request by the given schema. An unknown name is refused, because a
 * misspelled filter must not return everything.
 *
 * @throws ApiFailure that names the fields that are wrong, unknown or given twice
 */
export function readQuery<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): v.InferOutput<Schema> {
  const given = Object.entries(c.req.queries())
  const problems = new Map(
    given.filter(([, values]) => values.length > 1).map(([name]) => [name, 'is given twice']),
  )
  const parsed = v.safeParse(schema, c.req.query())
  if (parsed.success && problems.size === 0) return parsed.output
  for (const [name, problem] of problemsOf(parsed.issues ?? [])) problems.set(name, problem)
  throw new ApiFailure(400, {
    reason: 'invalid_query',
    message: [...problems].map(([name, problem]) => `${name} ${problem}.`).join(' '),
    remedy: 'Correct what is named, then try again.',
    fields: [...problems.keys()],
  })
}

const wholeNumberShape = /^\d{1,15}$/

/**
 * A whole number in a query, from `min` to `max`.
 *
 * @param description replaces the doc comment of the field in the OpenAPI document, when not empty
 */
export function numberInQuery(
  min: number,
  max: number,
  description = '',
): v.GenericSchema<string, number> {
  const demand = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.description(description),
    v.regex(wholeNumberShape, demand),
    v.transform(Number),
    v.minValue(min, demand),
    v.maxValue(max, demand),
  )
}

/** One of several texts in a query. */
export function oneOf<const Text extends string>(texts: readonly Text[]) {
  return v.picklist(texts, `must be one of ${texts.join(', ')}`)
}

/** The number of rows of a page in a query; the OpenAPI document describes it by its rule. */
export function rowsInQuery({
  min,
  max,
  default: rows,
}: PageRule): v.GenericSchema<string, number> {
  return numberInQuery(
    min,
    max,
    `Rows of a page, ${min} to ${max}; ${rows} when left out. Any other number is refused with 400 \`invalid_query\`.`,
  )
}

/** Describes the cursor of every page in the OpenAPI document. */
export const cursorDescription = 'The `cursor` of the page before; left out for the first page.'

/** The query fields of every list. */
export const pageFields = {
  cursor: v.exactOptional(
    v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description(cursorDescription)),
  ),
  limit: v.exactOptional(rowsInQuery(listPage)),
}
