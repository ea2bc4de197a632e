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

/** The results of a batch, looked up by its parts. */
export interface Transacted {
  /** Whether a transition of the batch has happened. */
  happened(transition: Transition): boolean
  /**
   * The rows that a read of the batch has found, or that a taking has changed (after the change).
   */
  rows<Table extends SQLiteTable, Name extends ColumnName<Table>>(
    of: Read<Table, Name> | Change<Table>,
  ): Pick<Table['$inferSelect'], Name>[]
}

/** The parts of one batch, in the order in which they run. */
export interface Batch {
  /** The transitions are independent: one that does not happen does not prevent the others. */
  readonly transitions?: readonly Transition[]
  /** Changes that return their rows, such as leases. */
  readonly takings?: readonly Change[]
  readonly reads?: readonly Read[]
}

/**
 * Runs transitions, takings and reads in one batch of a driver. One that fails undoes all of them.
 *
 * @param endpoints the endpoints that receive events
 * @throws the error of the driver. Then the batch was not written; if the connection broke during
 *   the commit, it may have been written completely
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
export function readInOneBatch(
  { database, driver }: Pick<StoreContext, 'database' | 'driver'>,
  reads: readonly Read[],
): Promise<Transacted> {
  return runBatch(driver ?? d1Driver(database), { reads }, [])
}

/**
 * Runs one transition on the order database.
 *
 * @returns whether the transition has happened
 * @throws the error of the database. Then the transition was not written; if the connection broke
 *   during the commit, it may have been written completely
 */
export async function transact(context: StoreContext, transition: Transition): Promise<boolean> {
  const done = await transactAll(context, { transitions: [transition] })
  return done.happened(transition)
}

/**
 * Runs a transition in the batch of an invocation. Concurrent transitions of the same form share
 * its statements: either all of them happen together, or each is run alone.
 *
 * @param behind independent transitions that follow in the same batch
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
 * Makes one change and returns the changed rows. This is mainly used for leases: the caller that
 * gets the row holds the lease.
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
 * Makes one change and returns one column of the changed rows; use it when the caller needs less
 * than {@link take} returns.
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
