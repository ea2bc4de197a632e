CREATE INDEX `links_to_forget` ON `links` (`updated_at_ms`) WHERE customer_id <> '';--> statement-breakpoint
CREATE INDEX `orders_to_forget` ON `orders` (`created_at_ms`) WHERE (linked_customer_id IS NOT NULL OR description <> '');--> statement-breakpoint
CREATE INDEX `refunds_to_forget` ON `refunds` (`created_at_ms`) WHERE reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `transfers_of_receiver` ON `transfers` (`receiver_phone`);--> statement-breakpoint
CREATE INDEX `transfers_to_forget` ON `transfers` (`created_at_ms`) WHERE receiver_phone >= '0';