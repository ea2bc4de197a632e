import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RunOutputs, RunTotals, ServiceResult } from '../../daily-files/daily-files-api.ts'

/**
 * One row per tracked day (Vietnam time): what was written, what was read, and when the day is due
 * next.
 */
export const dailyFiles = sqliteTable(
  'daily_files',
  {
    /** The date in Vietnam, `YYYY-MM-DD`. */
    day: text('day').primaryKey(),
    /** SHA-256 and counts of the partner file; null until it is written. */
    partnerSha256: text('partner_sha256'),
    partnerRows: integer('partner_rows'),
    /** Transactions that have no row, because their wallet transaction code is not known. */
    partnerLeftOut: integer('partner_left_out'),
    /** Etags of the files at the last check; unchanged files need not be read again. */
    seen: text('seen'),
    /** The current run of the day: the run over the current files. */
    runId: text('run_id'),
    resultEtag: text('result_etag'),
    /** Contents of the service's own result file. */
    serviceResult: text('service_result', { mode: 'json' }).$type<ServiceResult>(),
    createdAtMs: integer('created_at_ms').notNull(),
    /**
     * When the day is due next, which is also the end of a lease; null when the day is no longer
     * tracked.
     */
    nextAtMs: integer('next_at_ms'),
    /** End of the lease of the worker that works on the day; null when it is not leased. */
    leaseUntilMs: integer('lease_until_ms'),
  },
  (table) => [
    check('daily_files_day', sql`day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
    index('daily_files_due')
      .on(table.nextAtMs)
      .where(sql`next_at_ms IS NOT NULL`),
  ],
)

/** One row per reconciliation run; its id is derived from the contents of its files. */
export const reconciliationRuns = sqliteTable(
  'reconciliation_runs',
  {
    /** 32 hex digits of the SHA-256 over the hashes of the inputs and the settings. */
    id: text('id').primaryKey(),
    day: text('day').notNull(),
    state: text('state').$type<'done' | 'stopped'>().notNull(),
    atMs: integer('at_ms').notNull(),
    partnerSha256: text('partner_sha256').notNull(),
    serviceSha256: text('service_sha256').notNull(),
    /** Result of the run; null for a stopped run. */
    totals: text('totals', { mode: 'json' }).$type<RunTotals>(),
    outputs: text('outputs', { mode: 'json' }).$type<RunOutputs>(),
    bridgeCloses: integer('bridge_closes', { mode: 'boolean' }),
    /** Why the run was stopped; kept when the run is forced afterwards. */
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** When an operator forced a stopped run, in milliseconds since 1970; null when none did. */
    forcedAtMs: integer('forced_at_ms'),
    /**
     * Position in the differences up to which they are indexed by their codes; null when all are.
     */
    codesFrom: integer('codes_from'),
    /**
     * Position in the cleared transactions up to which the differences of earlier days are cleared;
     * null when all are.
     */
    clearedFrom: integer('cleared_from'),
  },
  (table) => [
    check('reconciliation_runs_state', sql`state IN ('done', 'stopped')`),
    index('reconciliation_runs_of_day').on(table.day),
    index('reconciliation_runs_to_keep_codes')
      .on(table.day)
      .where(sql`codes_from IS NOT NULL`),
    index('reconciliation_runs_to_clear')
      .on(table.day)
      .where(sql`cleared_from IS NOT NULL`),
  ],
)
