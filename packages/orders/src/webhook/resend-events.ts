import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { outbox } from '../database/schema.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type {
  EventFilter,
  ResendOutcome,
  ResendReport,
  WebhookDecision,
} from '../events/event-log-api.ts'
import { webhookIdOf, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import { eventFilterRules, eventView, pageOfEvents, readEvent } from './list-events.ts'

/** Two statements per event: far below the limit of an invocation. */
const maxResent = 50

type Context = Pick<OrdersContext, 'database' | 'endpoints' | 'now'>

/**
 * Makes an event due now with a new retry schedule; this also reopens a dead event. An event that
 * is already due is not changed.
 */
function resent(row: OutboxRow, decision: WebhookDecision, atMs: number): Transition {
  const { key, orderId, tries, state, failures, endpoint } = row
  return {
    decide: update(outbox, {
      // Fencing: a running try that fails must not reschedule the event.
      set: { state: 'open', nextAtMs: atMs, failures: 0, tries: sql`${outbox.tries} + 1` },
      where: and(
        eq(outbox.key, key),
        eq(outbox.tries, tries),
        isNotNull(outbox.endpoint),
        sql`NOT (${outbox.state} = 'open' AND ${outbox.nextAtMs} <= ${atMs})`,
      ),
    }),
    journal: {
      atMs,
      kind: 'event.resend_asked',
      orderId,
      dedupe: `event.resend_asked:${key}:${tries}:${atMs}`,
      evidence: 'word of a person',
      data: {
        webhook_id: webhookIdOf(row),
        endpoint,
        state_before: state,
        failures_before: failures,
        staff_id: decision.staffId,
        verdict_reason: decision.reason,
      },
    },
  }
}

/**
 * Resends an event as soon as it is first in line, whether it was delivered, waits or is dead:
 * under the same `webhook-id`, with the same bytes, a new timestamp and the current keys. Its retry
 * schedule starts again, and its failure count is reset.
 *
 * @throws TypeError when reason or staffId is out of its range
 */
export async function resendEvent(
  context: Context,
  key: string,
  decision: WebhookDecision,
): Promise<ResendOutcome> {
  checkContext('resendEvent', context, ['database', 'endpoints', 'now'])
  checkArguments('resendEvent', { decision }, { key })
  checkVerdict(decision)
  const row = await readEvent(context, key)
  if (row === undefined) return { outcome: 'not_found' }
  const isResent = await transact(context, resent(row, decision, context.now()))
  const event = eventView((await readEvent(context, key)) ?? row)
  return { outcome: isResent ? 'resent' : 'unchanged', event }
}

/**
 * Resends a page of events, newest first: the dead ones unless the filter says otherwise. Repeat
 * with the returned cursor until there is none.
 *
 * @param filter `limit` 1 to 50; 50 when left out
 * @throws TypeError when reason, staffId, limit or cursor is out of its range, or the type or the
 *   endpoint is unknown
 */
export async function resendEvents(
  context: Context,
  filter: EventFilter,
  decision: WebhookDecision,
): Promise<ResendReport> {
  checkContext('resendEvents', context, ['database', 'endpoints', 'now'])
  checkArguments('resendEvents', { decision })
  checkOptions('resendEvents', filter, eventFilterRules)
  checkVerdict(decision)
  const { limit = maxResent } = filter
  if (limit > maxResent) {
    throw new TypeError(`The limit of events to resend must be 1 to ${maxResent}.`)
  }
  const page = await pageOfEvents(context, { state: 'dead', ...filter, limit })
  const atMs = context.now()
  const transitions = page.rows.map((row) => resent(row, decision, atMs))
  const done = await transactAll(context, { transitions })
  const count = transitions.filter((transition) => done.happened(transition)).length
  return {
    resent: count,
    unchanged: transitions.length - count,
    ...(page.cursor !== undefined && { cursor: page.cursor }),
  }
}
