import { and, asc, sql, type SQL } from 'drizzle-orm'
import { anyRow } from '../database/any-row.ts'
import {
  isPaymentConfirmed,
  isRefundConfirmed,
  isTransferConfirmed,
} from '../database/confirmed-in-sql.ts'
import { decidedDifferencesOf, differencesOf } from '../database/differences-in-sql.ts'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import {
  alerts,
  attempts,
  dailyFiles,
  differenceVerdicts,
  disputedPayments,
  journal,
  links,
  orders,
  outbox,
  reconciliationRuns,
  refunds,
  transfers,
} from '../database/schema.ts'
import { fixedSql } from '../database/drivers/statement-of.ts'
import { transactInBatches } from '../database/transact-in-batches.ts'
import type { OrdersContext } from '../orders-context.ts'
import { alertKinds } from './alert-kinds.ts'
import type { ClosingCause } from './kinds/alert-kind-entry.ts'
import { closedByItself } from './settle-alert.ts'
import {
  areCallbacksBack,
  areConfirmationsAnswered,
  isStallOver,
  werePaymentsStarted,
} from './stalled-work.ts'
import { groupRows } from '../database/drivers/group-rows.ts'

/** Alerts that are closed in one batch. */
const perBatch = 8

const { subject } = alerts
const fact = (
  name:
    | 'day'
    | 'order_id'
    | 'points'
    | 'reference'
    | 'run_id'
    | 'service_code'
    | 'transaction_id'
    | 'transfer_id'
    | 'vnd'
    | 'wallet_code'
    | 'what',
) => sql`json_extract(${alerts.data}, ${`$.${name}`})`

/**
 * Kinds that are about an order name the attempt in the facts; for the others the attempt is the
 * subject.
 */
function attemptIs(condition: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempts}
    WHERE reference = coalesce(${fact('reference')}, ${subject}) AND ${sql.raw(condition)})`
}

function refundIs(condition: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${subject} AND ${sql.raw(condition)})`
}

function linkIs(condition: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${links} WHERE id = ${subject} AND ${sql.raw(condition)})`
}

/**
 * Kinds that are also about refunds name the transfer in the facts; for the others the transfer is
 * the subject.
 */
function transferIs(condition: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${transfers}
    WHERE id = coalesce(${fact('transfer_id')}, ${subject}) AND ${sql.raw(condition)})`
}

/**
 * Only done rows are deleted, with old events or with a person, perhaps before the next look at the
 * alert: a row that is missing is done.
 */
function outboxIsIn(...states: readonly string[]): SQL {
  const names = states.map((state) => `'${state}'`).join(', ')
  return sql`NOT EXISTS (SELECT 1 FROM ${outbox}
    WHERE key = ${subject} AND state NOT IN (${sql.raw(names)}))`
}

