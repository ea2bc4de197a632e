CREATE INDEX `attempts_of_transaction` ON `attempts` (`transaction_id`) WHERE transaction_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_by_time` ON `orders` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_state` ON `orders` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_amount` ON `orders` (`amount_vnd`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`linked_customer_id`,`created_at_ms`,`id`) WHERE linked_customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_orphans` ON `outbox` (`created_at_ms`,`key`) WHERE kind = 'confirm' AND order_id IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_dead_confirmations` ON `outbox` (`created_at_ms`,`key`) WHERE kind = 'confirm' AND state = 'dead';--> statement-breakpoint
CREATE INDEX `refunds_by_time` ON `refunds` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_by_state` ON `refunds` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `transfers_by_time` ON `transfers` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `transfers_by_state` ON `transfers` (`state`,`created_at_ms`,`id`);