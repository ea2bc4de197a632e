ALTER TABLE `orders` ADD `store_code` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `pos_code` text;--> statement-breakpoint
CREATE INDEX `orders_of_store` ON `orders` (`store_code`,`created_at_ms`,`id`) WHERE store_code IS NOT NULL;