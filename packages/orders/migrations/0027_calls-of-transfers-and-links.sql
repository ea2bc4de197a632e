CREATE TABLE `__new_service_calls` (
	`key` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`subject_id` text NOT NULL,
	`number` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`endpoint` text NOT NULL,
	`reference` text NOT NULL,
	`outcome` text NOT NULL,
	`code` integer,
	`said` text,
	`failure` text,
	`http_status` integer,
	`request_id` text,
	`requests` integer,
	CONSTRAINT "service_calls_outcome" CHECK(outcome IN ('accepted', 'refused', 'unlisted', 'unknown', 'not_sent')),
	CONSTRAINT "service_calls_about" CHECK(about IN ('order', 'transfer', 'link')),
	CONSTRAINT "service_calls_duration" CHECK(duration_ms >= 0)
) STRICT;--> statement-breakpoint
INSERT INTO `__new_service_calls` SELECT 'order:' || `key`, 'order', `order_id`, `number`, `at_ms`, `duration_ms`, `endpoint`, `reference`, `outcome`, `code`, `said`, `failure`, `http_status`, `request_id`, `requests` FROM `service_calls`;--> statement-breakpoint
DROP TABLE `service_calls`;--> statement-breakpoint
ALTER TABLE `__new_service_calls` RENAME TO `service_calls`;--> statement-breakpoint
CREATE UNIQUE INDEX `service_calls_of_subject` ON `service_calls` (`about`,`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `service_calls_by_time` ON `service_calls` (`at_ms`);