import { storeCodesMax } from '@merchant-edge/orders/rules'
import { ConfigurationError, type SettingProblem } from '@merchant-edge/pages'
import * as v from 'valibot'
import type { Operator } from '../operator.ts'

interface KnownOperator extends Operator {
  readonly subject: string
}

const remedy =
  'It is a list such as [{"subject":"id of the person at the identity server","name":"an","role":"money","stores":["STORE-1"]}]; set it with: wrangler secret put CONSOLE_OPERATORS.'

const shape = v.array(
  v.strictObject({
    subject: v.pipe(
      v.string(),
      v.regex(/^[\x21-\x7E]{1,255}$/, 'is not 1 to 255 printable characters without spaces'),
    ),
    name: v.pipe(
      v.string(),
      v.regex(
        /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/,
        'is not 1 to 64 characters of A-Z a-z 0-9 . _ @ -',
      ),
    ),
    role: v.picklist(['view', 'money'], 'is neither "view" nor "money"'),
    stores: v.exactOptional(
      v.pipe(
        v.array(
          v.pipe(
            v.string(),
            v.regex(/^[\x21-\x7E]{1,64}$/, 'is not 1 to 64 printable characters without spaces'),
          ),
        ),
        v.minLength(1, 'is not a list of one store at least; leave it out for every store'),
        v.maxLength(
          storeCodesMax,
          `is not a list of ${storeCodesMax} stores at most; leave it out for every store`,
        ),
      ),
    ),
  }),
)

function refuse(problem: string): never {
  throw new ConfigurationError('console', [{ name: 'CONSOLE_OPERATORS', problem, remedy }])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('is not JSON')
  }
}

function readOperators(text: string): readonly KnownOperator[] {
  const parsed = v.safeParse(shape, parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.issues
    const place = v.getDotPath(issue)
    const said = issue.message.startsWith('is n')
      ? issue.message
      : 'is missing, unknown or of another type'
    return refuse(place === null ? 'is no JSON list' : `has an entry whose ${place} ${said}`)
  }
  const operators = parsed.output
  if (operators.length === 0) return refuse('names nobody')
  for (const field of ['subject', 'name'] as const) {
    const values = new Set(operators.map((operator) => operator[field]))
    if (values.size < operators.length) return refuse(`has the same ${field} twice`)
  }
  return operators
}

let kept: { readonly text: string; readonly operators: readonly KnownOperator[] } | undefined

function knownOperators(configured: string | undefined): readonly KnownOperator[] {
  if (configured === undefined || configured === '') return refuse('is missing')
  if (kept?.text !== configured) kept = { text: configured, operators: readOperators(configured) }
  return kept.operators
}

/** What is wrong with the secret CONSOLE_OPERATORS. */
export function operatorProblems(configured: string | undefined): readonly SettingProblem[] {
  try {
    knownOperators(configured)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.problems
  }
}

/**
 * Finds who may work at the desk by the subject of the sign-in. The list is looked at with every request, so that whoever
 * is taken out of it is out at once, whatever session they have.
 *
 * @param configured the secret CONSOLE_OPERATORS
 * @param subject `sub` of the id_token; the issuer is the one of AUTH_URL, which sign-on has compared
 * @returns `undefined` for somebody who is not on the list
 * @throws ConfigurationError when the secret is missing or malformed; it says what it must be
 */
export function findOperator(
  configured: string | undefined,
  subject: string,
): Operator | undefined {
  const found = knownOperators(configured).find((operator) => operator.subject === subject)
  if (found === undefined) return undefined
  const { name, role, stores } = found
  return { name, role, ...(stores !== undefined && { stores }) }
}
