import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  type AttemptMethod,
  allAttemptStates,
  type AttemptState,
  type ReleaseReason,
} from '../../states/attempt-state.ts'
import { stateList } from '../../states/order-state.ts'
import { attemptsIn } from '../states-in-sql.ts'
import { links } from './links.ts'
import { orders } from './orders.ts'

/**
 * One row per payment that was created at the service, or whose creation was tried. `otp_tries`,
 * `calls` and `next_call_at_ms` are used for linked wallets only: one-time codes sent, confirmOrder
 * calls sent, and when the attempt is due next.
 */
export const attempts = sqliteTable(
  'attempts',
  {
    reference: text('reference').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    method: text('method').$type<AttemptMethod>().notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    leaseUntilMs: integer('lease_until_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    serviceOrderId: text('service_order_id'),
    paymentUrl: text('payment_url'),
    qrCode: text('qr_code'),
    /** Signature of the service with which an app hands its order over to the wallet app. */
    appSignature: text('app_signature'),
    transactionId: text('transaction_id'),
    pollStep: integer('poll_step').notNull().default(0),
    pollFailures: integer('poll_failures').notNull().default(0),
    nextPollAtMs: integer('next_poll_at_ms'),
    linkId: text('link_id').references(() => links.id),
    walletNumber: text('wallet_number'),
    /**
     * Points of the customer that a payment with a linked wallet takes; the wallet's money pays the
     * rest of the price.
     */
    points: integer('points').notNull().default(0),
    otpTries: integer('otp_tries').notNull().default(0),
    heldAtMs: integer('held_at_ms'),
    releaseReason: text('release_reason').$type<ReleaseReason>(),
    calls: integer('calls').notNull().default(0),
    nextCallAtMs: integer('next_call_at_ms'),
    /**
     * Random key of the request that has stored the newest call to a linked wallet, `callKeyOf`.
     */
    callKey: text('call_key'),
    /** When a customer's page may query the service about the attempt again. */
    askableAtMs: integer('askable_at_ms').notNull().default(0),
  },
  (table) => [
    check('attempts_state', sql.raw(`state IN ${stateList(allAttemptStates)}`)),
    index('attempts_of_order').on(table.orderId),
    uniqueIndex('attempts_service_order').on(table.serviceOrderId),
    index('attempts_of_transaction')
      .on(table.transactionId)
      .where(sql`transaction_id IS NOT NULL`),
    index('attempts_to_poll')
      .on(table.nextPollAtMs)
      .where(sql`next_poll_at_ms IS NOT NULL`),
    index('attempts_unanswered')
      .on(table.expiresAtMs)
      .where(sql`state IN ${attemptsIn.unanswered}`),
    index('attempts_unknown')
      .on(table.createdAtMs)
      .where(sql`state = 'payment_unknown'`),
    index('attempts_given_up')
      .on(table.createdAtMs)
      .where(sql`state IN ('capturing', 'releasing') AND next_call_at_ms IS NULL`),
    index('attempts_to_call')
      .on(table.nextCallAtMs)
      .where(sql`next_call_at_ms IS NOT NULL`),
    check('attempts_link', sql`method <> 'linked-wallet' OR link_id IS NOT NULL`),
  ],
)
