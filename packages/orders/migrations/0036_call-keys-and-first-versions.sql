ALTER TABLE `attempts` ADD `call_key` text;--> statement-breakpoint
ALTER TABLE `bound_service` ADD `first_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `call_key` text;