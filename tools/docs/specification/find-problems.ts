import type { Statement } from './statement.ts'
import type { Tag } from './read-tags.ts'

/** The tag of a test that goes through all calls. */
export const everyCall = 'every call'

const isCall = ({ number }: Statement): boolean => number.includes(' ')

/** The tests of a statement. */
export function testsOf(statement: Statement, tags: readonly Tag[]): readonly Tag[] {
  return tags.filter(
    ({ number }) => number === statement.number || (number === everyCall && isCall(statement)),
  )
}

/** The input of the check of statements and tags. */
export interface Specification {
  readonly statements: readonly Statement[]
  readonly tags: readonly Tag[]
  /** The option of each gap in docs/gaps.md; empty where it has none. */
  readonly options: ReadonlyMap<string, string>
  /** Whether the repository has a file or folder. */
  readonly exists: (path: string) => boolean
}

/** Path in the repository of the implementation of a statement. */
export function placeOf({ where }: Statement): string {
  return /^(?:workers|tools|examples)\//.test(where) ? where : `packages/${where}`
}

/**
 * Finds statements without a test, open statements whose gap has no option, missing code, duplicate
 * numbers, and tags that name no statement or precede no test.
 */
export function findProblems({
  statements,
  tags,
  options,
  exists,
}: Specification): readonly string[] {
  const numbers = statements.map(({ number }) => number)
  const known = new Set([...numbers, everyCall])
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  return [
    ...twice.map((number) => `${number} stands twice.`),
    ...statements
      .filter((statement) => testsOf(statement, tags).length === 0)
      .map(({ number, says }) => `${number} has no test: ${says}`),
    ...statements.flatMap(({ number, gaps = [] }) =>
      gaps
        .filter((gap) => (options.get(gap) ?? '') === '')
        .map((gap) =>
          options.has(gap)
            ? `${number} is open by ${gap}, which has no option in docs/gaps.md.`
            : `${number} is open by ${gap}, which docs/gaps.md does not have.`,
        ),
    ),
    ...statements
      .filter((statement) => !exists(placeOf(statement)))
      .map((statement) => `${statement.number} names ${placeOf(statement)}, which does not exist.`),
    ...tags
      .filter(({ number }) => !known.has(number))
      .map(({ number, file }) => `${file} names ${number}, which is no statement.`),
    ...tags
      .filter(({ title }) => title === '')
      .map(({ number, file }) => `${file} names ${number} before no test.`),
  ]
}
