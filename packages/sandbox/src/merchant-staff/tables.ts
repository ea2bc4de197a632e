import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { merchants } from '../merchants/tables.ts'

/** Accounts of people who work for a merchant. */
export const merchantStaff = sqliteTable(
  'merchant_staff',
  {
    userName: text('user_name').primaryKey(),
    merchantCode: text('merchant_code')
      .notNull()
      .references(() => merchants.code),
    fullName: text('full_name').notNull(),
    role: text('role', { enum: ['master', 'staff'] }).notNull(),
    /** Rights of a staff account; a master account has all. */
    rights: text('rights', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** SHA-256 of the password, which has 128 random bits. */
    passwordHash: text('password_hash').notNull(),
    status: text('status', { enum: ['active', 'closed'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('merchant_staff_merchant').on(table.merchantCode)],
)

/** Log-ins at the merchant site. */
export const merchantSessions = sqliteTable(
  'merchant_session',
  {
    /** SHA-256 of the value of the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    userName: text('user_name')
      .notNull()
      .references(() => merchantStaff.userName, { onDelete: 'cascade' }),
    /** Unix seconds of the real clock. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('merchant_session_user').on(table.userName),
    index('merchant_session_expires_at').on(table.expiresAt),
  ],
)

/**
 * Forms of the merchant site that were sent, so that a form that is sent twice is processed once.
 */
export const sentForms = sqliteTable('merchant_form', {
  /** Made with the page that shows the form. */
  formId: text('form_id').primaryKey(),
  /** Merchant, path and fields, as JSON. */
  content: text('content').notNull(),
  sentAt: integer('sent_at').notNull(),
})
