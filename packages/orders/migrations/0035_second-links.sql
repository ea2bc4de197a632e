DROP INDEX `links_active`;--> statement-breakpoint
CREATE UNIQUE INDEX `links_active` ON `links` (`customer_id`) WHERE state IN ('requested', 'linked');