import { sql, type SQL } from 'drizzle-orm'
import { alertUnlessRaised } from '../../alerts/alerts.ts'
import {
  isPaymentConfirmed,
  isRefundConfirmed,
  isTransferConfirmed,
} from '../../database/confirmed-in-sql.ts'
import { openDatabase } from '../../database/open-database.ts'
import {
  alerts,
  attempts,
  dailyFiles,
  differenceCodes,
  journal,
  reconciliationRuns,
  refunds,
  transfers,
} from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { roomFor } from '../../pacing/budget.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { transferSubject } from './transfer-subject.ts'
import { dayOf, dayPlus, vietnamDay } from '../vietnam-day.ts'

/** Days after a verdict for which its file is waited for, as with unknown outcomes. Assumes G-109. */
const waitDays = 3
/** Age in days up to which a verdict is looked at. */
const maxDays = 30
const maxAlerts = 20
/** The newest transfers among which one is looked for that a file has named. */
const transfersLookedAt = 1000
/** Statements for one alert and its events. */
const statementsEach = 4

interface Unconfirmed {
  readonly kind: 'payment' | 'refund' | 'transfer'
  readonly id: string
  readonly orderId: string | null
  readonly day: string
  readonly transactionId: string | null
}

const dayOfColumn = (column: string) => sql.raw(`date(${column} / 1000 + 25200, 'unixepoch')`)
const fact = (name: string) => sql.raw(`json_extract(j.facts, '$.${name}')`)

/**
 * Condition: a file has named one of the newest transfers before a time. Our file has no row of a
 * transfer, so that each row of the service about one is a difference, which is kept by its code.
 * Assumes G-104.
 */
function filesNameTransfers(beforeMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM (SELECT reference FROM ${transfers} WHERE created_at_ms < ${beforeMs}
      ORDER BY created_at_ms DESC LIMIT ${transfersLookedAt}) n
    JOIN ${differenceCodes} c ON c.code = n.reference)`
}

/**
 * Raises an alert for payments with linked wallets, refunds and transfers that count as paid,
 * returned or made because of a verdict alone, when the files of their day, of the day of the
 * verdict and of the days after these were compared, three days have passed since the verdict, and
 * neither a file nor an answer names them. A transfer raises one only where the files of the service
 * name transfers; files that never do are no evidence about one. It is raised once: nothing takes
 * the verdict back, except the end of a disputed payment as never made, so that a person who has
 * looked closes it for good. A refund whose wallet code the person has named, and a payment that an
 * answer has numbered, have a row in the partner file: where the service has none, they are
 * differences.
 */
export async function watchVerdicts(context: DailyFilesContext): Promise<void> {
  const room = roomFor(context, { each: statementsEach, max: maxAlerts })
  if (room === 0) return
  const today = dayOf(context.now())
  const { startMs } = vietnamDay(dayPlus(today, -maxDays))
  const { endMs } = vietnamDay(dayPlus(today, -waitDays))
  const said = sql`${journal} j WHERE j.known = 'word of a person'
    AND j.at_ms >= ${startMs} AND j.at_ms < ${endMs}`
  const [about, ids] = [sql.raw('s.order_id'), sql.raw('s.id')]
  const days = sql`json_array(s.day, date(s.day, '+1 day'), s.said_day, date(s.said_day, '+1 day'))`
  const found = await openDatabase(context).all<Unconfirmed>(sql`
    SELECT s.kind, s.id, s.order_id AS orderId, s.said_day AS day, s.transaction_id AS transactionId FROM (
      SELECT 'payment' AS kind, a.reference AS id, a.order_id, a.transaction_id,
        ${dayOfColumn('a.created_at_ms')} AS day, w.day AS said_day
      FROM (SELECT ${fact('reference')} AS reference, ${dayOfColumn('j.at_ms')} AS day FROM ${said}
          AND j.kind IN ('payment.confirmed', 'payment.disputed') AND ${fact('dispute')} IS NULL) w
        JOIN ${attempts} a ON a.reference = w.reference
      WHERE a.method = 'linked-wallet' AND a.state = 'paid' AND a.wallet_number IS NULL
      UNION ALL
      SELECT 'refund', r.id, r.order_id, NULL, ${dayOfColumn('r.created_at_ms')}, w.day
      FROM (SELECT ${fact('refund_id')} AS id, ${dayOfColumn('j.at_ms')} AS day FROM ${said}
          AND j.kind = 'refund.settled') w
        JOIN ${refunds} r ON r.id = w.id
      WHERE r.state IN ('refunded', 'part_settled')
      UNION ALL
      SELECT 'transfer', t.id, NULL, t.transaction_id, ${dayOfColumn('t.created_at_ms')}, w.day
      FROM (SELECT ${fact('transfer_id')} AS id, ${dayOfColumn('j.at_ms')} AS day FROM ${said}
          AND j.kind = 'transfer.succeeded') w
        JOIN ${transfers} t ON t.id = w.id
      WHERE CASE t.state WHEN 'succeeded' THEN ${filesNameTransfers(endMs)} ELSE 0 END) s
    WHERE NOT CASE s.kind WHEN 'payment' THEN ${isPaymentConfirmed(about, ids)}
        WHEN 'refund' THEN ${isRefundConfirmed(about, ids)} ELSE ${isTransferConfirmed(ids)} END
      AND NOT EXISTS (SELECT 1 FROM json_each(${days}) x WHERE NOT EXISTS (
        SELECT 1 FROM ${dailyFiles} f JOIN ${reconciliationRuns} r ON r.id = f.run_id AND r.state = 'done'
        WHERE f.day = x.value))
      AND NOT EXISTS (SELECT 1 FROM ${alerts} WHERE kind = 'verdict_not_in_files'
        AND subject = CASE s.kind WHEN 'transfer' THEN ${transferSubject('')} || s.id ELSE s.id END)
    GROUP BY s.kind, s.id LIMIT ${room}`)
  const transitions = found.map(({ kind, id, orderId, day, transactionId }) =>
    alertUnlessRaised({
      kind: 'verdict_not_in_files',
      subject: kind === 'transfer' ? transferSubject(id) : id,
      atMs: context.now(),
      data: {
        what: kind,
        ...(kind === 'transfer' && { transfer_id: id }),
        ...(orderId !== null && { order_id: orderId }),
        ...(transactionId !== null && { transaction_id: transactionId }),
        day,
      },
    }),
  )
  if (transitions.length > 0) await transactAll(context, { transitions })
}
