CREATE TABLE `exchange_chunk` (
	`content_id` text NOT NULL,
	`number` integer NOT NULL,
	`bytes` blob NOT NULL,
	`written_at_ms` integer NOT NULL,
	PRIMARY KEY(`content_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `exchange_chunk_written_at` ON `exchange_chunk` (`written_at_ms`);--> statement-breakpoint
CREATE TABLE `exchange_comparison` (
	`merchant_code` text NOT NULL,
	`day` text NOT NULL,
	`compared_at` integer NOT NULL,
	`sha256` text NOT NULL,
	`report` text NOT NULL,
	PRIMARY KEY(`merchant_code`, `day`)
);
--> statement-breakpoint
CREATE TABLE `exchange_day` (
	`merchant_code` text NOT NULL,
	`day` text NOT NULL,
	`closed_at` integer NOT NULL,
	`rows` integer NOT NULL,
	`switches` text NOT NULL,
	`spoiled` text NOT NULL,
	`late_rows` text NOT NULL,
	`late_count` integer NOT NULL,
	`late_taken_by` text,
	PRIMARY KEY(`merchant_code`, `day`)
);
--> statement-breakpoint
CREATE TABLE `exchange_file` (
	`merchant_code` text NOT NULL,
	`name` text NOT NULL,
	`direction` text NOT NULL,
	`content_id` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merchant_code`, `name`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exchange_file_content_id_unique` ON `exchange_file` (`content_id`);--> statement-breakpoint
CREATE TABLE `exchange_partner` (
	`merchant_code` text PRIMARY KEY NOT NULL,
	`checksum_key` text NOT NULL,
	`settings` text NOT NULL,
	`next_switches` text,
	`closed_through` text
);
--> statement-breakpoint
CREATE TABLE `identity_assertion` (
	`client_id` text NOT NULL,
	`jti` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `jti`)
);
--> statement-breakpoint
CREATE TABLE `identity_client` (
	`client_id` text PRIMARY KEY NOT NULL,
	`secret_hash` text,
	`registration` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `identity_code` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`redirect_uri` text,
	`code_challenge` text,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `identity_grant`(`grant_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `identity_consent` (
	`wallet_id` text NOT NULL,
	`client_id` text NOT NULL,
	`scopes` text NOT NULL,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `client_id`),
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `identity_fault` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`remaining` integer
);
--> statement-breakpoint
CREATE TABLE `identity_grant` (
	`grant_id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`sid` text NOT NULL,
	`scopes` text NOT NULL,
	`nonce` text,
	`authenticated_at` integer NOT NULL,
	`requested_at` integer NOT NULL,
	`granted_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `identity_grant_sid` ON `identity_grant` (`sid`);--> statement-breakpoint
CREATE TABLE `identity_key` (
	`kid` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`private_key_pem` text NOT NULL,
	`public_key_pem` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `identity_logout` (
	`challenge` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`sid` text NOT NULL,
	`requested_at` integer NOT NULL,
	`answered_at` integer
);
--> statement-breakpoint
CREATE TABLE `identity_notification` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`client_id` text NOT NULL,
	`sid` text NOT NULL,
	`url` text NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`http_status` integer,
	`outcome` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`faults` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `identity_request` (
	`challenge` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`client_id` text NOT NULL,
	`parameters` text NOT NULL,
	`sid` text,
	`requested_at` integer NOT NULL,
	`answered_at` integer
);
--> statement-breakpoint
CREATE TABLE `identity_session` (
	`sid` text PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`cookie_hash` text,
	`authenticated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_session_cookie_hash_unique` ON `identity_session` (`cookie_hash`);--> statement-breakpoint
CREATE TABLE `identity_token` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`grant_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`replaced_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `identity_grant`(`grant_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `identity_token_grant` ON `identity_token` (`grant_id`);--> statement-breakpoint
CREATE TABLE `wallet_profile` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`dob` text NOT NULL,
	`gender` integer NOT NULL,
	`nationality` text NOT NULL,
	`identity_documents` text NOT NULL,
	`addresses` text NOT NULL,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action
);
