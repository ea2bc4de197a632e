import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { deliveryColumns, tryColumns } from '../delivery/delivery-columns.ts'
import { orders } from '../orders/tables.ts'

/** One planned delivery of a callback; it is stored before it is sent. */
export const callbacks = sqliteTable(
  'callback',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    storeCode: text('store_code').notNull(),
    /** What this delivery is: `callback`, `repeat`, `forged`, `resent`. */
    kind: text('kind', { enum: ['callback', 'repeat', 'forged', 'resent'] }).notNull(),
    url: text('url').notNull(),
    ...deliveryColumns,
    /** Waits until a later callback of the same store has gone out. */
    isHeld: integer('is_held', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('callback_due').on(table.state, table.dueAtMs),
    index('callback_order').on(table.orderId),
  ],
)

/** Each attempt to send a callback, with its result. */
export const callbackTries = sqliteTable(
  'callback_try',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    callbackId: integer('callback_id')
      .notNull()
      .references(() => callbacks.id),
    url: text('url').notNull(),
    ...tryColumns,
  },
  (table) => [index('callback_try_callback').on(table.callbackId)],
)
