import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The service that this database is bound to: one row, written when the database is first used. */
export const boundService = sqliteTable('bound_service', {
  /** Always 1, so that there is one row at most. */
  id: integer('id').primaryKey(),
  /** Environment of the deployment that wrote it, such as `uat`. */
  environment: text('environment').notNull(),
  /** Origin of the service, or `localhost` for a local service on any port. */
  service: text('service').notNull(),
  /** Code of the merchant there; `null` until a deployment names one. */
  merchantCode: text('merchant_code'),
  boundAtMs: integer('bound_at_ms').notNull(),
  /**
   * Version with which new orders and transfers begin: beyond every version that a shop has seen of
   * those that a restore of the database has discarded.
   */
  firstVersion: integer('first_version').notNull().default(1),
})
