import type { Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { EndpointFilter } from '../events/webhook-endpoint.ts'
import type { StoreContext } from '../orders-context.ts'
import {
  compileRead,
  compileShared,
  compileTaking,
  compileTransition,
  rowOf,
  valueOf,
} from './compile-transition.ts'
import { d1Driver, type Driver, type Statement, type StatementResult } from './driver.ts'
import type { Change, ColumnName, Read, Transition } from './transition.ts'

/** The results of a batch, asked for by the parts that were put into it. */
export interface Transacted {
  /** Whether a transition of the batch has happened. */
  happened(transition: Transition): boolean
  /** The rows that a read of the batch has found, or that a taking has changed, as they stand then. */
  rows<Table extends SQLiteTable, Name extends ColumnName<Table>>(
    of: Read<Table, Name> | Change<Table>,
  ): Pick<Table['$inferSelect'], Name>[]
}

/** What runs in one batch, in this order. */
export interface Batch {
  /** Each for itself: one that does not happen keeps none of the others from happening. */
  readonly transitions?: readonly Transition[]
  /** Changes whose rows are asked for, such as leases. */
  readonly takings?: readonly Change[]
  readonly reads?: readonly Read[]
}

/**
 * Runs transitions, takings and reads in one batch of a driver. One that fails undoes all of them.
 *
 * @param endpoints who wants to hear of events
 * @throws what the driver throws. The batch was not written then, or, when the connection broke during
 *   the commit, may have been written whole
 */
export async function runBatch(
  driver: Driver,
  { transitions = [], takings = [], reads = [] }: Batch,
  endpoints: readonly EndpointFilter[],
): Promise<Transacted> {
  const places = new Map<Transition | Change | Read, number>()
  const statements: Statement[] = []
  for (const transition of transitions) {
    places.set(transition, statements.length)
    statements.push(...compileTransition(transition, endpoints))
  }
  for (const taking of takings) places.set(taking, statements.push(compileTaking(taking)) - 1)
  for (const read of reads) places.set(read, statements.push(compileRead(read)) - 1)
  const results = statements.length === 0 ? [] : await driver.run(statements)
  function resultOf(part: Transition | Change | Read): StatementResult {
    const result = results[places.get(part) ?? -1]
    if (result === undefined) throw new TypeError('This is no part of the batch.')
    return result
  }
  return {
    happened: (transition) => resultOf(transition).changes > 0,
    rows: (of) => resultOf(of).rows.map((raw) => rowOf(of.table, raw)),
  }
}

/** {@link runBatch} on the order database. */
export function transactAll(context: StoreContext, batch: Batch): Promise<Transacted> {
  return runBatch(context.driver ?? d1Driver(context.database), batch, context.endpoints)
}

/** Reads several things of one moment from the order database. */
export function readTogether(
  { database, driver }: Pick<StoreContext, 'database' | 'driver'>,
  reads: readonly Read[],
): Promise<Transacted> {
  return runBatch(driver ?? d1Driver(database), { reads }, [])
}

/**
 * Runs one transition on the order database.
 *
 * @returns whether it has happened
 * @throws what the database throws. The transition was not written then, or, when the connection broke
 *   during the commit, may have been written whole
 */
export async function transact(context: StoreContext, transition: Transition): Promise<boolean> {
  const done = await transactAll(context, { transitions: [transition] })
  return done.happened(transition)
}

/**
 * Runs a transition in the batch of an invocation, by the same statements as others of the same form that are
 * asked for at the same time. It has happened to all of them or is made for each by itself.
 *
 * @param behind follow in the same batch, each for itself
 * @returns whether the transition has happened
 * @throws what the driver throws, as {@link transactAll}
 */
export async function transactWithOthers(
  context: StoreContext,
  transition: Transition,
  behind: readonly Transition[] = [],
): Promise<boolean> {
  const { driver, endpoints } = context
  const transitions = [transition, ...behind] as const
  const shared = driver?.runShared && compileShared(transitions, endpoints)
  if (driver?.runShared === undefined || shared === undefined) {
    return (await transactAll(context, { transitions })).happened(transition)
  }
  const alone = () => transitions.flatMap((one) => compileTransition(one, endpoints))
  return driver.runShared({ shared, alone })
}

/**
 * Makes one change and returns the rows that it has changed, as they stand then: a lease, above all,
 * which is taken by whoever gets the row.
 *
 * @throws what the database throws
 */
export async function take<Table extends SQLiteTable>(
  context: StoreContext,
  change: Change<Table>,
): Promise<Table['$inferSelect'][]> {
  const done = await transactAll(context, { takings: [change] })
  return done.rows(change)
}

/**
 * Makes one change and returns one column of the rows that it has changed, where {@link take} would return more than is
 * read.
 *
 * @throws what the database throws
 */
export async function takeColumn(
  { database, driver = d1Driver(database) }: StoreContext,
  change: Change,
  column: Column,
): Promise<readonly unknown[]> {
  const [changed] = await driver.run([compileTaking(change, column)])
  return changed?.rows.map((raw) => valueOf(column, raw)) ?? []
}
