import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { StoredSignInState } from '../../sign-ins/sign-ins-api.ts'

/**
 * Sign-ins of operators on a command line: the approval at the desk and the resulting token, both
 * as digests.
 */
export const operatorSignIns = sqliteTable(
  'operator_sign_ins',
  {
    /** Public id, shown to people; it is no secret. */
    id: text('id').primaryKey(),
    state: text('state').$type<StoredSignInState>().notNull(),
    /** SHA-256 of the code that the desk gave to the browser, as 64 hex digits. */
    codeSha256: text('code_sha256').notNull(),
    /** SHA-256 of the secret of the command line (challenge), as 64 hex digits. */
    challenge: text('challenge').notNull(),
    /** SHA-256 of the token, as 64 hex digits; null until the code has been redeemed. */
    tokenSha256: text('token_sha256'),
    operator: text('operator').notNull(),
    role: text('role', { enum: ['view', 'money'] }).notNull(),
    /** Codes of the stores that the operator sees; null for every store. */
    stores: text('stores', { mode: 'json' }).$type<readonly string[]>(),
    /** The operator at the identity server. */
    subject: text('subject').notNull(),
    /**
     * Session id at the identity server (`sid`), which logout notices name; null when the id_token
     * has none.
     */
    loginSession: text('login_session'),
    approvedAtMs: integer('approved_at_ms').notNull(),
    signedInAtMs: integer('signed_in_at_ms'),
    /** When the code expires; after it was redeemed, when the token expires. */
    expiresAtMs: integer('expires_at_ms').notNull(),
    endedAtMs: integer('ended_at_ms'),
    /** Name of the operator who ended it, or the automatic cause. */
    endedBy: text('ended_by'),
  },
  (table) => [
    check('operator_sign_ins_state', sql`state IN ('approved', 'signed_in', 'ended')`),
    check('operator_sign_ins_role', sql`role IN ('view', 'money')`),
    check('operator_sign_ins_token', sql`state <> 'signed_in' OR token_sha256 IS NOT NULL`),
    check('operator_sign_ins_ended', sql`(state = 'ended') = (ended_by IS NOT NULL)`),
    uniqueIndex('operator_sign_ins_by_code').on(table.codeSha256),
    uniqueIndex('operator_sign_ins_by_token').on(table.tokenSha256),
    index('operator_sign_ins_by_expiry').on(table.expiresAtMs),
  ],
)
