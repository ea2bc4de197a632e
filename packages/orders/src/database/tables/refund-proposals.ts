import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { StoredProposalState } from '../../approvals/approvals-api.ts'
import { orders } from './orders.ts'

/**
 * Refunds by operators that wait for the approval of a second person. The id becomes the id of the
 * refund.
 */
export const refundProposals = sqliteTable(
  'refund_proposals',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Transaction to refund; null for the payment that counts as the order's. */
    transactionId: text('transaction_id'),
    state: text('state').$type<StoredProposalState>().notNull(),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    reason: text('reason').notNull(),
    proposedBy: text('proposed_by').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** When the proposal expires, in milliseconds since 1970. */
    expiresAtMs: integer('expires_at_ms').notNull(),
    decidedBy: text('decided_by'),
    decisionReason: text('decision_reason'),
    decidedAtMs: integer('decided_at_ms'),
  },
  (table) => [
    check('refund_proposals_state', sql`state IN ('proposed', 'approved', 'refused')`),
    check('refund_proposals_amounts', sql`vnd >= 0 AND points >= 0 AND vnd + points > 0`),
    check('refund_proposals_decided', sql`(state = 'proposed') = (decided_by IS NULL)`),
    check('refund_proposals_second_person', sql`state <> 'approved' OR decided_by <> proposed_by`),
    index('refund_proposals_by_time').on(table.createdAtMs, table.id),
    index('refund_proposals_open')
      .on(table.createdAtMs, table.id)
      .where(sql`state = 'proposed'`),
    index('refund_proposals_to_forget')
      .on(table.createdAtMs)
      .where(sql`(reason <> '' OR decision_reason IS NOT NULL)`),
    // For the foreign key: SQLite looks for referring rows whenever an order is written.
    index('refund_proposals_of_order').on(table.orderId),
  ],
)
