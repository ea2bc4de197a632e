-- Sessions of @merchant-edge/oidc. Times are seconds since 1970.
CREATE TABLE sign_on_sessions (
  key TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  issuer TEXT NOT NULL,
  sid TEXT,
  subject TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0,
  payload TEXT NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX sign_on_sessions_sid ON sign_on_sessions (issuer, sid);
--> statement-breakpoint
CREATE INDEX sign_on_sessions_subject ON sign_on_sessions (issuer, subject);
--> statement-breakpoint
CREATE INDEX sign_on_sessions_end ON sign_on_sessions (expires_at);
--> statement-breakpoint
CREATE TABLE sign_on_claims (
  key TEXT PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX sign_on_claims_end ON sign_on_claims (until);
--> statement-breakpoint
CREATE TABLE sign_on_logouts (
  key TEXT PRIMARY KEY,
  issued_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX sign_on_logouts_end ON sign_on_logouts (until);
