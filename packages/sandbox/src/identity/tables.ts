import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { wallets } from '../wallets/tables.ts'

// Codes, tokens and secrets are kept as their SHA-256 only.

/** Customer data of the identity server besides the wallet: Specification 2.15. */
export const walletProfiles = sqliteTable('wallet_profile', {
  walletId: text('wallet_id')
    .primaryKey()
    .references(() => wallets.id),
  email: text('email').notNull(),
  /** `yyyy-MM-dd`. */
  dob: text('dob').notNull(),
  gender: integer('gender').notNull(),
  nationality: text('nationality').notNull(),
  identityDocuments: text('identity_documents', { mode: 'json' }).$type<unknown>().notNull(),
  addresses: text('addresses', { mode: 'json' }).$type<unknown>().notNull(),
})

/** Sign-on clients; `registration` is validated where it is read. */
export const identityClients = sqliteTable('identity_client', {
  clientId: text('client_id').primaryKey(),
  secretHash: text('secret_hash'),
  registration: text('registration', { mode: 'json' }).$type<unknown>().notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Signing keys: `current` signs, `published` can still be looked up, `withdrawn` cannot. */
export const identityKeys = sqliteTable('identity_key', {
  kid: text('kid').primaryKey(),
  state: text('state', { enum: ['current', 'published', 'withdrawn'] }).notNull(),
  privateKeyPem: text('private_key_pem').notNull(),
  publicKeyPem: text('public_key_pem').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Sign-ins of customers; only a remembered one has a cookie. */
export const identitySessions = sqliteTable('identity_session', {
  sid: text('sid').primaryKey(),
  walletId: text('wallet_id')
    .notNull()
    .references(() => wallets.id),
  cookieHash: text('cookie_hash').unique(),
  authenticatedAt: integer('authenticated_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  endedAt: integer('ended_at'),
})

/** Authorization requests between their arrival and their answer. */
export const identityRequests = sqliteTable('identity_request', {
  challenge: text('challenge').primaryKey(),
  /** SHA-256 of the cookie of the browser that made the request. */
  browserHash: text('browser_hash').notNull(),
  clientId: text('client_id').notNull(),
  parameters: text('parameters', { mode: 'json' }).$type<unknown>().notNull(),
  sid: text('sid'),
  requestedAt: integer('requested_at').notNull(),
  answeredAt: integer('answered_at'),
})

/** Consents that a customer wants to be remembered. */
export const identityConsents = sqliteTable(
  'identity_consent',
  {
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id),
    clientId: text('client_id').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<readonly string[]>().notNull(),
    grantedAt: integer('granted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.clientId] })],
)

/** The scopes that a customer granted to a client in one authorization. */
export const identityGrants = sqliteTable(
  'identity_grant',
  {
    grantId: text('grant_id').primaryKey(),
    clientId: text('client_id').notNull(),
    walletId: text('wallet_id').notNull(),
    sid: text('sid').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<readonly string[]>().notNull(),
    nonce: text('nonce'),
    authenticatedAt: integer('authenticated_at').notNull(),
    requestedAt: integer('requested_at').notNull(),
    grantedAt: integer('granted_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [index('identity_grant_sid').on(table.sid)],
)

/** Authorization codes. */
export const identityCodes = sqliteTable('identity_code', {
  codeHash: text('code_hash').primaryKey(),
  grantId: text('grant_id')
    .notNull()
    .references(() => identityGrants.grantId),
  /** Value of the request; null when it was left out. */
  redirectUri: text('redirect_uri'),
  codeChallenge: text('code_challenge'),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
})

/** Access and refresh tokens. */
export const identityTokens = sqliteTable(
  'identity_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind', { enum: ['access', 'refresh'] }).notNull(),
    grantId: text('grant_id')
      .notNull()
      .references(() => identityGrants.grantId),
    issuedAt: integer('issued_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When a newer token replaced it, in unix seconds; null while it is valid. */
    replacedAt: integer('replaced_at'),
  },
  (table) => [index('identity_token_grant').on(table.grantId)],
)

/** Ids of client assertions that were used. */
export const identityAssertions = sqliteTable(
  'identity_assertion',
  {
    clientId: text('client_id').notNull(),
    jti: text('jti').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.jti] })],
)

/** Requests to sign out that wait for the customer's answer. */
export const identityLogouts = sqliteTable('identity_logout', {
  challenge: text('challenge').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  sid: text('sid').notNull(),
  requestedAt: integer('requested_at').notNull(),
  answeredAt: integer('answered_at'),
})

/** The journal of logout notifications. */
export const identityNotifications = sqliteTable('identity_notification', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  channel: text('channel', { enum: ['back', 'front'] }).notNull(),
  clientId: text('client_id').notNull(),
  sid: text('sid').notNull(),
  url: text('url').notNull(),
  state: text('state', { enum: ['sending', 'shown', 'delivered', 'failed', 'blocked'] }).notNull(),
  at: integer('at').notNull(),
  httpStatus: integer('http_status'),
  outcome: text('outcome').notNull(),
  durationMs: integer('duration_ms').notNull(),
  /** Fault switches that changed it. */
  faults: text('faults', { mode: 'json' }).$type<readonly string[]>().notNull(),
})

/** Fault switches that are set. */
export const identityFaults = sqliteTable('identity_fault', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** A client, or `*` for any. */
  clientId: text('client_id').notNull(),
  name: text('name').notNull(),
  /** How often it still takes effect; null: until it is cleared. */
  remaining: integer('remaining'),
})
