import type { Driver, Statement, StatementResult } from './driver.ts'
import { statementOfMembers } from './statement-of.ts'

/** Statements of one batch at most; a callback that is to be recorded waits no longer than it takes. */
const statementsMax = 64
/** Statements of one batch at most while callbacks are being recorded. */
const statementsMaxBehindOthers = 20

/** Pieces that share statements at most; the more there are, the longer a callback waits to be recorded. */
const membersMax = 8
/** How long a piece that may be shared waits for others. */
const gatherMs = 20

interface Waiting {
  readonly statements: () => readonly Statement[]
  /** The statements that others may share. */
  readonly shared?: readonly Statement[]
  /** Their text: pieces with the same may share them. */
  readonly form?: string
  readonly resolve: (results: readonly StatementResult[]) => void
  readonly reject: (error: unknown) => void
}

/** What is waited for between batches. */
export interface Pauses {
  /** Is waited for before each of them; one that had to wait is followed by a small batch. */
  readonly giveWay?: (() => Promise<boolean>) | undefined
  /** Lets a moment pass in which more may come. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined
}

/** What may be lost to common batches that are refused. */
export interface Losses {
  /** Statements that may still be lost. */
  readonly lossLeft: number
  /** Is told of each common batch that was refused. */
  lose(statements: number): void
}

/** Parts of a batch that run by the same statements, or one by its own. */
interface Unit {
  readonly statements: readonly Statement[]
  /** Tells its parts what came of it. */
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
    // It has happened to all of them, or the batch has failed.
    tell: () => parts.forEach(({ resolve }) => resolve([{ changes: 1, rows: [] }])),
  }
}

/** The parts of a group by what runs together: those of the same form, each of the others by itself. */
function unitsOf(group: readonly Waiting[]): Unit[] {
  return [...Map.groupBy(group, (part) => part.form ?? part).values()].map(unitOf)
}

/** Whether the database has refused a statement: then it has undone the whole batch, for certain. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && error.message.includes('SQLITE_')
}

/** Takes those that wait longest, as long as their statements fit. */
function takeGroup(waiting: Waiting[], most: number): Waiting[] {
  const group: Waiting[] = []
  const members = new Map<string, number>()
  let statements = 0
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const { form } = next
    const others = (form === undefined ? undefined : members.get(form)) ?? 0
    if (others === membersMax) break
    // Those of a form that is there already add no statement.
    if (others === 0) statements += (next.shared ?? next.statements()).length
    if (group.length > 0 && statements > most) break
    if (form !== undefined) members.set(form, others + 1)
    group.push(next)
    waiting.shift()
  }
  return group
}

/**
 * Runs together what is asked for at the same time: while a batch is under way, the others wait, and those
 * that wait by then run as one. So work in the background holds one connection to the database, and the
 * database for a short time only.
 *
 * Every batch is all or nothing by itself still. When the database refuses a common batch, each part of it
 * runs again alone, so that only the one to blame fails. When nobody knows what became of a common batch,
 * all of its parts fail, as each of them would have alone.
 *
 * A part must not ask `changes()` in its first statement, nor count on running after another part that was
 * not waited for. What a transition, a change or a read is compiled to does neither.
 *
 * Work that is the same but for its values runs by the same statements, and waits 20 milliseconds for more of
 * its kind while some is expected and nothing else is to be run. Should one of the pieces not happen, or be
 * refused, they run one by one.
 *
 * @param driver runs the batches
 * @param losses how many statements common batches may have that are refused; without it any number
 */
export function groupingDriver(
  driver: Driver,
  { giveWay = async () => false, sleep = async () => {} }: Pauses = {},
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
    if (expected === 0 || !mayWait || waiting.length >= membersMax) return
    const woken = new Promise<void>((resolve) => (wake = resolve))
    await Promise.race([woken, sleep(gatherMs).catch(() => {})])
  }

  function enqueue(part: Waiting): void {
    waiting.push(part)
    if (part.shared === undefined || waiting.length >= membersMax || expected === 0) wake()
    if (!isRunning) void runAll()
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await gather()
      const [gaveWay] = await Promise.allSettled([giveWay()])
      const isBehindOthers = gaveWay.status === 'fulfilled' && gaveWay.value
      const most = isBehindOthers ? statementsMaxBehindOthers : statementsMax
      await runGroup(takeGroup(waiting, Math.min(most, losses.lossLeft)))
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
