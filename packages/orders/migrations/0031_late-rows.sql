CREATE TABLE `cleared_differences` (
	`day` text NOT NULL,
	`fingerprint` text NOT NULL,
	`run_id` text NOT NULL,
	`cleared_on` text NOT NULL,
	`cleared_by` text NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`day`, `fingerprint`, `cleared_by`),
	CONSTRAINT "cleared_differences_status" CHECK(status IN ('00', '01', '02', '03'))
) STRICT;--> statement-breakpoint
CREATE INDEX `cleared_differences_of_run` ON `cleared_differences` (`run_id`);--> statement-breakpoint
ALTER TABLE `reconciliation_runs` ADD `cleared_from` integer;--> statement-breakpoint
CREATE INDEX `reconciliation_runs_to_clear` ON `reconciliation_runs` (`day`) WHERE cleared_from IS NOT NULL;