import * as v from 'valibot'
import { digestOf, isSameDigest } from '../api/secret-digest.ts'
import { ConfigurationError } from '../checkout-env.ts'

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

function refuse(problem: string): never {
  throw new ConfigurationError(`OPERATORS ${problem}. ${remedy}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('is not JSON')
  }
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Names the place of what is wrong, never what stands there: it may be a token in the wrong field. */
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
  const tokens = new Set(operators.map(({ token_sha256 }) => token_sha256))
  if (tokens.size < operators.length) return refuse('has the same token_sha256 twice')
  // A token that is replaced is good beside the new one for a while: the same person, and so the same role.
  for (const { name, role } of operators) {
    const same = operators.filter((operator) => operator.name === name)
    if (same.length > mostTokens) return refuse('has the same name more than twice')
    if (same.some((operator) => operator.role !== role)) {
      return refuse('has the same name with two roles')
    }
  }
  return operators.map(({ name, role, token_sha256: hex }) => ({
    name,
    role,
    digest: bytesOfHex(hex),
  }))
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
  if (configured === undefined || configured === '') return refuse('is missing')
  if (kept?.text !== configured) kept = { text: configured, operators: readOperators(configured) }
  const digest = await digestOf(token)
  let found: Operator | undefined
  for (const operator of kept.operators) {
    if (isSameDigest(operator.digest, digest)) found = { name: operator.name, role: operator.role }
  }
  return found
}
