CREATE TABLE `disputed_payments` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`reference` text NOT NULL,
	`service_order_id` text,
	`reason` text NOT NULL,
	`found_by` text NOT NULL,
	`paid_vnd` integer NOT NULL,
	`paid_points` integer NOT NULL,
	`refunded_vnd` integer DEFAULT 0 NOT NULL,
	`refunded_points` integer DEFAULT 0 NOT NULL,
	`settled_vnd` integer DEFAULT 0 NOT NULL,
	`settled_points` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputed_payments_state" CHECK(state IN ('open', 'accepted', 'returned')),
	CONSTRAINT "disputed_payments_vnd" CHECK(refunded_vnd BETWEEN 0 AND paid_vnd),
	CONSTRAINT "disputed_payments_points" CHECK(refunded_points BETWEEN 0 AND paid_points),
	CONSTRAINT "disputed_payments_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND refunded_vnd),
	CONSTRAINT "disputed_payments_settled_points" CHECK(settled_points BETWEEN 0 AND refunded_points)
) STRICT;
--> statement-breakpoint
CREATE INDEX `disputed_payments_of_order` ON `disputed_payments` (`order_id`,`created_at_ms`);--> statement-breakpoint
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
	CONSTRAINT "orders_vnd" CHECK(refunded_vnd BETWEEN 0 AND paid_vnd),
	CONSTRAINT "orders_points" CHECK(refunded_points BETWEEN 0 AND paid_points),
	CONSTRAINT "orders_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND refunded_vnd),
	CONSTRAINT "orders_settled_points" CHECK(settled_points BETWEEN 0 AND refunded_points)
) STRICT;
--> statement-breakpoint
INSERT INTO `orders` ("id", "state", "version", "amount_vnd", "description", "return_url", "created_at_ms", "expires_at_ms", "paid_reference", "paid_transaction_id", "paid_service_order_id", "paid_vnd", "paid_points", "confirmed_at_ms", "confirmed_by", "refunded_vnd", "refunded_points", "settled_vnd", "settled_points", "linked_customer_id", "holds_payment") SELECT "id", "state", "version", "amount_vnd", "description", "return_url", "created_at_ms", "expires_at_ms", "paid_reference", "paid_transaction_id", "paid_service_order_id", "paid_vnd", "paid_points", "confirmed_at_ms", "confirmed_by", "refunded_vnd", "refunded_points", "settled_vnd", "settled_points", "linked_customer_id", "holds_payment" FROM `kept_orders`;--> statement-breakpoint
DROP TABLE `kept_orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_transaction` ON `orders` (`paid_transaction_id`);--> statement-breakpoint
CREATE INDEX `orders_by_time` ON `orders` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_state` ON `orders` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_amount` ON `orders` (`amount_vnd`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`linked_customer_id`,`created_at_ms`,`id`) WHERE linked_customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_to_expire` ON `orders` (`expires_at_ms`) WHERE state IN ('creating', 'created');--> statement-breakpoint
CREATE INDEX `orders_found_by_poll` ON `orders` (`confirmed_at_ms`) WHERE confirmed_by = 'poll';--> statement-breakpoint
ALTER TABLE `refunds` ADD `transaction_id` text REFERENCES disputed_payments(transaction_id);--> statement-breakpoint
INSERT OR IGNORE INTO `disputed_payments` ("transaction_id", "order_id", "reference", "service_order_id", "reason", "found_by", "paid_vnd", "paid_points", "created_at_ms")
SELECT json_extract(j."facts", '$.transaction_id'), j."order_id", json_extract(j."facts", '$.reference'),
	(SELECT "service_order_id" FROM `attempts` WHERE "reference" = json_extract(j."facts", '$.reference')),
	json_extract(j."facts", '$.reason'), 'callback',
	coalesce(json_extract(j."facts", '$.order_amount'), o."amount_vnd"), 0, j."at_ms"
FROM `journal` j JOIN `orders` o ON o."id" = j."order_id"
WHERE j."kind" = 'order.disputed'
	AND json_extract(j."facts", '$.reason') IN ('amount_mismatch', 'possible_double_payment', 'payment_of_disputed_order')
	AND json_extract(j."facts", '$.transaction_id') NOT IN (SELECT "paid_transaction_id" FROM `orders` WHERE "paid_transaction_id" IS NOT NULL)
ORDER BY j."seq";
