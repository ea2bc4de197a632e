import { and, eq, exists, isNull, lte, or } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { update, updateOne } from '../../database/transition.ts'
import type { StaffAction } from '../../operators/operators-api.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import type { ForceOutcome, ReconciliationView } from '../daily-files-api.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import { findReconciliation } from './find-reconciliation.ts'
import { isForceable } from './force-permission.ts'
import { filesOfRun, readRunFiles } from '../bucket/run-inputs.ts'

type FollowedDay = Pick<typeof dailyFiles.$inferSelect, 'seen' | 'leaseUntilMs'>

async function readFollowed(
  context: DailyFilesContext,
  day: string,
): Promise<FollowedDay | undefined> {
  const [followed] = await openDatabase(context)
    .select({ seen: dailyFiles.seen, leaseUntilMs: dailyFiles.leaseUntilMs })
    .from(dailyFiles)
    .where(eq(dailyFiles.day, day))
  return followed
}

/**
 * The outcome when the state of the day already decides it; `undefined` when the run can be forced.
 */
function outcomeByState(
  context: DailyFilesContext,
  reconciliation: ReconciliationView,
  { leaseUntilMs }: FollowedDay,
): ForceOutcome | undefined {
  const { state, run } = reconciliation
  if (run?.forced !== undefined) {
    return { outcome: state === 'done' ? 'done' : 'started', reconciliation }
  }
  if (leaseUntilMs !== null && leaseUntilMs > context.now()) return { outcome: 'running' }
  if (run?.error === undefined) return { outcome: 'not_stopped', reconciliation }
  if (!isForceable(run.error.code)) return { outcome: 'not_forceable', reconciliation }
  return undefined
}

/** The day is not leased: a worker that holds the lease would overwrite the request. */
function isFree(context: DailyFilesContext, day: string) {
  const { leaseUntilMs } = dailyFiles
  return and(eq(dailyFiles.day, day), or(isNull(leaseUntilMs), lte(leaseUntilMs, context.now())))
}

/** Makes the day due in the next round, even when it is no longer tracked. */
async function makeDayDue(context: DailyFilesContext, day: string): Promise<void> {
  await transact(context, {
    decide: update(dailyFiles, { set: { nextAtMs: context.now() }, where: isFree(context, day) }),
  })
}

async function requestForcedRun(
  context: DailyFilesContext,
  {
    day,
    runId,
    action,
  }: { readonly day: string; readonly runId: string; readonly action: StaffAction | undefined },
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const standing = db
    .select({ day: dailyFiles.day })
    .from(dailyFiles)
    .where(and(isFree(context, day), eq(dailyFiles.runId, runId)))
  await transact(context, {
    decide: update(reconciliationRuns, {
      set: { forcedAtMs: atMs },
      where: and(
        eq(reconciliationRuns.id, runId),
        eq(reconciliationRuns.state, 'stopped'),
        isNull(reconciliationRuns.forcedAtMs),
        exists(standing),
      ),
    }),
    require: [
      // Clears the stored etags, so that the files are read again.
      updateOne(dailyFiles, {
        key: dailyFiles.day,
        equals: day,
        set: { seen: null, nextAtMs: atMs },
      }),
    ],
    journal: {
      atMs,
      kind: 'reconciliation.forced',
      orderId: null,
      // A run may be forced again: the first force ends when a file is replaced under it.
      dedupe: `reconciliation.forced:${runId}:${atMs}`,
      evidence: 'word of a person',
      data: {
        day,
        run_id: runId,
        staff_id: action?.staffId ?? 'shop',
        verdict_reason: action?.reason ?? null,
      },
    },
  })
}

/**
 * Requests that the next round of work repeats the stopped reconciliation of a day with force, for
 * exactly the files for which it was stopped. A repeated request changes nothing and returns the
 * progress.
 *
 * @param day `YYYY-MM-DD`, a day of Vietnam
 * @param action operator and reason; left out when the shop's backend asks, which the journal then
 *   records as `shop`
 * @throws TypeError when `day` is not a valid day, or the action has no operator or no reason
 */
export async function forceReconciliation(
  context: DailyFilesContext,
  day: string,
  action?: StaffAction,
): Promise<ForceOutcome> {
  checkDailyFilesContext('forceReconciliation', context)
  checkArguments('forceReconciliation', {}, { day })
  if (action !== undefined) checkVerdict(action)
  const reconciliation = await findReconciliation(context, day)
  const followed = await readFollowed(context, day)
  if (reconciliation === null || followed === undefined) return { outcome: 'not_found' }
  const known = outcomeByState(context, reconciliation, followed)
  if (known !== undefined) return known
  const runId = reconciliation.run?.id ?? ''
  const now = await readRunFiles(context, await filesOfRun(context, day))
  if (now?.seen !== followed.seen) {
    await makeDayDue(context, day)
    return { outcome: 'files_changed', reconciliation }
  }
  await requestForcedRun(context, { day, runId, action })
  const after = await findReconciliation(context, day)
  const isAsked = after?.run?.id === runId && after.run.forced !== undefined
  return isAsked ? { outcome: 'started', reconciliation: after } : { outcome: 'running' }
}
