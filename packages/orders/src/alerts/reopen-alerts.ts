import { sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import {
  alerts,
  attempts,
  disputedPayments,
  endpoints,
  journal,
  links,
  orders,
  outbox,
  transfers,
  type JournalData,
} from '../database/schema.ts'
import { fixedSql } from '../database/drivers/statement-of.ts'
import { transactAll } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import type { AlertKind } from './alert-kinds.ts'
import { alertOnce } from './alerts.ts'

/** How long an alert stays closed before it is reopened. */
const restMs = 24 * 60 * 60_000
const maxAtOnce = 5
/** Maximum parts of a UNION that D1 allows. */
const maxParts = 5
/** The statement for the alert, and the one for its events. */
const statementsEach = 2

/** The subjects of alerts of some kinds, as long as their cause persists. */
interface Cause {
  /**
   * Tables in the order of reading: the table with few rows comes first, so that closed alerts of
   * many years are not scanned.
   */
  readonly from: SQL
  readonly isThere: SQL
}

/** Refunds, held money, failing queries and the differences of a day have their own reminders. */
const causesInRows: readonly Cause[] = [
  {
    from: sql`${attempts} CROSS JOIN ${alerts}`,
    isThere: sql`${attempts.state} = 'payment_unknown' AND ${alerts.subject} = ${attempts.reference}
      AND ${alerts.kind} IN ('linked_payment_unknown', 'linked_answer_contradicts')`,
  },
  {
    from: sql`${alerts} CROSS JOIN ${attempts}`,
    isThere: sql`${alerts.kind} = 'hold_contradicted' AND ${attempts.reference} = ${alerts.subject}
      AND NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = 'hold.known:' || ${alerts.subject})`,
  },
  {
    from: sql`${transfers} CROSS JOIN ${alerts}`,
    isThere: sql`${transfers.state} = 'unknown' AND ${alerts.subject} = ${transfers.id}
      AND ${alerts.kind} IN ('transfer_unknown', 'transaction_of_other_transfer')`,
  },
  {
    from: sql`${orders} CROSS JOIN ${disputedPayments} CROSS JOIN ${alerts}`,
    isThere: sql`${orders.state} = 'disputed' AND ${disputedPayments.orderId} = ${orders.id}
      AND ${disputedPayments.state} = 'open' AND ${alerts.kind} = ${disputedPayments.reason}
      AND ${alerts.subject} = ${orders.id} || ':' || ${disputedPayments.transactionId}`,
  },
  {
    from: sql`${outbox} CROSS JOIN ${orders} CROSS JOIN ${alerts}`,
    isThere: sql`${outbox.kind} = 'confirm' AND ${outbox.state} = 'dead'
      AND ${orders.id} = ${outbox.orderId} AND ${orders.state} = 'paid_unverified'
      AND ${alerts.kind} = 'callback_not_confirmed' AND ${alerts.subject} = ${outbox.key}`,
  },
  {
    from: sql`${alerts} CROSS JOIN ${links}`,
    isThere: sql`${links.state} = 'unlinking' AND ${links.nextCallAtMs} IS NULL
      AND ${alerts.kind} = 'unlink_given_up' AND ${links.id} = ${alerts.subject}`,
  },
].map(({ from, isThere }) => ({ from: fixedSql(from), isThere: fixedSql(isThere) }))

/**
 * The causes, including paused endpoints that are configured: one that was removed from the
 * configuration is gone for good, and another alert covers the events that wait for it.
 */
function causesIn({ endpoints: configured }: OrdersContext): readonly Cause[] {
  const ids = JSON.stringify(configured.map(({ id }) => id))
  const paused: Cause = {
    from: sql`${endpoints} CROSS JOIN ${alerts}`,
    isThere: sql`${endpoints.pausedAtMs} IS NOT NULL AND ${endpoints.pausedBy} IS NULL
      AND ${endpoints.id} IN (SELECT value FROM json_each(${ids}))
      AND ${alerts.kind} = 'endpoint_paused' AND ${alerts.subject} = ${endpoints.id}`,
  }
  return [...causesInRows, paused]
}

function toReopen({ from, isThere }: Cause, now: number): SQL {
  return sql`FROM ${from} WHERE ${isThere}
    AND ${alerts.state} = 'closed' AND ${alerts.closedAtMs} <= ${now - restMs}`
}

/** Whether {@link reopenAlerts} has something to do. */
export function alertsAreToReopen(context: OrdersContext): SQL {
  const now = context.now()
  const each = causesIn(context).map((cause) => sql`EXISTS (SELECT 1 ${toReopen(cause, now)})`)
  return sql.join(each, sql` OR `)
}

interface ClosedAlert {
  readonly id: number
  readonly kind: AlertKind
  readonly subject: string
  readonly data: string
  /** Index of its cause in `causesIn`. */
  readonly place: number
}

/**
 * Reopens alerts that were closed a day ago although their cause persists: a payment or a transfer
 * of unknown outcome, money that is held against a person's verdict, an order that is paid only
 * according to a callback, a disputed payment, a paused endpoint, a wallet that could not be
 * unlinked.
 */
export async function reopenAlerts(context: OrdersContext): Promise<void> {
  const atMs = context.now()
  const room = roomFor(context, { each: statementsEach, max: maxAtOnce })
  if (room === 0) return
  const causes = causesIn(context)
  const parts = causes.map(
    (cause, place) => sql`SELECT ${alerts.id} AS "id", ${alerts.kind} AS "kind",
      ${alerts.subject} AS "subject", ${alerts.data} AS "data", ${place} AS "place" ${toReopen(cause, atMs)}`,
  )
  const rows: ClosedAlert[] = []
  for (let from = 0; from < parts.length && rows.length < room; from += maxParts) {
    const some = sql.join(parts.slice(from, from + maxParts), sql` UNION ALL `)
    const found = openDatabase(context).all<ClosedAlert>(
      sql`SELECT * FROM (${some}) LIMIT ${room - rows.length}`,
    )
    rows.push(...(await found))
  }
  const transitions = rows.flatMap(({ id, kind, subject, data: facts, place }) => {
    const cause = causes[place]
    if (cause === undefined) return []
    const data: JournalData = JSON.parse(facts)
    const isStillClosed = sql`EXISTS (SELECT 1 ${toReopen(cause, atMs)} AND ${alerts.id} = ${id})`
    return [alertOnce({ kind, subject, atMs, data }, isStillClosed)]
  })
  if (transitions.length > 0) await transactAll(context, { transitions })
}
