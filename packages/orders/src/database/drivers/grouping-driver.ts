import type { Driver, Statement, StatementResult } from '../driver.ts'
import { statementOfMembers } from './statement-of.ts'
import { groupRows } from './group-rows.ts'

/**
 * Maximum number of statements in one batch. A callback waits at most as long as one batch takes.
 */
const maxStatements = 64
/** Maximum number of statements in one batch while callbacks are being recorded. */
const maxStatementsBehindOthers = 20

/**
 * Maximum number of pieces of work that share statements. More pieces make a callback wait longer.
 */
const maxMembers = 8
/** How long a piece that can share statements waits for others. */
const gatherMs = 20

interface Waiting {
  readonly statements: () => readonly Statement[]
  /** The statements that can be shared with other pieces. */
  readonly shared?: readonly Statement[]
  /** The text of these statements: pieces with equal texts can share them. */
  readonly form?: string
  readonly resolve: (results: readonly StatementResult[]) => void
  readonly reject: (error: unknown) => void
}

/** Pauses between batches. */
export interface Pauses {
  /** Awaited before each batch; when it had to wait, the next batch is a small one. */
  readonly yieldToCallbacks?: (() => Promise<boolean>) | undefined
  /** Waits a moment so that more work can arrive. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined
}

/** Budget for statements that are lost when the database refuses a shared batch. */
export interface Losses {
  /** Statements that may still be lost. */
  readonly lossLeft: number
  /** Called for each shared batch that was refused. */
  lose(statements: number): void
}

/** Parts of a batch that share statements, or a single part. */
interface Unit {
  readonly statements: readonly Statement[]
  /** Passes the results to its parts. */
  readonly tell: (results: readonly StatementResult[]) => void
}

function unitOf(parts: readonly Waiting[]): Unit {
  const [first, ...others] = parts
  if (first?.shared === undefined || others.length === 0) {
    const statements = parts.flatMap((part) => part.statements())
    return { statements, tell: (results) => first?.resolve(results) }
  }
  return {
    statements: first.shared.map(({ sql }, place) =>
      statementOfMembers(
        sql,
        parts.map(({ shared }) => shared?.[place]?.params ?? []),
      ),
    ),
    // Either all parts have happened, or the batch has failed.
    tell: () => parts.forEach(({ resolve }) => resolve([{ changes: 1, rows: [] }])),
  }
}

/** Divides a group into units: parts of the same form run together, every other part alone. */
function unitsOf(group: readonly Waiting[]): Unit[] {
  return [...groupRows(group, (part) => part.form ?? part).values()].map(unitOf)
}

/** Whether the database has refused a statement; then the whole batch was certainly rolled back. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && error.message.includes('SQLITE_')
}

/** Takes the longest-waiting pieces, as long as their statements fit. */
function takeGroup(waiting: Waiting[], max: number): Waiting[] {
  const group: Waiting[] = []
  const members = new Map<string, number>()
  let statements = 0
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const { form } = next
    const others = (form === undefined ? undefined : members.get(form)) ?? 0
    if (others === maxMembers) break
    // A piece of a form that is already in the group adds no statement.
    if (others === 0) statements += (next.shared ?? next.statements()).length
    if (group.length > 0 && statements > max) break
    if (form !== undefined) members.set(form, others + 1)
    group.push(next)
    waiting.shift()
  }
  return group
}

/**
 * Groups concurrent work into batches: while a batch is running, other pieces wait, and all waiting
 * pieces then run as the next batch. Background work therefore uses one connection to the database
 * and occupies the database only briefly.
 *
 * Each piece is still all or nothing. When the database rejects a common batch, each piece of it
 * runs again alone, so that only the faulty one fails. When the outcome of a common batch is
 * unknown, all of its pieces fail, as each of them would have alone.
 *
 * A piece must not read `changes()` in its first statement, and must not rely on running after
 * another piece that it did not wait for. Compiled transitions, changes and reads do neither.
 *
 * Pieces that differ only in their values share the same statements; such a piece waits 20
 * milliseconds for more of its kind while some are expected and nothing else is to be run. If one
 * of them does not happen, or is rejected, they run one by one.
 *
 * @param driver runs the batches
 * @param losses how many statements common batches may have that are refused; without it any number
 */
export function groupingDriver(
  driver: Driver,
  { yieldToCallbacks = async () => false, sleep = async () => {} }: Pauses = {},
  losses: Losses = { lossLeft: Infinity, lose: () => {} },
): Driver {
  const waiting: Waiting[] = []
  let isRunning = false
  let expected = 0

  async function runGroup(group: readonly Waiting[]): Promise<void> {
    const units = unitsOf(group)
    const statements = units.flatMap((unit) => unit.statements)
    try {
      const results = await driver.run(statements)
      let from = 0
      for (const unit of units) {
        unit.tell(results.slice(from, from + unit.statements.length))
        from += unit.statements.length
      }
    } catch (error) {
      if (group.length > 1 && isRefused(error)) {
        losses.lose(statements.length)
        for (const part of group) await runGroup([part])
      } else {
        for (const { reject } of group) reject(error)
      }
    }
  }

  let wake = () => {}

  /** Waits for more of what may be shared, unless something else waits already. */
  async function gather(): Promise<void> {
    const mayWait = waiting.every(({ shared }) => shared !== undefined)
    if (expected === 0 || !mayWait || waiting.length >= maxMembers) return
    const woken = new Promise<void>((resolve) => (wake = resolve))
    await Promise.race([woken, sleep(gatherMs).catch(() => {})])
  }

  function enqueue(part: Waiting): void {
    waiting.push(part)
    if (part.shared === undefined || waiting.length >= maxMembers || expected === 0) wake()
    if (!isRunning) void runAll()
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await gather()
      const [yielded] = await Promise.allSettled([yieldToCallbacks()])
      const isBehindOthers = yielded.status === 'fulfilled' && yielded.value
      const max = isBehindOthers ? maxStatementsBehindOthers : maxStatements
      await runGroup(takeGroup(waiting, Math.min(max, losses.lossLeft)))
    }
    isRunning = false
  }

  return {
    run: (statements) =>
      new Promise((resolve, reject) => enqueue({ statements: () => statements, resolve, reject })),
    expect(pieces) {
      expected = pieces
    },
    async runShared({ shared, alone }) {
      const form = shared.map(({ sql }) => sql).join(';')
      const [decided] = await new Promise<readonly StatementResult[]>((resolve, reject) =>
        enqueue({ statements: alone, shared, form, resolve, reject }),
      )
      return decided !== undefined && decided.changes > 0
    },
  }
}
