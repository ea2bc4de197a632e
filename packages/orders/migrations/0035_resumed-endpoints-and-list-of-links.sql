ALTER TABLE `endpoints` ADD `resumed_at_ms` integer;--> statement-breakpoint
CREATE INDEX `links_by_creation` ON `links` (`created_at_ms`) WHERE customer_id <> '';