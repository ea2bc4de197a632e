CREATE TABLE `daily_files` (
	`day` text PRIMARY KEY NOT NULL,
	`partner_sha256` text,
	`partner_rows` integer,
	`partner_left_out` integer,
	`seen` text,
	`run_id` text,
	`result_etag` text,
	`service_result` text,
	`created_at_ms` integer NOT NULL,
	`next_at_ms` integer,
	CONSTRAINT "daily_files_day" CHECK(day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) STRICT;
--> statement-breakpoint
CREATE INDEX `daily_files_due` ON `daily_files` (`next_at_ms`) WHERE next_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `reconciliation_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`state` text NOT NULL,
	`at_ms` integer NOT NULL,
	`partner_sha256` text NOT NULL,
	`service_sha256` text NOT NULL,
	`totals` text,
	`outputs` text,
	`bridge_closes` integer,
	`error_code` text,
	`error_message` text,
	CONSTRAINT "reconciliation_runs_state" CHECK(state IN ('done', 'stopped'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `reconciliation_runs_of_day` ON `reconciliation_runs` (`day`);--> statement-breakpoint
CREATE INDEX `journal_of_files` ON `journal` (`at_ms`) WHERE kind IN ('payment.confirmed', 'payment.unknown', 'refund.settled', 'transaction.known');