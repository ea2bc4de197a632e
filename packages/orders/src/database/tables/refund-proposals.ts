import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { StoredProposalState } from '../../approvals/approvals-api.ts'
import { orders } from './orders.ts'

/**
 * Refunds of operators that wait for the word of a second person. The id is that of the refund which an approval makes.
 */
export const refundProposals = sqliteTable(
  'refund_proposals',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Transaction of the payment to return, as it was named; null for the payment that counts as the order's. */
    transactionId: text('transaction_id'),
    state: text('state').$type<StoredProposalState>().notNull(),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    reason: text('reason').notNull(),
    proposedBy: text('proposed_by').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** From when nobody can approve it any more. */
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
    // Whenever an order is written, SQLite looks for rows that refer to it.
    index('refund_proposals_of_order').on(table.orderId),
  ],
)
