ALTER TABLE `daily_files` ADD `lease_until_ms` integer;--> statement-breakpoint
ALTER TABLE `reconciliation_runs` ADD `forced_at_ms` integer;