CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`state` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`service_link_id` text,
	`web_url` text,
	`sealed_token` text,
	`masked_phone` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`lease_until_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`next_call_at_ms` integer,
	CONSTRAINT "links_state" CHECK(state IN ('requested', 'linked', 'unlinking', 'unlinked', 'expired')),
	CONSTRAINT "links_token" CHECK((sealed_token IS NOT NULL) = (state IN ('linked', 'unlinking')))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `links_active` ON `links` (`customer_id`) WHERE state IN ('requested', 'linked', 'unlinking');--> statement-breakpoint
CREATE UNIQUE INDEX `links_service_link` ON `links` (`service_link_id`);--> statement-breakpoint
CREATE INDEX `links_of_customer` ON `links` (`customer_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `links_to_call` ON `links` (`next_call_at_ms`) WHERE next_call_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`state` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`amount_vnd` integer NOT NULL,
	`receiver_phone` text NOT NULL,
	`description` text NOT NULL,
	`transaction_id` text,
	`refusal_code` integer,
	`refusal_reason` text,
	`refusal_remedy` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`lease_until_ms` integer NOT NULL,
	CONSTRAINT "transfers_state" CHECK(state IN ('requested', 'unknown', 'succeeded', 'refused')),
	CONSTRAINT "transfers_amount" CHECK(amount_vnd > 0),
	CONSTRAINT "transfers_reference" CHECK(length(reference) BETWEEN 1 AND 35)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_reference_once` ON `transfers` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_transaction` ON `transfers` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `transfers_unanswered` ON `transfers` (`lease_until_ms`) WHERE state = 'requested';--> statement-breakpoint
CREATE TABLE `__new_attempts` (
	`reference` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`method` text NOT NULL,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`lease_until_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`service_order_id` text,
	`payment_url` text,
	`qr_code` text,
	`transaction_id` text,
	`poll_step` integer DEFAULT 0 NOT NULL,
	`poll_failures` integer DEFAULT 0 NOT NULL,
	`next_poll_at_ms` integer,
	`link_id` text,
	`wallet_number` text,
	`otp_tries` integer DEFAULT 0 NOT NULL,
	`held_at_ms` integer,
	`release_reason` text,
	`calls` integer DEFAULT 0 NOT NULL,
	`next_call_at_ms` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`link_id`) REFERENCES `links`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempts_state" CHECK(state IN ('creating', 'created', 'create_unknown', 'refused', 'expired', 'paid', 'paying', 'awaiting_otp', 'confirming', 'payment_unknown', 'held', 'capturing', 'releasing', 'released')),
	CONSTRAINT "attempts_link" CHECK(method <> 'linked-wallet' OR link_id IS NOT NULL)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_attempts` (`reference`, `order_id`, `method`, `state`, `created_at_ms`, `lease_until_ms`, `expires_at_ms`, `service_order_id`, `payment_url`, `qr_code`, `transaction_id`, `poll_step`, `poll_failures`, `next_poll_at_ms`) SELECT `reference`, `order_id`, `method`, `state`, `created_at_ms`, `lease_until_ms`, `expires_at_ms`, `service_order_id`, `payment_url`, `qr_code`, `transaction_id`, `poll_step`, `poll_failures`, `next_poll_at_ms` FROM `attempts`;--> statement-breakpoint
DROP TABLE `attempts`;--> statement-breakpoint
ALTER TABLE `__new_attempts` RENAME TO `attempts`;--> statement-breakpoint
CREATE INDEX `attempts_of_order` ON `attempts` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_service_order` ON `attempts` (`service_order_id`);--> statement-breakpoint
CREATE INDEX `attempts_to_poll` ON `attempts` (`next_poll_at_ms`) WHERE next_poll_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `attempts_unanswered` ON `attempts` (`expires_at_ms`) WHERE state IN ('creating', 'create_unknown');--> statement-breakpoint
CREATE INDEX `attempts_to_call` ON `attempts` (`next_call_at_ms`) WHERE next_call_at_ms IS NOT NULL;--> statement-breakpoint
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `kept_orders` AS SELECT * FROM `orders`;--> statement-breakpoint
DROP TABLE `orders`;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`amount_vnd` integer NOT NULL,
	`description` text NOT NULL,
	`return_url` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`paid_reference` text,
	`paid_transaction_id` text,
	`paid_service_order_id` text,
	`paid_vnd` integer DEFAULT 0 NOT NULL,
	`paid_points` integer DEFAULT 0 NOT NULL,
	`confirmed_at_ms` integer,
	`confirmed_by` text,
	`refunded_vnd` integer DEFAULT 0 NOT NULL,
	`refunded_points` integer DEFAULT 0 NOT NULL,
	`settled_vnd` integer DEFAULT 0 NOT NULL,
	`settled_points` integer DEFAULT 0 NOT NULL,
	`linked_customer_id` text,
	`holds_payment` integer DEFAULT false NOT NULL,
	CONSTRAINT "orders_state" CHECK(state IN ('creating', 'created', 'expired', 'paid_unverified', 'paid', 'disputed', 'part_refunded', 'refunded', 'held', 'cancelled')),
	CONSTRAINT "orders_amount" CHECK(amount_vnd > 0),
	CONSTRAINT "orders_vnd" CHECK(refunded_vnd BETWEEN 0 AND paid_vnd AND paid_vnd <= amount_vnd),
	CONSTRAINT "orders_points" CHECK(refunded_points BETWEEN 0 AND paid_points),
	CONSTRAINT "orders_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND refunded_vnd),
	CONSTRAINT "orders_settled_points" CHECK(settled_points BETWEEN 0 AND refunded_points)
) STRICT;
--> statement-breakpoint
INSERT INTO `orders` (`id`, `state`, `version`, `amount_vnd`, `description`, `return_url`, `created_at_ms`, `expires_at_ms`, `paid_reference`, `paid_transaction_id`, `paid_service_order_id`, `paid_vnd`, `paid_points`, `confirmed_at_ms`, `confirmed_by`, `refunded_vnd`, `refunded_points`, `settled_vnd`, `settled_points`) SELECT `id`, `state`, `version`, `amount_vnd`, `description`, `return_url`, `created_at_ms`, `expires_at_ms`, `paid_reference`, `paid_transaction_id`, `paid_service_order_id`, `paid_vnd`, `paid_points`, `confirmed_at_ms`, `confirmed_by`, `refunded_vnd`, `refunded_points`, `settled_vnd`, `settled_points` FROM `kept_orders`;--> statement-breakpoint
DROP TABLE `kept_orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_transaction` ON `orders` (`paid_transaction_id`);--> statement-breakpoint
CREATE INDEX `orders_to_expire` ON `orders` (`expires_at_ms`) WHERE state IN ('creating', 'created');--> statement-breakpoint
CREATE INDEX `orders_found_by_poll` ON `orders` (`confirmed_at_ms`) WHERE confirmed_by = 'poll';--> statement-breakpoint
ALTER TABLE `outbox` ADD `transfer_id` text;--> statement-breakpoint
CREATE INDEX `outbox_events_of_transfer` ON `outbox` (`transfer_id`,`version`) WHERE state = 'open' AND transfer_id IS NOT NULL;