import { ConfigurationError, type SettingProblem } from '@merchant-edge/pages'
import * as v from 'valibot'
import { digestOf, isSameDigest } from '../api/secret-digest.ts'

/** What an operator may do: `view` reads; `money` reads and acts. */
export type OperatorRole = 'view' | 'money'

/** A person, or a program of theirs, who may use the operator's API. */
export interface Operator {
  /** Stands in the journal beside everything that this operator does. */
  readonly name: string
  readonly role: OperatorRole
}

/** Tokens of one operator: the one of now, and one that is being replaced. */
const mostTokens = 2

interface KnownOperator extends Operator {
  readonly digest: Uint8Array
}

const remedy =
  'Make an entry with: merchant-edge operators add --name NAME --role view|money; then set the list with: wrangler secret put OPERATORS'

const shape = v.array(
  v.strictObject({
    name: v.pipe(
      v.string(),
      v.regex(
        /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/,
        'is not 1 to 64 characters of A-Z a-z 0-9 . _ @ -',
      ),
    ),
    role: v.picklist(['view', 'money'], 'is neither "view" nor "money"'),
    token_sha256: v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{64}$/, 'is not 64 hex digits in small letters'),
    ),
  }),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

type Entries = v.InferOutput<typeof shape>

/** Names the place of what is wrong, never what stands there: it may be a token in the wrong field. */
function problemOf(issue: v.InferIssue<typeof shape>): string {
  const said = issue.message.startsWith('is n')
    ? issue.message
    : 'is missing, unknown or of another type'
  const place = v.getDotPath(issue)
  return place === null ? 'is no JSON list' : `has an entry whose ${place} ${said}`
}

/** A token that is replaced is good beside the new one for a while: the same person, and so the same role. */
function problemsOfName(name: string, operators: Entries): string[] {
  const same = operators.filter((operator) => operator.name === name)
  const roles = new Set(same.map(({ role }) => role))
  return [
    ...(same.length > mostTokens ? ['has the same name more than twice'] : []),
    ...(roles.size > 1 ? ['has the same name with two roles'] : []),
  ]
}

function problemsOfEntries(operators: Entries): string[] {
  if (operators.length === 0) return ['names nobody']
  const tokens = new Set(operators.map(({ token_sha256 }) => token_sha256))
  const names = new Set(operators.map(({ name }) => name))
  const ofNames = [...names].flatMap((name) => problemsOfName(name, operators))
  const ofTokens = tokens.size < operators.length ? ['has the same token_sha256 twice'] : []
  return [...ofTokens, ...new Set(ofNames)]
}

function read(text: string): { operators: readonly KnownOperator[]; problems: readonly string[] } {
  const value = parseJson(text)
  if (value === undefined) return { operators: [], problems: ['is not JSON'] }
  const parsed = v.safeParse(shape, value)
  if (!parsed.success) {
    return { operators: [], problems: [...new Set(parsed.issues.map((one) => problemOf(one)))] }
  }
  const operators = parsed.output.map(({ name, role, token_sha256: hex }) => ({
    name,
    role,
    digest: bytesOfHex(hex),
  }))
  return { operators, problems: problemsOfEntries(parsed.output) }
}

const toProblem = (problem: string): SettingProblem => ({ name: 'OPERATORS', problem, remedy })

/** What is wrong with the secret OPERATORS. Without it nobody may use the operator's API, which is a choice. */
export function operatorProblems(text: string | undefined): SettingProblem[] {
  return text === undefined || text === '' ? [] : read(text).problems.map(toProblem)
}

function readOperators(text: string): readonly KnownOperator[] {
  const { operators, problems } = read(text)
  if (problems.length > 0) throw new ConfigurationError('checkout', problems.map(toProblem))
  return operators
}

let kept: { readonly text: string; readonly operators: readonly KnownOperator[] } | undefined

/**
 * Finds the operator to whom a token belongs. Every entry is compared, in constant time, by the SHA-256 of the token.
 *
 * @param configured the secret OPERATORS: `[{"name":"an","role":"money","token_sha256":"<64 hex digits>"}]`
 * @returns `undefined` for a token that nobody has
 * @throws ConfigurationError when the secret is missing or malformed; it says how to make one
 */
export async function findOperator(
  configured: string | undefined,
  token: string,
): Promise<Operator | undefined> {
  if (configured === undefined || configured === '') {
    throw new ConfigurationError('checkout', [toProblem('is missing')])
  }
  if (kept?.text !== configured) kept = { text: configured, operators: readOperators(configured) }
  const digest = await digestOf(token)
  let found: Operator | undefined
  for (const operator of kept.operators) {
    if (isSameDigest(operator.digest, digest)) found = { name: operator.name, role: operator.role }
  }
  return found
}
