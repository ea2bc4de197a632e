import { and, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { CallbackRecord } from '../../callbacks/callback-record.ts'
import { attempts, orders, outbox, type JournalData } from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { update, type Transition } from '../../database/transition.ts'
import type { OutboxRow } from '../../events/outbox.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import { timeIsOver } from '../queries/expire-orders.ts'
import type { DenialVerdict } from '../payments-api.ts'
import { expiryGraceMs } from '../queries/poll-schedule.ts'
import type { QueriedPayment, QueryAnswer } from '../queries/query-payment.ts'

/** Answer of the service about each attempt of an order. */
export type AttemptAnswers = readonly (readonly [payment: QueriedPayment, answer: QueryAnswer])[]

/** Evidence for a denial: the answers of the service and the callbacks about the order. */
export interface DenialEvidence {
  readonly atMs: number
  readonly asked: AttemptAnswers
  /** Callbacks of the order that are not settled. */
  readonly callbacks: readonly OutboxRow[]
}

/** SQL condition: callbacks of an order that are not settled, either still retried or given up. */
export function unsettledOf(orderId: string): SQL {
  // Each half repeats the condition of a partial index, so that SQLite uses the index.
  return sql`${outbox.orderId} = ${orderId} AND (outbox.kind = 'confirm' AND outbox.state = 'open'
    OR outbox.kind = 'confirm' AND outbox.state = 'dead')`
}

/** The fields of a callback that its signature covers. */
export function signedBy(row: OutboxRow): CallbackRecord['signed'] {
  const { signed }: CallbackRecord = JSON.parse(row.payload)
  return signed
}

function jsonValues(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}

/** SQL condition: an open attempt with one of the references, whose time is over. */
function isOpenAndOverdue(references: readonly string[], atMs: number): SQL | undefined {
  return and(
    inArray(attempts.reference, jsonValues(references)),
    sql`${attempts.state} IN ${attemptsIn.before('expired')}`,
    lte(attempts.expiresAtMs, atMs - expiryGraceMs),
  )
}

function factsOf(verdict: DenialVerdict, { asked, callbacks }: DenialEvidence): JournalData {
  const newest = callbacks.at(-1)
  const signed = newest && signedBy(newest)
  const [attempt, answer] =
    asked.find(([{ serviceOrderId }]) => serviceOrderId === signed?.order_id) ?? asked.at(-1) ?? []
  return {
    reason: 'payment_denied',
    reference: attempt?.reference ?? null,
    service_order_id: attempt?.serviceOrderId ?? null,
    transaction_id: signed?.transaction_id ?? null,
    pay_status: answer?.outcome === 'answered' ? answer.status.pay_status : null,
    ...(answer !== undefined && answer.outcome !== 'answered' && { why: answer.why }),
    staff_id: verdict.staffId,
    verdict_reason: verdict.reason,
  }
}

/**
 * Records an order as unpaid by a person's decision, ends the attempts whose ids the service does not
 * know, and settles its callbacks. Nothing happens when the order has changed, can still be paid,
 * or has a new callback.
 */
export function denied(
  { order }: OrderRows,
  verdict: DenialVerdict,
  evidence: DenialEvidence,
): readonly [denial: Transition, ...behind: Transition[]] {
  const { id: orderId, version, state } = order
  const { atMs, asked, callbacks } = evidence
  const unknown = asked.filter(([, { outcome }]) => outcome === 'unknown_id')
  const references = unknown.map(([{ reference }]) => reference)
  const ofKnown = jsonValues(callbacks.map(({ key }) => key))
  const data = factsOf(verdict, evidence)
  // After a callback, the customer's page says that the wallet denies the payment.
  const kind = state === 'paid_unverified' ? 'payment.denied' : 'order.expired'
  const isDenied = sql`EXISTS (SELECT 1 FROM ${orders}
    WHERE id = ${orderId} AND state = 'expired' AND version = ${version + 1})`
  const person = { atMs, orderId, evidence: 'word of a person' } as const
  return [
    {
      decide: update(orders, {
        set: { state: 'expired', version: version + 1 },
        where: and(
          eq(orders.id, orderId),
          eq(orders.state, state),
          eq(orders.version, version),
          timeIsOver(atMs, isOpenAndOverdue(references, atMs)),
          sql`NOT EXISTS (SELECT 1 FROM ${outbox}
            WHERE ${unsettledOf(orderId)} AND ${outbox.key} NOT IN ${ofKnown})`,
        ),
      }),
      // An order may be denied again after another callback, so the version keeps the lines apart.
      journal: { ...person, kind, dedupe: `${kind}:${orderId}:${version + 1}`, data },
      event: { atMs, orderId, type: 'order.expired', once: `denied:${version + 1}`, data },
    },
    ...unknown.map(([{ reference }, answer]): Transition => ({
      decide: update(attempts, {
        set: { state: 'expired' },
        where: and(isOpenAndOverdue([reference], atMs), isDenied),
      }),
      journal: {
        ...person,
        kind: 'attempt.expired',
        dedupe: `attempt.expired:${reference}`,
        data: { reference, ...('why' in answer && { why: answer.why }) },
      },
    })),
    // The callbacks are settled, and can be replayed. If one leads to a payment after all, that is
    // a late payment.
    {
      decide: update(outbox, {
        set: { state: 'done' },
        where: and(unsettledOf(orderId), sql`${outbox.key} IN ${ofKnown}`, isDenied),
      }),
    },
  ]
}
