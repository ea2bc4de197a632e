import { noteStatement } from './query-plans.ts'

const maxStatements = 1_000
const maxParameters = 100
const maxRowBytes = 2_000_000
const maxTextBytes = 100_000
const maxSeconds = 30

const encoder = new TextEncoder()

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return encoder.encode(value).length
  return value instanceof ArrayBuffer ? value.byteLength : 8
}

function sumOf(values: readonly unknown[], bytes: (value: unknown) => number): number {
  return values.reduce<number>((sum, value) => sum + bytes(value), 0)
}

/** UTF-8 has at most three bytes for each unit of UTF-16, so few texts have to be encoded to know that they fit. */
function areLarger(values: readonly unknown[], maxBytes: number): boolean {
  const most = sumOf(values, (one) => (typeof one === 'string' ? 3 * one.length : bytesOf(one)))
  return most > maxBytes && sumOf(values, bytesOf) > maxBytes
}

function checkText(query: string): string {
  if (areLarger([query], maxTextBytes))
    throw new Error('D1_ERROR: statement too long: SQLITE_TOOBIG')
  return query
}

function checkParameters(values: readonly unknown[]): readonly unknown[] {
  if (values.length > maxParameters) {
    throw new Error('D1_ERROR: too many SQL variables: SQLITE_ERROR')
  }
  if (areLarger(values, maxRowBytes))
    throw new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG')
  return values
}

function checkResult<Result extends { meta: { duration: number; rows_written: number } }>(
  result: Result,
  invocation: Invocation,
): Result {
  invocation.rowsWritten += result.meta.rows_written
  if (result.meta.duration > maxSeconds * 1_000) {
    throw new Error('D1_ERROR: D1 DB exceeded its execution time and was reset.')
  }
  return result
}

/** Counts the statements of an invocation of a Worker. */
export class Invocation {
  /** Statements that have run. */
  statements = 0
  /** Number of requests to the database: single statements and batches. */
  roundTrips = 0
  /** Written rows as D1 counts them, including those of indexes. */
  rowsWritten = 0
  readonly #max: number

  constructor(max = maxStatements) {
    this.#max = max
  }

  /** @throws Error like D1 when the invocation may not run that many more */
  spend(statements: number): void {
    this.statements += statements
    this.roundTrips += 1
    if (this.statements > this.#max) {
      throw new Error('D1_ERROR: Too many API requests by single worker invocation.')
    }
  }
}

/** A statement of D1, with its text and its bound values. */
interface Prepared {
  readonly statement: D1PreparedStatement
  readonly query: string
  readonly values: readonly unknown[]
}

const unlimited = new WeakMap<D1PreparedStatement, Prepared>()

function limitedStatement(
  { statement, query, values: bound }: Prepared,
  invocation: Invocation,
): D1PreparedStatement {
  function running<Result>(work: () => Promise<Result>): Promise<Result> {
    invocation.spend(1)
    noteStatement(query, bound)
    return work()
  }
  function checked<Row>(result: D1Result<Row>): D1Result<Row> {
    return checkResult(result, invocation)
  }
  const limited = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') {
        return (...values: unknown[]) => {
          const bindings = target.bind(...checkParameters(values))
          return limitedStatement({ statement: bindings, query, values }, invocation)
        }
      }
      if (name === 'run') return () => running(() => target.run()).then(checked)
      if (name === 'all') return () => running(() => target.all()).then(checked)
      if (name === 'raw') return () => running(() => target.raw())
      throw new Error(`Nothing should use ${String(name)} of a statement.`)
    },
  })
  unlimited.set(limited, { statement, query, values: bound })
  return limited
}

/**
 * A database with the limits of D1 on the paid plan, for one invocation of a Worker: 1,000 statements,
 * and for each of them 100 parameters, 2 MB of values, 100 kB of text and 30 seconds.
 *
 * @see https://developers.cloudflare.com/d1/platform/limits/
 */
export function limitedDatabase(database: D1Database, invocation = new Invocation()): D1Database {
  function over(opened: Pick<D1Database, 'prepare' | 'batch'>) {
    return {
      prepare: (query: string) =>
        limitedStatement(
          { statement: opened.prepare(checkText(query)), query, values: [] },
          invocation,
        ),
      batch: async (statements: D1PreparedStatement[]) => {
        invocation.spend(statements.length)
        const inner = statements.map((one) => {
          const prepared = unlimited.get(one)
          if (prepared !== undefined) noteStatement(prepared.query, prepared.values)
          return prepared?.statement ?? one
        })
        const results = await opened.batch(inner)
        return results.map((result) => checkResult(result, invocation))
      },
    }
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'withSession') {
        return (constraint: D1SessionConstraint) => over(target.withSession(constraint))
      }
      return Reflect.get(over(target), name)
    },
  })
}
