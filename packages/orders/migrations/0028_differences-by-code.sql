CREATE TABLE `difference_codes` (
	`code` text NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`code`, `run_id`, `position`)
) STRICT;--> statement-breakpoint
ALTER TABLE `reconciliation_runs` ADD `codes_from` integer;--> statement-breakpoint
CREATE INDEX `reconciliation_runs_to_keep_codes` ON `reconciliation_runs` (`day`) WHERE codes_from IS NOT NULL;--> statement-breakpoint
UPDATE `reconciliation_runs` SET `codes_from` = 0 WHERE `state` = 'done' AND `outputs` ->> '$.differences.key' IS NOT NULL;