ALTER TABLE `alerts` ADD `state` text DEFAULT 'open' NOT NULL CONSTRAINT "alerts_state" CHECK(state IN ('open', 'acknowledged', 'closed'));--> statement-breakpoint
ALTER TABLE `alerts` ADD `times_raised` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `last_raised_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `openings` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `acknowledged_by` text;--> statement-breakpoint
ALTER TABLE `alerts` ADD `acknowledged_at_ms` integer;--> statement-breakpoint
ALTER TABLE `alerts` ADD `closed_by` text;--> statement-breakpoint
ALTER TABLE `alerts` ADD `closed_at_ms` integer;--> statement-breakpoint
UPDATE `alerts` SET `last_raised_at_ms` = `at_ms`;--> statement-breakpoint
CREATE INDEX `alerts_of_state` ON `alerts` (`state`,`id`);