import { and, eq, sql, type SQL } from 'drizzle-orm'
import { dayOf } from '../daily-files/vietnam-day.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { transfers, type JournalData } from '../database/schema.ts'
import { transfersIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { TransferEventType } from '../events/events-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { TransferRow } from './read-transfer.ts'
import { sameIdGoes } from './same-id-goes.ts'

/** What became of a transfer. */
export type TransferResult =
  | {
      readonly state: 'succeeded'
      readonly transactionId: string
      /** Balance of the merchant's account after it, in whole VND, when the service has said it. */
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
 * Whether the row is still about the call that `transfer` was read for: a transfer that was turned away may have been sent
 * again since, and what is known of the first call says nothing about the second. A call without an answer becomes
 * unknown after its lease; its answer may still come.
 */
function isSameCall({ state, version }: TransferRow): SQL {
  return state === 'requested'
    ? sql`${transfers.version} - (${transfers.state} = 'unknown') = ${version}`
    : eq(transfers.version, version)
}

/** Whom the result is told to: a refusal after which the same id goes is no end, but calls for a person. */
function toldOf(
  result: TransferResult,
  told: {
    readonly id: string
    readonly atMs: number
    readonly data: JournalData
    readonly lowBalanceVnd: number | undefined
  },
): Pick<Transition, 'event' | 'alert'> {
  const { id, atMs, data, lowBalanceVnd } = told
  const event = { type: eventOf[result.state], transferId: id, atMs, data }
  if (result.state === 'unknown') {
    return { event, alert: { kind: 'transfer_unknown', subject: id, atMs, data } }
  }
  if (result.state === 'succeeded') {
    const { postBalanceVnd = Number.MAX_SAFE_INTEGER } = result
    if (lowBalanceVnd === undefined || postBalanceVnd >= lowBalanceVnd) return { event }
    const low = { kind: 'transfer_balance_low', subject: dayOf(atMs), atMs } as const
    return { event, alert: { ...low, data: { ...data, limit_vnd: lowBalanceVnd } } }
  }
  const row = result.state === 'refused' ? result : undefined
  const isOver =
    row === undefined ||
    !sameIdGoes({ state: 'refused', refusalCode: row.code, refusalReason: row.reason })
  return isOver ? { event } : { alert: { kind: 'transfer_turned_away', subject: id, atMs, data } }
}

/**
 * Puts what became of a transfer on disk: state, journal line, event and, when a person is needed, an alert in
 * one batch. A transfer that is settled is not settled again. One that was turned away unread gets no event: it is asked
 * for again under its id.
 *
 * @returns whether the state has changed
 */
export async function recordTransfer(
  context: OrdersContext,
  transfer: TransferRow,
  { result, data: more }: { readonly result: TransferResult; readonly data: JournalData },
): Promise<boolean> {
  const atMs = context.now()
  const { id, reference, amountVnd, version } = transfer
  const { state, evidence } = result
  const data = { transfer_id: id, reference, amount_vnd: amountVnd, ...dataOf(result), ...more }
  const transactionId = result.state === 'succeeded' ? result.transactionId : null
  const postBalanceVnd = result.state === 'succeeded' ? (result.postBalanceVnd ?? null) : null
  return transact(context, {
    decide: update(transfers, {
      set: {
        state,
        version: sql`${transfers.version} + 1`,
        updatedAtMs: atMs,
        transactionId,
        postBalanceVnd,
        ...(result.state === 'refused' && {
          refusalCode: result.code,
          refusalReason: result.reason,
          refusalRemedy: result.remedy,
        }),
      },
      where: and(
        eq(transfers.id, id),
        sql`${transfers.state} IN ${transfersIn.before(state)}`,
        isSameCall(transfer),
        sql`(${transactionId} IS NULL OR NOT EXISTS (
          SELECT 1 FROM ${transfers} WHERE transaction_id = ${transactionId}))`,
      ),
    }),
    journal: {
      atMs,
      kind: `transfer.${state}`,
      orderId: null,
      // A transfer that was turned away may be refused more than once.
      dedupe: `transfer.${state}:${id}:${version}`,
      evidence,
      data,
    },
    ...toldOf(result, { id, atMs, data, lowBalanceVnd: context.lowBalanceVnd }),
  })
}
