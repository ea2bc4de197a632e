import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DifferenceVerdictKind } from '../../daily-files/differences/differences-api.ts'

/**
 * Verdicts of operators on differences of the daily files. A verdict is about exactly these rows:
 * it stays valid as long as runs find the same rows again.
 */
export const differenceVerdicts = sqliteTable(
  'difference_verdicts',
  {
    /** The date in Vietnam, `YYYY-MM-DD`. */
    day: text('day').notNull(),
    /** 64 hex digits of the SHA-256 over the rows of both sides. */
    fingerprint: text('fingerprint').notNull(),
    /** The last run that found these rows. */
    runId: text('run_id').notNull(),
    /** Wallet transaction code, which finds other rows of the same transaction. */
    walletCode: text('wallet_code').notNull(),
    verdict: text('verdict').$type<DifferenceVerdictKind>().notNull(),
    reason: text('reason').notNull(),
    decidedBy: text('decided_by').notNull(),
    decidedAtMs: integer('decided_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.fingerprint] }),
    check('difference_verdicts_verdict', sql`verdict IN ('ours', 'service', 'explained')`),
    index('difference_verdicts_of_run').on(table.runId),
    index('difference_verdicts_of_code').on(table.walletCode),
    index('difference_verdicts_to_forget')
      .on(table.decidedAtMs)
      .where(sql`reason <> ''`),
  ],
)
