import { checkContext } from '../check-context.ts'
import { budgetOfInvocation, spending } from '../database/drivers/invocation.ts'
import { readValues } from '../database/read-values.ts'
import { logFailure } from '../log-failure.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { maxConnections } from '../pacing/work-pool.ts'
import { type GrowingReport, type SweepStep, rowsOf, sweepMs, sweepSteps } from './sweep-steps.ts'
import type { SweepReport } from './upkeep-api.ts'

/**
 * Finds out in one statement which steps may have something to do. When the database does not
 * answer, all steps are run.
 */
async function findDueSteps(context: OrdersContext): Promise<ReadonlySet<SweepStep>> {
  try {
    const values = await readValues(
      context,
      sweepSteps.map(({ isDue }) => isDue(context)),
    )
    return new Set(sweepSteps.filter((_, place) => Boolean(values[place])))
  } catch {
    return new Set(sweepSteps)
  }
}

/**
 * Does all work that is due, within the D1 statements and the time of one invocation; the rest is
 * left to the next. Every step uses leases, so sweeps may overlap. A failing step does not stop the
 * others. Steps with nothing to do are skipped: an idle sweep makes one database query.
 *
 * @throws AggregateError after the last step, with the failures of all steps; each is logged
 *
 * @example
 * ```ts
 * import { sweep, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function everyMinute(context: OrdersContext): Promise<boolean> {
 *   const { confirmed, delivered } = await sweep(context)
 *   return confirmed + delivered > 0
 * }
 * ```
 */
export async function sweep(context: OrdersContext): Promise<SweepReport> {
  checkContext('sweep', context)
  const whole = budgetOfInvocation(context, sweepMs)
  const statements = whole.statementsLeft
  const report: GrowingReport = {
    polled: 0,
    confirmed: 0,
    expired: 0,
    orphansMatched: 0,
    refundsSettled: 0,
    linksSettled: 0,
    linkedPaymentsSettled: 0,
    transfersUnknown: 0,
    delivered: 0,
    failed: 0,
    sealed: 0,
  }
  const failures: unknown[] = []
  const cutShort: SweepStep[] = []

  async function take(step: SweepStep, kept: number): Promise<void> {
    const budget = whole.part({ kept, ms: step.ms })
    const part = spending(context, budget)
    try {
      await step.run(part, roomFor(part, { each: step.each, max: rowsOf(context) }), report)
    } catch (error) {
      failures.push(error)
      logFailure(context, { work: step.name }, error)
    }
    const isCutShort = budget.statementsLeft < step.each * (maxConnections + 1)
    if (isCutShort && step.looksOnce !== true) cutShort.push(step)
  }

  const look = () => findDueSteps(spending(context, whole))
  let due = await look()
  // A step may create work for later steps.
  let isOutdated = false
  let percentKept = 100
  for (const step of sweepSteps) {
    percentKept -= step.percent
    if (isOutdated && !due.has(step)) {
      due = await look()
      isOutdated = false
    }
    if (!due.has(step)) continue
    await take(step, Math.floor((statements * percentKept) / 100))
    if (step.makesNoWork !== true) isOutdated = true
  }
  // The unused budget goes to steps that had more to do, in the same order.
  for (const step of cutShort.splice(0)) await take(step, 0)
  if (failures.length > 0) throw new AggregateError(failures, 'Some steps of the sweep failed.')
  return report
}
