import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { stateList } from '../../states/order-state.ts'
import { allTransferStates, type TransferState } from '../../states/transfer-state.ts'

/**
 * One row per transfer to a wallet, written before the service is called; the call is made once.
 */
export const transfers = sqliteTable(
  'transfers',
  {
    /** The shop's own id of the transfer. */
    id: text('id').primaryKey(),
    /** `merchant_transaction_id` of the transfer at the service. */
    reference: text('reference').notNull(),
    state: text('state').$type<TransferState>().notNull(),
    version: integer('version').notNull().default(1),
    amountVnd: integer('amount_vnd').notNull(),
    receiverPhone: text('receiver_phone').notNull(),
    description: text('description').notNull(),
    transactionId: text('transaction_id'),
    /**
     * Balance of the merchant's account after it, in whole VND, as the service answered; null when
     * its answer did not name one.
     */
    postBalanceVnd: integer('post_balance_vnd'),
    refusalCode: integer('refusal_code'),
    refusalReason: text('refusal_reason'),
    refusalRemedy: text('refusal_remedy'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    /** Deadline for the answer to the single call; after that the outcome is unknown. */
    leaseUntilMs: integer('lease_until_ms').notNull(),
    /**
     * The day in Vietnam, `YYYY-MM-DD`, whose limit it counts towards: the day of its last call.
     */
    countedOn: text('counted_on').notNull().default(''),
    /** Random key of the request that has stored its call, `callKeyOf`. */
    callKey: text('call_key'),
    /**
     * Whether its outcome was ever unknown. The shop was told so, and its id is never sent again.
     */
    wasUnknown: integer('was_unknown', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    check('transfers_state', sql.raw(`state IN ${stateList(allTransferStates)}`)),
    check('transfers_amount', sql`amount_vnd > 0`),
    check('transfers_reference', sql`length(reference) BETWEEN 1 AND 35`),
    uniqueIndex('transfers_reference_once').on(table.reference),
    uniqueIndex('transfers_transaction').on(table.transactionId),
    index('transfers_by_time').on(table.createdAtMs, table.id),
    index('transfers_by_state').on(table.state, table.createdAtMs, table.id),
    index('transfers_of_day').on(table.countedOn, table.state, table.amountVnd),
    index('transfers_of_receiver').on(table.receiverPhone),
    index('transfers_to_forget')
      .on(table.createdAtMs)
      .where(sql`receiver_phone >= '0'`),
    index('transfers_unanswered')
      .on(table.leaseUntilMs)
      .where(sql`state = 'requested'`),
  ],
)
