CREATE TABLE `service_calls` (
	`key` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
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
	CONSTRAINT "service_calls_duration" CHECK(duration_ms >= 0)
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `service_calls_of_order` ON `service_calls` (`order_id`,`number`);--> statement-breakpoint
CREATE INDEX `service_calls_by_time` ON `service_calls` (`at_ms`);