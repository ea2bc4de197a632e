import { and, eq, sql, type SQL } from 'drizzle-orm'
import { dayOf } from '../daily-files/vietnam-day.ts'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { transfers, type JournalData } from '../database/schema.ts'
import { transfersIn } from '../database/states-in-sql.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { TransferEventType } from '../events/events-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { settledByPerson } from '../states/transfer-state.ts'
import type { TransferRow } from './read-transfer.ts'
import { isUnprocessedRefusal } from './reuse-transfer-id.ts'

/**
 * How a transfer ended and the evidence for it; `unknown` when neither success nor refusal is
 * proven.
 */
export type TransferResult =
  | {
      readonly state: 'succeeded'
      readonly transactionId: string
      /** Balance of the merchant's account after it, in whole VND, if the service named it. */
      readonly postBalanceVnd?: number
      readonly evidence: EvidenceSource
    }
  | {
      readonly state: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
      readonly evidence: EvidenceSource
    }
  | { readonly state: 'unknown'; readonly evidence: EvidenceSource }

const eventOf = {
  succeeded: 'transfer.succeeded',
  refused: 'transfer.failed',
  unknown: 'transfer.unknown',
} as const satisfies Record<TransferResult['state'], TransferEventType>

function factsOf({ id, reference, amountVnd }: TransferRow): JournalData {
  return { transfer_id: id, reference, amount_vnd: amountVnd }
}

function dataOf(result: TransferResult): JournalData {
  if (result.state === 'succeeded') {
    const { transactionId, postBalanceVnd } = result
    return {
      transaction_id: transactionId,
      ...(postBalanceVnd !== undefined && { post_balance_vnd: postBalanceVnd }),
    }
  }
  return result.state === 'refused' ? { code: result.code, reason: result.reason } : {}
}

/**
 * Condition: the row still belongs to the call for which `transfer` was read. A rejected transfer
 * may have been sent again since, and the result of the first call says nothing about the second. A
 * call without an answer becomes unknown after its lease; its answer may still arrive.
 */
function isSameCall({ state, version }: TransferRow): SQL {
  return state === 'requested'
    ? sql`${transfers.version} - (${transfers.state} = 'unknown') = ${version}`
    : eq(transfers.version, version)
}

/** The data recorded for a result, and the states from which it can be reached. */
interface Recorded {
  readonly result: TransferResult
  readonly from: SQL
  /** A further condition on the transfer. */
  readonly where?: SQL
  readonly data: JournalData
  readonly reports: (
    facts: Pick<AlertToRaise, 'atMs' | 'data'> & { readonly transferId: string },
  ) => Pick<Transition, 'event' | 'alert'>
}

const closedId =
  'The shop was told before that the outcome was unknown, so that this id is not sent any more: ask for a new transfer under a new id if the money is still owed.'

/** A refusal after which the shop must not use the id again, although nothing was processed. */
function withClosedId(
  result: Extract<TransferResult, { state: 'refused' }>,
  data: JournalData,
): Pick<Recorded, 'result' | 'data'> {
  return {
    result: { ...result, remedy: `${result.remedy} ${closedId}` },
    data: { ...data, id_reusable: false },
  }
}

/**
 * A transfer that the service rejected without processing it can be requested again under its id:
 * the shop learns this from the answer and gets no event. If the shop was told meanwhile that the
 * outcome is unknown, it gets the final event, and the id is closed. The database decides which
 * case applies, inside the transition.
 */
function rejectedUnprocessed(
  result: Extract<TransferResult, { state: 'refused' }>,
  data: JournalData,
): readonly Recorded[] {
  const alert = 'transfer_turned_away'
  return [
    {
      ...withClosedId(result, data),
      from: sql`('unknown')`,
      reports: ({ transferId, ...facts }) => ({
        event: { type: eventOf.refused, transferId, ...facts },
        alert: { kind: alert, subject: transferId, ...facts },
      }),
    },
    {
      result,
      from: sql`('requested')`,
      data: { ...data, id_reusable: true },
      reports: ({ transferId, ...facts }) => ({
        alert: { kind: alert, subject: transferId, ...facts },
      }),
    },
  ]
}

/** A result with an event for the shop, and an alert if a person is needed. */
function outcome(
  result: TransferResult,
  data: JournalData,
  lowBalanceVnd: number | undefined,
): Recorded {
  return {
    result,
    from: transfersIn.beforeOutcome(result.state),
    data,
    reports({ transferId, ...facts }) {
      const event = { type: eventOf[result.state], transferId, ...facts }
      if (result.state === 'unknown') {
        return { event, alert: { kind: 'transfer_unknown', subject: transferId, ...facts } }
      }
      if (result.state === 'refused' || lowBalanceVnd === undefined) return { event }
      const { postBalanceVnd = Number.MAX_SAFE_INTEGER } = result
      if (postBalanceVnd >= lowBalanceVnd) return { event }
      const low = { kind: 'transfer_balance_low', subject: dayOf(facts.atMs) } as const
      const limit = { limit_vnd: lowBalanceVnd }
      return { event, alert: { ...low, ...facts, data: { ...facts.data, ...limit } } }
    },
  }
}

