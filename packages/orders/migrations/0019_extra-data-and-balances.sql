DROP INDEX `orders_to_forget`;--> statement-breakpoint
ALTER TABLE `orders` ADD `extra_data` text;--> statement-breakpoint
CREATE INDEX `orders_to_forget` ON `orders` (`created_at_ms`) WHERE (linked_customer_id IS NOT NULL OR description <> '' OR extra_data IS NOT NULL);--> statement-breakpoint
DROP INDEX `refunds_to_forget`;--> statement-breakpoint
ALTER TABLE `refunds` ADD `staff_name` text;--> statement-breakpoint
CREATE INDEX `refunds_to_forget` ON `refunds` (`created_at_ms`) WHERE (reason IS NOT NULL OR staff_name IS NOT NULL);--> statement-breakpoint
ALTER TABLE `transfers` ADD `post_balance_vnd` integer;