import { and, eq, sql, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts, journal } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import { isRepeated } from '../journal/repeated-verdict.ts'
import { isSentToEndpoints } from './alert-kinds.ts'
import type { AlertClosingDecision, AlertDecision, AlertOutcome, AlertState } from './alerts-api.ts'
import { alertView, type AlertRow } from './list-alerts.ts'

const statesBefore = { acknowledged: "('open')", closed: "('open', 'acknowledged')" } as const

/** When an alert changes, and under which further condition. */
interface Moment {
  readonly atMs: number
  readonly where?: SQL
}

/** The key of the journal line about a change of the current opening of an alert. */
function keyOf({ id, openings }: AlertRow, state: Exclude<AlertState, 'open'>): string {
  return `alert.${state}:${id}:${openings}`
}

/**
 * A change of an alert; it has no effect when the alert was raised again since it was read.
 * `person` is missing when the alert closes automatically.
 */
function changed(
  row: AlertRow,
  state: Exclude<AlertState, 'open'>,
  { atMs, where, person }: Moment & { readonly person?: AlertDecision },
): Transition {
  const { id, kind, subject, openings, data } = row
  const orderId = data['order_id']
  const staffId = person?.staffId ?? null
  const word = person && { staff_id: person.staffId, verdict_reason: person.reason }
  return {
    decide: update(alerts, {
      set:
        state === 'closed'
          ? { state, closedBy: staffId, closedAtMs: atMs }
          : { state, acknowledgedBy: staffId, acknowledgedAtMs: atMs },
      where: and(
        eq(alerts.id, id),
        eq(alerts.timesRaised, row.timesRaised),
        sql`${alerts.state} IN ${sql.raw(statesBefore[state])}`,
        where,
      ),
    }),
    journal: {
      atMs,
      kind: `alert.${state}`,
      orderId: typeof orderId === 'string' ? orderId : null,
      dedupe: keyOf(row, state),
      evidence: word === undefined ? 'own record' : 'word of a person',
      data: { alert_id: id, alert_kind: kind, subject, ...word },
    },
    ...(state === 'closed' &&
      isSentToEndpoints(kind) && {
        event: {
          atMs,
          alertId: id,
          opening: openings,
          type: 'alert.closed',
          data: { ...word },
        },
      }),
  }
}

/**
 * Acknowledges or closes an alert by the decision of a person, only if the condition of the
 * decision holds.
 */
export function settledAlert(
  row: AlertRow,
  state: Exclude<AlertState, 'open'>,
  { atMs, where, ...person }: AlertDecision & Moment,
): Transition {
  return changed(row, state, { atMs, ...(where !== undefined && { where }), person })
}

/** Closes an alert automatically if the condition holds that proves its cause to be settled. */
export function closedByItself(row: AlertRow, moment: Required<Moment>): Transition {
  return changed(row, 'closed', moment)
}

async function readAlert(
  context: Pick<OrdersContext, 'database'>,
  id: number,
): Promise<AlertRow | undefined> {
  const [row] = await openDatabase(context).select().from(alerts).where(eq(alerts.id, id))
  return row
}

function checkTimes({ timesRaised = 1 }: AlertClosingDecision): void {
  if (Number.isSafeInteger(timesRaised) && timesRaised > 0) return
  throw new TypeError("The verdict's timesRaised must be a whole number greater than 0.")
}

async function settle(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  id: number,
  settled: { readonly state: Exclude<AlertState, 'open'>; readonly decision: AlertClosingDecision },
): Promise<AlertOutcome> {
  checkVerdict(settled.decision)
  checkTimes(settled.decision)
  const row = await readAlert(context, id)
  if (row === undefined) return { outcome: 'not_found' }
  const { timesRaised = row.timesRaised, ...word } = settled.decision
  const decision = { ...word, atMs: context.now() }
  // The person has seen the alert as it was then, and not what it was raised for since.
  const seen = { ...row, timesRaised }
  const changed = await transact(context, settledAlert(seen, settled.state, decision))
  const after = (await readAlert(context, id)) ?? row
  const isSaid =
    changed ||
    (after.state === settled.state &&
      (await isRepeated(context, word, { about: eq(journal.dedupe, keyOf(after, settled.state)) })))
  return { outcome: isSaid ? 'changed' : 'unchanged', alert: alertView(after) }
}

/**
 * Records that somebody works on an alert. When the alert is raised again, it stays acknowledged.
 *
 * @throws TypeError when reason or staffId is out of its range
 */
export function acknowledgeAlert(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  id: number,
  decision: AlertDecision,
): Promise<AlertOutcome> {
  checkContext('acknowledgeAlert', context, ['database', 'endpoints', 'now'])
  checkArguments('acknowledgeAlert', { decision })
  return settle(context, id, { state: 'acknowledged', decision })
}

const closingRules: OptionRules<AlertClosingDecision> = {
  reason: 'any',
  staffId: 'any',
  timesRaised: 'any',
}

/**
 * Closes an alert, unless it was raised again since the person saw it. When it is raised again, it
 * is reopened.
 *
 * @throws TypeError when reason, staffId or timesRaised is out of its range
 */
export function closeAlert(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  id: number,
  decision: AlertClosingDecision,
): Promise<AlertOutcome> {
  checkContext('closeAlert', context, ['database', 'endpoints', 'now'])
  checkOptions('closeAlert', decision, closingRules)
  return settle(context, id, { state: 'closed', decision })
}