/** SQL condition: the current run of the alert's day is complete, and `condition` holds for it. */
function dayIs(condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${dailyFiles} f JOIN ${reconciliationRuns} r ON r.id = f.run_id
    WHERE f.day = ${fact('day')} AND r.state = 'done' AND ${condition})`
}

/** The current run is not the run of the alert; the current run raises its own alerts. */
const isOtherRun = sql`r.id <> ${fact('run_id')}`

/**
 * The payment, or the transfer, is under the transaction that the service has named; for a payment
 * the journal has each one that it has named.
 */
const isCorrected = sql`CASE ${alerts.kind} WHEN 'transfer_contradicted'
  THEN EXISTS (SELECT 1 FROM ${transfers} WHERE id = ${subject} AND state = 'succeeded'
    AND transaction_id = ${fact('transaction_id')})
  ELSE EXISTS (SELECT 1 FROM ${attempts} a WHERE a.reference = ${subject} AND EXISTS (
    SELECT 1 FROM ${journal} WHERE dedupe = 'payment.contradicted:' || a.reference || ':' || a.transaction_id)) END`

const codesOfRow = sql`(${fact('service_code')}, ${fact('wallet_code')})`

/** What a row of the service's file says counts here too, or a person has decided its difference. */
const isRowSettled = sql`(
  EXISTS (SELECT 1 FROM ${differenceVerdicts} WHERE wallet_code = ${fact('wallet_code')})
  OR EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${subject} AND state = 'paid'
    AND (transaction_id IN ${codesOfRow} OR wallet_number = ${fact('wallet_code')}))
  OR EXISTS (SELECT 1 FROM ${disputedPayments} WHERE order_id = ${fact('order_id')}
    AND reference = ${subject} AND transaction_id IN ${codesOfRow} AND state <> 'released')
  OR EXISTS (SELECT 1 FROM ${transfers} WHERE id = ${fact('transfer_id')} AND state = 'succeeded'
    AND transaction_id IN ${codesOfRow})
  OR (${alerts.kind} = 'file_contradicts' AND ${refundIs("state = 'refunded'")}
    AND EXISTS (SELECT 1 FROM ${journal} j WHERE j.order_id = ${fact('order_id')}
      AND j.kind IN ('refund.settled', 'transaction.known')
      AND json_extract(j.facts, '$.refund_id') = ${subject}
      AND json_extract(j.facts, '$.wallet_code') = ${fact('wallet_code')})))`

const nothingOwed =
  "(state IN ('refunded', 'refused') OR (state = 'part_settled' AND owed_refused = 1))"
const refundKnown = "state IN ('part_settled', 'refunded', 'refused')"
const holdEnded = "state IN ('paid', 'refused', 'released')"
const linkConfirmed = "state IN ('linked', 'unlinking', 'unlinked')"
const transferKnown = "state IN ('succeeded', 'refused')"

/** Where another payment has become the one that counts, the alert names that one, and only the order. */
const isSuperfluousHoldEnded = sql`(${alerts.kind} = 'superfluous_hold' AND ${fact('reference')} IS NULL
  AND NOT EXISTS (SELECT 1 FROM ${attempts} WHERE order_id = ${fact('order_id')}
    AND state IN ('held', 'capturing', 'releasing')))`

/** Closing causes that depend on the time. */
type CauseOfTime = 'work_done' | 'confirmations_answered' | 'callbacks_back' | 'payments_started'

/**
 * SQL condition for each other closing cause: the subject of the alert is settled for good. States that
 * may become unknown again do not count, such as a presumed refund, or held money that is released
 * because the outcome of its payment is unknown.
 */
const settledByRows: Readonly<Record<Exclude<ClosingCause, CauseOfTime>, SQL>> = {
  refund_known: refundIs(refundKnown),
  refund_not_repeated: refundIs(
    `(${refundKnown} OR (state = 'refund_unknown' AND next_call_at_ms IS NULL))`,
  ),
  refund_complete: refundIs(nothingOwed),
  refund_returned: refundIs("state = 'refunded'"),
  // A row with another amount than the one that was recorded before has the id of that refund.
  refund_recorded: sql`(EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${subject}
      AND vnd = ${fact('vnd')} AND points = ${fact('points')})
    OR EXISTS (SELECT 1 FROM ${differenceVerdicts} WHERE wallet_code = ${fact('wallet_code')})
    OR EXISTS (SELECT 1 FROM ${journal} j WHERE j.order_id = ${fact('order_id')}
      AND j.kind IN ('refund.settled', 'transaction.known')
      AND json_extract(j.facts, '$.refund_id') IS NOT NULL
      AND json_extract(j.facts, '$.wallet_code') = ${fact('wallet_code')}))`,
  transfer_known: transferIs(transferKnown),
  transfer_made: transferIs("state = 'succeeded'"),
  payment_known: attemptIs("state IN ('held', 'paid', 'refused', 'released')"),
  payment_paid: attemptIs("state = 'paid'"),
  transaction_corrected: isCorrected,
  row_settled: isRowSettled,
  hold_ended: sql`(${attemptIs(holdEnded)} OR ${isSuperfluousHoldEnded})`,
  hold_known: sql`EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = 'hold.known:' || ${subject})`,
  hold_not_repeated: attemptIs(
    `(${holdEnded} OR (state IN ('capturing', 'releasing') AND next_call_at_ms IS NULL))`,
  ),
  // The queries about one that was given up are counted; an answer ends the count.
  link_known: linkIs(`(${linkConfirmed} OR (calls = 0 AND next_call_at_ms IS NULL))`),
  link_not_repeated: linkIs(`(${linkConfirmed} OR next_call_at_ms IS NULL)`),
  wallet_unlinked: linkIs("state = 'unlinked'"),
  unlink_not_repeated: linkIs(
    "(state = 'unlinked' OR (state = 'unlinking' AND next_call_at_ms IS NULL))",
  ),
  question_answered: attemptIs("(poll_failures = 0 OR state = 'paid' OR next_poll_at_ms IS NULL)"),
  order_confirmed: sql`EXISTS (SELECT 1 FROM ${orders}
    WHERE id = ${fact('order_id')} AND state <> 'paid_unverified')`,
  // A return that is only presumed may turn out not to exist: the payment is then open again.
  dispute_ended: sql`EXISTS (SELECT 1 FROM ${disputedPayments} d
    WHERE d.order_id = ${fact('order_id')} AND d.transaction_id = ${fact('transaction_id')}
      AND d.state <> 'open' AND NOT EXISTS (SELECT 1 FROM ${refunds} r
        WHERE r.order_id = d.order_id AND r.transaction_id = d.transaction_id
          AND r.state = 'presumed_refunded'))`,
  callback_settled: outboxIsIn('done'),
  callback_not_repeated: outboxIsIn('done', 'dead'),
  event_delivered: outboxIsIn('done'),
  nothing_waits: sql`NOT EXISTS (SELECT 1 FROM ${outbox}
    WHERE kind = 'event' AND endpoint = ${subject} AND state = 'open')`,
  outcome_known: sql`CASE ${fact('what')}
    WHEN 'payment' THEN ${attemptIs("state IN ('created', 'held', 'paid', 'expired', 'refused', 'released')")}
    WHEN 'refund' THEN ${refundIs(nothingOwed)}
    WHEN 'transfer' THEN ${transferIs(transferKnown)} END`,
  verdict_confirmed: sql`CASE ${fact('what')}
    WHEN 'payment' THEN (${isPaymentConfirmed(fact('order_id'), subject.getSQL())}
      OR ${attemptIs("state <> 'paid'")})
    WHEN 'refund' THEN ${isRefundConfirmed(fact('order_id'), subject.getSQL())}
    WHEN 'transfer' THEN ${isTransferConfirmed(fact('transfer_id'))} END`,
  day_reconciled: dayIs(sql`TRUE`),
  day_compared_anew: dayIs(isOtherRun),
  differences_decided: dayIs(sql`(${isOtherRun} OR ${sql.raw(differencesOf('r.totals'))}
    <= ${decidedDifferencesOf(sql`r.id`)})`),
}

const kindsByCause = groupRows(Object.entries(alertKinds), ([, { closesOnce }]) => closesOnce)

/**
 * The cases of an expression that gives the condition of the alert's kind. A chain of OR would be as deep as it is long,
 * and D1 limits the depth of an expression.
 */
function casesOf(settled: Readonly<Partial<Record<ClosingCause, SQL>>>): SQL {
  const cases = Array.from(kindsByCause, ([cause, kinds]) => {
    const condition = cause === undefined ? undefined : settled[cause]
    if (condition === undefined) return sql``
    const names = kinds.map(([kind]) => `'${kind}'`).join(', ')
    return sql`WHEN ${alerts.kind} IN (${sql.raw(names)}) THEN ${condition} `
  })
  return sql.join(cases)
}

// Every sweep asks for settled alerts, and most of its time was spent on building these cases.
const casesByRows = fixedSql(casesOf(settledByRows))

/** An alert that is not closed although its cause is settled. */
function isSettled(context: OrdersContext): SQL | undefined {
  const settledByTime: Readonly<Record<CauseOfTime, SQL>> = {
    work_done: isStallOver(context),
    confirmations_answered: areConfirmationsAnswered(context),
    payments_started: werePaymentsStarted(context),
    callbacks_back: areCallbacksBack(context),
  }
  return and(
    sql`${alerts.state} IN ('open', 'acknowledged')`,
    sql`CASE ${casesByRows}${casesOf(settledByTime)}ELSE FALSE END`,
  )
}

/** Whether {@link closeSettledAlerts} has something to do. */
export function alertsAreSettled(context: OrdersContext): SQL {
  return anyRow(alerts, isSettled(context))
}

/**
 * Closes alerts whose cause was settled since, for example by a late answer, the daily file or a
 * verdict. Each alert closes once per opening, with a journal line and an event that name no
 * person.
 *
 * @param limit maximum number of alerts to close
 */
export async function closeSettledAlerts(context: OrdersContext, limit: number): Promise<void> {
  const { id: key } = alerts
  const atMs = context.now()
  const rows = await openDatabase(context)
    .select()
    .from(alerts)
    .where(dueInTurn(atMs, { key, oldestFirst: key, where: isSettled(context), limit }))
    .orderBy(asc(key))
  const transitions = rows.map((row) =>
    closedByItself(row, { atMs, where: sql`(${isSettled(context)})` }),
  )
  await transactInBatches(context, transitions, perBatch)
}
