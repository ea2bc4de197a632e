import { and, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import { openDatabase } from '../database/open-database.ts'
import { orders, outbox, type JournalData } from '../database/schema.ts'
import { take, transact, transactAll, type Transacted } from '../database/transact.ts'
import { update, type Read, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'

/** How long a leased row is hidden from other workers. */
export const leaseMs = 60_000

/**
 * Maximum rows per lease: with five rows in parallel and 15 seconds each, the last row is done
 * before the lease ends, even behind four rows that were already running.
 */
export const rowsPerLease = 15

/** Number of tries after which an unconfirmed callback becomes a dead letter. */
export const maxTries = 12

/** A row of the outbox, as it is stored. */
export type OutboxRow = typeof outbox.$inferSelect

/** The `webhook-id` of an event: the same for every endpoint, unlike its key. */
export function webhookIdOf({ webhookId, key }: Pick<OutboxRow, 'webhookId' | 'key'>): string {
  return webhookId ?? key
}

/** Selects the due outbox rows that a lease takes. */
export interface Lease {
  readonly kind: OutboxRow['kind']
  /** The endpoint that events are for; none for callbacks. */
  readonly endpoint?: string
  /** A further condition on the rows. */
  readonly where?: SQL
  readonly limit: number
}

/**
 * Written into the text: SQLite plans a statement anew each time that it binds a value which decides
 * whether a partial index serves it.
 */
const isOfKind: Readonly<Record<OutboxRow['kind'], SQL>> = {
  confirm: sql`${outbox.kind} = 'confirm'`,
  event: sql`${outbox.kind} = 'event'`,
}

/** Condition for open rows of one kind and, for events, of one endpoint. */
function isOpenFor({ kind, endpoint }: Lease): SQL | undefined {
  return and(
    sql`${outbox.state} = 'open'`,
    isOfKind[kind],
    endpoint === undefined ? isNull(outbox.endpoint) : eq(outbox.endpoint, endpoint),
  )
}

/** Condition for due rows of the kind and endpoint of a lease, without its further condition. */
export function areDue(context: OrdersContext, lease: Lease): SQL {
  return sql`${isOpenFor(lease)} AND ${outbox.nextAtMs} <= ${context.now()}`
}

/** The keys of the rows that a lease takes, longest due first. */
function dueRows(context: OrdersContext, lease: Lease): SQL {
  const { limit } = lease
  const conditions = and(areDue(context, lease), lease.where)
  return sql`SELECT ${outbox.key} FROM ${outbox} WHERE ${conditions} ORDER BY ${outbox.nextAtMs} LIMIT ${limit}`
}

/** Whether a row is due that a lease would take. */
export function anyDueRow(context: OrdersContext, lease: Lease): SQL {
  return sql`EXISTS (${dueRows(context, lease)})`
}

/** Reads the keys of the rows that a lease would take. */
export async function dueKeys(context: OrdersContext, lease: Lease): Promise<string[]> {
  const rows = await openDatabase(context).all<{ key: string }>(dueRows(context, lease))
  return rows.map(({ key }) => key)
}

/** The leased rows, and the result of the reads after them. */
export interface Leased<Reads> {
  readonly rows: OutboxRow[]
  readonly done: Transacted
  readonly reads: Reads
}

/**
 * Leases due rows for this worker for {@link leaseMs}. The number of the try is the fencing token:
 * only the holder of the newest lease may reschedule a row.
 *
 * @param readsBehind reads in the same batch about the rows that match the given condition: all
 *   leased rows, and possibly rows of another lease of the same millisecond
 */
export async function leaseAndRead<Reads extends Readonly<Record<string, Read>>>(
  context: OrdersContext,
  lease: Lease,
  readsBehind: (areLeased: SQL) => Reads,
): Promise<Leased<Reads>> {
  const nextAtMs = context.now() + leaseMs
  const taking = update(outbox, {
    set: { tries: sql`${outbox.tries} + 1`, nextAtMs },
    where: sql`${outbox.key} IN (${dueRows(context, lease)})`,
  })
  const reads = readsBehind(sql`${isOpenFor(lease)} AND ${outbox.nextAtMs} = ${nextAtMs}`)
  const done = await transactAll(context, { takings: [taking], reads: Object.values(reads) })
  return { rows: done.rows(taking), done, reads }
}

/** {@link leaseAndRead} with nothing to read. */
export async function leaseOutbox(context: OrdersContext, lease: Lease): Promise<OutboxRow[]> {
  const { rows } = await leaseAndRead(context, lease, () => ({}))
  return rows
}

/** Releases leased rows that were not processed, as if they had never been leased. */
export async function releaseRows(
  context: OrdersContext,
  rows: readonly OutboxRow[],
): Promise<void> {
  const leases = JSON.stringify(rows.map(({ key, tries }) => ({ key, tries })))
  await transact(context, {
    decide: update(outbox, {
      set: { tries: sql`${outbox.tries} - 1`, nextAtMs: context.now() },
      from: sql`(SELECT value ->> 'key' AS key, value ->> 'tries' AS tries FROM json_each(${leases})) AS lease`,
      where: sql`${outbox.key} = lease.key AND ${outbox.tries} = lease.tries AND ${outbox.state} = 'open'`,
    }),
  })
}

/** Condition: no newer lease has taken the row. */
export function stillLeased(row: OutboxRow): SQL | undefined {
  return and(eq(outbox.key, row.key), eq(outbox.state, 'open'), eq(outbox.tries, row.tries))
}

/**
 * Condition: the row is not done. Work that is finished late ends also a row that another worker has
 * made a dead letter meanwhile.
 */
export function isNotDone({ key }: Pick<OutboxRow, 'key'>): SQL | undefined {
  return and(eq(outbox.key, key), ne(outbox.state, 'done'))
}

/** Marks a row as done; a second worker that did the same work changes nothing. */
export async function finishOutbox(context: OrdersContext, row: OutboxRow): Promise<void> {
  await transact(context, {
    decide: update(outbox, { set: { state: 'done' }, where: isNotDone(row) }),
  })
}

/**
 * Marks the row of a callback as done when its transaction has paid its order; part of the batch
 * that marks the order paid.
 */
export function finishWhenPaid(
  row: OutboxRow,
  paid: { readonly orderId: string; readonly transactionId: string },
): Transition {
  return {
    decide: update(outbox, {
      set: { state: 'done' },
      where: and(
        isNotDone(row),
        sql`EXISTS (SELECT 1 FROM ${orders}
          WHERE id = ${paid.orderId} AND paid_transaction_id = ${paid.transactionId})`,
      ),
    }),
  }
}

/**
 * Marks dead-letter callbacks as done when their transaction pays the order after all; part of the
 * batch that marks the order paid.
 */
export function finishDeadLettersWhenPaid(paid: {
  readonly orderId: string
  readonly transactionId: string
}): Transition {
  const { orderId, transactionId } = paid
  return {
    decide: update(outbox, {
      set: { state: 'done' },
      where: sql`outbox.kind = 'confirm' AND outbox.state = 'dead' AND ${outbox.orderId} = ${orderId}
        AND ${outbox.payload} ->> '$.signed.transaction_id' = ${transactionId}
        AND EXISTS (SELECT 1 FROM ${orders}
          WHERE id = ${orderId} AND paid_transaction_id = ${transactionId})`,
    }),
  }
}

/**
 * Leases the row of a dead-letter callback for a replay and resets its tries; if the replay does
 * not confirm it, it is retried.
 *
 * @returns the updated row; `undefined` when there is no such row, or when it is no dead letter
 */
export async function reopenDeadLetter(
  context: OrdersContext,
  key: string,
): Promise<OutboxRow | undefined> {
  const [row] = await take(
    context,
    update(outbox, {
      set: { state: 'open', tries: 1, nextAtMs: context.now() + leaseMs },
      where: and(eq(outbox.key, key), sql`${outbox.kind} = 'confirm' AND ${outbox.state} = 'dead'`),
    }),
  )
  return row
}

/** Reschedules a row, unless a newer lease has taken it. */
export async function reschedule(
  context: OrdersContext,
  row: OutboxRow,
  nextAtMs: number,
): Promise<void> {
  await transact(context, {
    decide: update(outbox, { set: { nextAtMs }, where: stillLeased(row) }),
  })
}

/** Why a row is not done. */
interface Failure {
  readonly alert: AlertKind
  readonly data: JournalData
  /** Transitions that follow in the batch that makes the row a dead letter. */
  readonly behind?: readonly Transition[]
}

/**
 * Reschedules a row with backoff, or makes it a dead letter with an alert when its tries are used
 * up.
 *
 * @returns whether the row is a dead letter
 */
export async function retryOrDeadLetter(
  context: OrdersContext,
  row: OutboxRow,
  failure: Failure,
): Promise<boolean> {
  if (row.tries < maxTries) {
    await reschedule(context, row, context.now() + backoffMs(row.tries, context.random))
    return false
  }
  await deadLetter(context, row, failure)
  return true
}

/** Makes a row a dead letter and raises an alert, unless a newer lease has taken it. */
export async function deadLetter(
  context: OrdersContext,
  row: OutboxRow,
  { alert, data, behind = [] }: Failure,
): Promise<void> {
  const dead: Transition = {
    decide: update(outbox, { set: { state: 'dead' }, where: stillLeased(row) }),
    alert: {
      kind: alert,
      subject: row.key,
      atMs: context.now(),
      data: { order_id: row.orderId, tries: row.tries, ...data },
    },
  }
  await transactAll(context, { transitions: [dead, ...behind] })
}
