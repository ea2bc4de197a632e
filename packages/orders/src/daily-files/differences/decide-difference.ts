import { and, eq, sql, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { settledAlert } from '../../alerts/settle-alert.ts'
import {
  decidedDifferencesOf,
  differencesOf,
  isStillCleared,
} from '../../database/differences-in-sql.ts'
import { openDatabase } from '../../database/open-database.ts'
import {
  alerts,
  clearedDifferences,
  dailyFiles,
  differenceVerdicts,
} from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { insert, type Transition } from '../../database/transition.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import { subjectOfRun } from '../comparison/compare-day.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import type { DayDifference, DifferenceVerdictKind } from './differences-api.ts'
import type { DifferenceVerdictOutcome, NewDifferenceVerdict } from './difference-verdicts-api.ts'
import { findDifference } from './list-differences.ts'
import { fingerprintOfDifference, walletCodeOf } from './read-verdicts.ts'

const kinds: readonly DifferenceVerdictKind[] = ['ours', 'service', 'explained']

function isOnlyCleared({ verdict, cleared }: DayDifference): boolean {
  return verdict === undefined && cleared !== undefined
}

function orderIdOf({ ours }: DayDifference): string | null {
  const [orderId] = ours.flatMap((one) => (one.kind === 'transfer' ? [] : [one.orderId]))
  return orderId ?? null
}

/** The rows that a verdict is about. */
interface DecidedRows {
  readonly day: string
  readonly fingerprint: string
}

/** SQL condition: a person has decided these rows. */
function areDecided({ day, fingerprint }: DecidedRows): SQL {
  return sql`EXISTS (SELECT 1 FROM ${differenceVerdicts}
    WHERE ${differenceVerdicts.day} = ${day} AND ${differenceVerdicts.fingerprint} = ${fingerprint})`
}

/** SQL condition: the files of a later day have cleared these rows. */
function areCleared({ day, fingerprint }: DecidedRows): SQL {
  return sql`EXISTS (SELECT 1 FROM ${clearedDifferences}
    WHERE ${clearedDifferences.day} = ${day} AND ${clearedDifferences.fingerprint} = ${fingerprint}
      AND ${isStillCleared})`
}

/**
 * Closes the alert about a run with the verdict on its last difference. It also closes the alerts
 * about earlier runs of the day, which accept no verdicts any more.
 */
async function closeRunAlerts(
  context: DailyFilesContext,
  { day, fingerprint }: DecidedRows,
  { runId, reason, staffId }: NewDifferenceVerdict,
): Promise<readonly Transition[]> {
  const raised = await openDatabase(context)
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.kind, 'reconciliation_differences'),
        sql`${alerts.subject} >= ${subjectOfRun(day, '')}`,
        // The semicolon is the character after the colon, which separates the day from the id of
        // the run: an upper bound of the prefix search.
        sql`${alerts.subject} < ${`${day};`}`,
      ),
    )
  const areAllDecided = sql`${decidedDifferencesOf(sql`${runId}`)} >= (
    SELECT ${sql.raw(differencesOf('totals'))}
    FROM reconciliation_runs WHERE id = ${runId})`
  // Without a verdict these rows were cleared meanwhile, and the alert closes automatically.
  const where = sql`${areDecided({ day, fingerprint })} AND ${areAllDecided}`
  const decision = { reason, staffId, atMs: context.now(), where }
  return raised.map((alert) => settledAlert(alert, 'closed', decision))
}

/**
 * Records a person's verdict on a difference of the current run of a day. The verdict changes no
 * payment, refund or transfer; these have their own verdicts. The journal keeps the verdict and the
 * name. The verdict on the last open difference of a run closes its alert and those about earlier
 * runs of the day. A difference that the files of a later day have cleared takes no verdict.
 *
 * @throws TypeError when a field of the verdict is out of range, or `day` is not a valid day
 *
 * @example
 * ```ts
 * import { decideDifference, type DailyFilesContext } from '@merchant-edge/orders/daily-files'
 *
 * export async function ourRowIsRight(context: DailyFilesContext, runId: string): Promise<string> {
 *   const { outcome } = await decideDifference(context, '2026-03-02', {
 *     runId,
 *     position: 0,
 *     verdict: 'ours',
 *     reason: 'The service corrects its row, ticket 4711',
 *     staffId: 'an',
 *   })
 *   return outcome // "decided"
 * }
 * ```
 */
export async function decideDifference(
  context: DailyFilesContext,
  day: string,
  word: NewDifferenceVerdict,
): Promise<DifferenceVerdictOutcome> {
  checkDailyFilesContext('decideDifference', context)
  checkArguments('decideDifference', { word }, { day })
  checkVerdict(word)
  const { runId, position, verdict, reason, staffId } = word
  if (!kinds.includes(verdict)) {
    throw new TypeError(`The verdict's verdict must be one of ${kinds.join(', ')}.`)
  }
  const found = await findDifference(context, day, { runId, position })
  if (found === null) return { outcome: 'not_standing' }
  if (isOnlyCleared(found)) return { outcome: 'cleared', difference: found }
  const fingerprint = await fingerprintOfDifference(found)
  const rows = { day, fingerprint }
  const atMs = context.now()
  const closing = await closeRunAlerts(context, rows, word)
  const decided: Transition = {
    decide: insert(differenceVerdicts, {
      values: {
        day,
        fingerprint,
        runId,
        walletCode: walletCodeOf(found),
        verdict,
        reason,
        decidedBy: staffId,
        decidedAtMs: atMs,
      },
      where: sql`EXISTS (SELECT 1 FROM ${dailyFiles} WHERE day = ${day} AND run_id = ${runId})
        AND NOT ${areCleared(rows)}`,
    }),
    journal: {
      atMs,
      kind: 'difference.decided',
      orderId: orderIdOf(found),
      dedupe: `difference.decided:${day}:${fingerprint}`,
      evidence: 'word of a person',
      data: {
        day,
        run_id: runId,
        wallet_code: walletCodeOf(found),
        verdict,
        staff_id: staffId,
        verdict_reason: reason,
      },
    },
  }
  await transactAll(context, { transitions: [decided, ...closing] })
  const difference = await findDifference(context, day, { runId, position })
  if (difference === null) return { outcome: 'not_standing' }
  if (isOnlyCleared(difference)) return { outcome: 'cleared', difference }
  if (difference.verdict === undefined) return { outcome: 'not_standing' }
  const { verdict: now } = difference
  const isMine = now.staffId === staffId && now.verdict === verdict && now.reason === reason
  return { outcome: isMine ? 'decided' : 'decided_before', difference }
}
