import { maxStoreCodes } from '@merchant-edge/orders/rules'
import {
  ConfigurationError,
  operatorFields,
  readOperatorList,
  secretCommand,
  type SettingProblem,
  type Operator,
} from '@merchant-edge/pages'
import * as v from 'valibot'
import type { ConsoleEnv } from '../console-env.ts'

interface KnownOperator extends Operator {
  readonly subject: string
}

const example =
  '[{"subject":"id of the person at the identity server","name":"an","role":"money","stores":["STORE-1"]}]'

const entry = v.strictObject({
  ...operatorFields,
  subject: v.pipe(
    v.string(),
    v.regex(/^[\x21-\x7E]{1,255}$/, 'is not 1 to 255 printable characters without spaces'),
  ),
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
        maxStoreCodes,
        `is not a list of ${maxStoreCodes} stores at most; leave it out for every store`,
      ),
    ),
  ),
})

type Configured = Pick<ConsoleEnv, 'CONSOLE_OPERATORS' | 'ENVIRONMENT'>

function toProblem(problem: string, { ENVIRONMENT }: Configured): SettingProblem {
  const command = secretCommand('put CONSOLE_OPERATORS', ENVIRONMENT)
  const remedy = `It is a list such as ${example}; set it with: ${command}.`
  return { name: 'CONSOLE_OPERATORS', problem, remedy }
}

function read(text: string): {
  readonly operators: readonly KnownOperator[]
  readonly problems: readonly string[]
} {
  const { entries, problems } = readOperatorList(text, entry)
  const repeated = (['subject', 'name'] as const)
    .filter((field) => new Set(entries.map((one) => one[field])).size < entries.length)
    .map((field) => `has the same ${field} twice`)
  return { operators: entries, problems: [...problems, ...repeated] }
}

function readOperators(text: string, env: Configured): readonly KnownOperator[] {
  const { operators, problems } = read(text)
  if (problems.length === 0) return operators
  throw new ConfigurationError(
    'console',
    problems.map((problem) => toProblem(problem, env)),
  )
}

let kept: { readonly text: string; readonly operators: readonly KnownOperator[] } | undefined

function knownOperators(env: Configured): readonly KnownOperator[] {
  const { CONSOLE_OPERATORS: configured = '' } = env
  if (configured === '') {
    throw new ConfigurationError('console', [toProblem('is missing', env)])
  }
  if (kept?.text !== configured)
    kept = { text: configured, operators: readOperators(configured, env) }
  return kept.operators
}

/** Problems of the secret CONSOLE_OPERATORS. */
export function operatorProblems(env: Configured): readonly SettingProblem[] {
  const { CONSOLE_OPERATORS: configured = '' } = env
  if (configured === '') return [toProblem('is missing', env)]
  return read(configured).problems.map((problem) => toProblem(problem, env))
}

/**
 * Finds the operator of a sign-in by its subject. The list is checked on every request, so an
 * operator who is removed from it loses access immediately, even with a valid session.
 *
 * @param env with the secret CONSOLE_OPERATORS
 * @param subject `sub` of the id_token; its issuer is AUTH_URL, which sign-on has verified
 * @returns `undefined` for somebody who is not on the list
 * @throws ConfigurationError when the secret is missing or malformed; it says what it must be
 */
export function findOperator(env: Configured, subject: string): Operator | undefined {
  const found = knownOperators(env).find((operator) => operator.subject === subject)
  if (found === undefined) return undefined
  const { name, role, stores } = found
  return { name, role, ...(stores !== undefined && { stores }) }
}