function transitionOf(
  transfer: TransferRow,
  { result, from, where, data, reports }: Recorded,
  atMs: number,
): Transition {
  const { id, version } = transfer
  const { state, evidence } = result
  const transactionId = result.state === 'succeeded' ? result.transactionId : null
  const postBalanceVnd = result.state === 'succeeded' ? (result.postBalanceVnd ?? null) : null
  return {
    decide: update(transfers, {
      set: {
        state,
        version: sql`${transfers.version} + 1`,
        updatedAtMs: atMs,
        transactionId,
        postBalanceVnd,
        ...(result.state === 'unknown' && { wasUnknown: true }),
        ...(result.state === 'succeeded' && {
          refusalCode: null,
          refusalReason: null,
          refusalRemedy: null,
        }),
        ...(result.state === 'refused' && {
          refusalCode: result.code,
          refusalReason: result.reason,
          refusalRemedy: result.remedy,
        }),
      },
      where: and(
        eq(transfers.id, id),
        sql`${transfers.state} IN ${from}`,
        where,
        isSameCall(transfer),
        sql`(${transactionId} IS NULL OR NOT EXISTS (
          SELECT 1 FROM ${transfers} WHERE transaction_id = ${transactionId}))`,
      ),
    }),
    journal: {
      atMs,
      kind: `transfer.${state}`,
      orderId: null,
      // A transfer that was rejected may be refused more than once.
      dedupe: `transfer.${state}:${id}:${version}`,
      evidence,
      data,
    },
    ...reports({ transferId: id, atMs, data }),
  }
}

/**
 * Stores the result of a transfer: state, journal line, event and, if a person is needed, an alert,
 * in one batch. A settled transfer is not settled again. A transfer that the service rejected
 * without processing it gets an event only if the shop was told that its outcome is unknown;
 * otherwise it can be requested again under its id.
 *
 * @returns whether the state has changed
 */
export async function recordTransfer(
  context: OrdersContext,
  transfer: TransferRow,
  { result, data: more }: { readonly result: TransferResult; readonly data: JournalData },
): Promise<boolean> {
  const data = { ...factsOf(transfer), ...dataOf(result), ...more }
  const ways =
    result.state === 'refused' && isUnprocessedRefusal(result)
      ? rejectedUnprocessed(result, data)
      : [outcome(result, data, context.lowBalanceVnd)]
  const atMs = context.now()
  const transitions = ways.map((way) => transitionOf(transfer, way, atMs))
  const done = await transactAll(context, { transitions })
  return transitions.some((transition) => done.happened(transition))
}

/**
 * Replaces the transaction of a transfer that counts as made because of an operator's verdict.
 *
 * @param transfer as read after the verdict
 * @returns whether it was stored; not when the transfer has changed or another has the transaction
 */
export async function recordOtherTransaction(
  context: OrdersContext,
  transfer: TransferRow,
  { transactionId, data: more }: { readonly transactionId: string; readonly data: JournalData },
): Promise<boolean> {
  const { transactionId: before, version } = transfer
  const result = { state: 'succeeded', transactionId, evidence: 'word of a person' } as const
  const facts = { ...factsOf(transfer), ...more, ...dataOf(result) }
  const way: Recorded = {
    result,
    data: { ...facts, transaction_id_before: before, corrected: true },
    from: sql`('succeeded')`,
    reports: (facts) => ({
      event: { type: eventOf.succeeded, once: `corrected:${version}`, ...facts },
    }),
  }
  const transition = transitionOf(transfer, way, context.now())
  return (await transactAll(context, { transitions: [transition] })).happened(transition)
}

/**
 * Replaces an operator's verdict that the transfer was not made: by a correction, of which the shop
 * is told by `transfer.succeeded` with the fact `corrected`, or by a refusal of the service itself,
 * after which the verdict cannot be corrected. A refusal makes no event, because the shop got
 * `transfer.failed` by the verdict.
 *
 * @param transfer as read after the verdict
 * @returns whether it was stored; not when the transfer has changed or another has the transaction
 */
export async function recordOverVerdict(
  context: OrdersContext,
  transfer: TransferRow,
  {
    result,
    data: more,
  }: {
    readonly result: Exclude<TransferResult, { readonly state: 'unknown' }>
    readonly data: JournalData
  },
): Promise<boolean> {
  const isCorrection = result.state === 'succeeded'
  const data = { ...factsOf(transfer), ...dataOf(result), ...more }
  const isUnread = !isCorrection && isUnprocessedRefusal(result)
  const way: Recorded = {
    ...(isUnread
      ? withClosedId(result, data)
      : { result, data: { ...data, ...(isCorrection && { corrected: true }) } }),
    from: sql`('refused')`,
    where: sql`${transfers.refusalCode} = 0 AND ${transfers.refusalReason} = ${settledByPerson}`,
    reports: (facts) => (isCorrection ? { event: { type: eventOf.succeeded, ...facts } } : {}),
  }
  const transition = transitionOf(transfer, way, context.now())
  return (await transactAll(context, { transitions: [transition] })).happened(transition)
}
