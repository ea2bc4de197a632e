import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { merchants, stores } from '../merchants/tables.ts'

/** A voucher that customers of a merchant may present. */
export const vouchers = sqliteTable(
  'voucher',
  {
    serial: text('serial').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    merchantVoucherCode: text('merchant_voucher_code').notNull(),
    availableFrom: integer('available_from').notNull(),
    availableTo: integer('available_to').notNull(),
    minOrderVnd: integer('min_order_vnd').notNull(),
    discountType: text('discount_type', { enum: ['percent', 'amount'] }).notNull(),
    /** Percent, or whole VND. */
    discountValue: real('discount_value').notNull(),
    applyInHoliday: integer('apply_in_holiday', { mode: 'boolean' }).notNull(),
    /** The only store that accepts the voucher; null when every store of the merchant does. */
    storeCode: text('store_code').references(() => stores.code),
    /** Whether it has expired follows from the clock. */
    status: text('status', { enum: ['active', 'used', 'revoked'] }).notNull(),
    usedAt: integer('used_at'),
    /**
     * When its last use was revoked, in unix seconds; null when it was not, or when it has been
     * used since.
     */
    reopenedAt: integer('reopened_at'),
    usedStoreCode: text('used_store_code'),
    usedPosCode: text('used_pos_code'),
    redeemRefId: text('redeem_ref_id'),
    merchantReferenceId: text('merchant_reference_id'),
    merchantStaffId: text('merchant_staff_id'),
  },
  (table) => [
    index('voucher_merchant').on(table.merchantCode, table.availableTo),
    check('voucher_window', sql`${table.availableFrom} <= ${table.availableTo}`),
    check('voucher_discount_positive', sql`${table.discountValue} > 0`),
    check(
      'voucher_percent_at_most_100',
      sql`${table.discountType} = 'amount' or ${table.discountValue} <= 100`,
    ),
    check('voucher_used_has_time', sql`(${table.status} = 'used') = (${table.usedAt} is not null)`),
  ],
)
