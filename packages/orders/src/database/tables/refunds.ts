import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { stateList } from '../../states/order-state.ts'
import { allRefundStates, type RefundState } from '../../states/refund-state.ts'
import { orders } from './orders.ts'

/** One row per refund; its id is the order_reference_id of the refund at the service. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state').$type<RefundState>().notNull(),
    vnd: integer('vnd').notNull(),
    points: integer('points').notNull(),
    reason: text('reason'),
    staffId: text('staff_id'),
    refusalCode: integer('refusal_code'),
    refusalReason: text('refusal_reason'),
    refusalRemedy: text('refusal_remedy'),
    /** Calls that were sent, counted before each of them is made. */
    calls: integer('calls').notNull().default(0),
    nextCallAtMs: integer('next_call_at_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    check('refunds_state', sql.raw(`state IN ${stateList(allRefundStates)}`)),
    check('refunds_amounts', sql`vnd >= 0 AND points >= 0 AND vnd + points > 0`),
    index('refunds_of_order').on(table.orderId),
    index('refunds_to_call')
      .on(table.nextCallAtMs)
      .where(sql`next_call_at_ms IS NOT NULL`),
  ],
)
