PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `kept_refunds` AS SELECT * FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
CREATE TABLE `kept_disputed_payments` AS SELECT * FROM `disputed_payments`;--> statement-breakpoint
DROP TABLE `disputed_payments`;--> statement-breakpoint
CREATE TABLE `disputed_payments` (
	`transaction_id` text NOT NULL,
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
	`booked_at_ms` integer NOT NULL,
	`has_row` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`transaction_id`, `order_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputed_payments_state" CHECK(state IN ('open', 'accepted', 'returned', 'released')),
	CONSTRAINT "disputed_payments_vnd" CHECK(refunded_vnd BETWEEN 0 AND paid_vnd),
	CONSTRAINT "disputed_payments_points" CHECK(refunded_points BETWEEN 0 AND paid_points),
	CONSTRAINT "disputed_payments_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND refunded_vnd),
	CONSTRAINT "disputed_payments_settled_points" CHECK(settled_points BETWEEN 0 AND refunded_points)
) STRICT;--> statement-breakpoint
INSERT INTO `disputed_payments` ("transaction_id", "order_id", "state", "reference", "service_order_id", "reason", "found_by", "paid_vnd", "paid_points", "refunded_vnd", "refunded_points", "settled_vnd", "settled_points", "created_at_ms", "booked_at_ms", "has_row") SELECT "transaction_id", "order_id", "state", "reference", "service_order_id", "reason", "found_by", "paid_vnd", "paid_points", "refunded_vnd", "refunded_points", "settled_vnd", "settled_points", "created_at_ms", "created_at_ms", "state" = 'accepted' FROM `kept_disputed_payments`;--> statement-breakpoint
DROP TABLE `kept_disputed_payments`;--> statement-breakpoint
CREATE INDEX `disputed_payments_of_order` ON `disputed_payments` (`order_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`transaction_id` text,
	`state` text NOT NULL,
	`vnd` integer NOT NULL,
	`points` integer NOT NULL,
	`reason` text,
	`staff_id` text,
	`refusal_code` integer,
	`refusal_reason` text,
	`refusal_remedy` text,
	`calls` integer DEFAULT 0 NOT NULL,
	`next_call_at_ms` integer,
	`first_call_at_ms` integer,
	`last_call_at_ms` integer,
	`calling_until_ms` integer,
	`answered_unclear` integer DEFAULT false NOT NULL,
	`settled_vnd` integer DEFAULT 0 NOT NULL,
	`settled_points` integer DEFAULT 0 NOT NULL,
	`presumed_at_ms` integer,
	`owed_refused` integer DEFAULT false NOT NULL,
	`remind_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`,`order_id`) REFERENCES `disputed_payments`(`transaction_id`,`order_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_state" CHECK(state IN ('reserved', 'refund_unknown', 'presumed_refunded', 'part_settled', 'refunded', 'refused')),
	CONSTRAINT "refunds_amounts" CHECK(vnd >= 0 AND points >= 0 AND vnd + points > 0),
	CONSTRAINT "refunds_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND vnd),
	CONSTRAINT "refunds_settled_points" CHECK(settled_points BETWEEN 0 AND points)
) STRICT;--> statement-breakpoint
INSERT INTO `refunds` ("id", "order_id", "transaction_id", "state", "vnd", "points", "reason", "staff_id", "refusal_code", "refusal_reason", "refusal_remedy", "calls", "next_call_at_ms", "first_call_at_ms", "last_call_at_ms", "calling_until_ms", "answered_unclear", "settled_vnd", "settled_points", "presumed_at_ms", "owed_refused", "remind_at_ms", "created_at_ms", "updated_at_ms") SELECT "id", "order_id", "transaction_id", "state", "vnd", "points", "reason", "staff_id", "refusal_code", "refusal_reason", "refusal_remedy", "calls", "next_call_at_ms", "first_call_at_ms", "last_call_at_ms", "calling_until_ms", "answered_unclear", "settled_vnd", "settled_points", "presumed_at_ms", "owed_refused", "remind_at_ms", "created_at_ms", "updated_at_ms" FROM `kept_refunds`;--> statement-breakpoint
DROP TABLE `kept_refunds`;--> statement-breakpoint
CREATE INDEX `refunds_of_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_time` ON `refunds` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_by_state` ON `refunds` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_to_forget` ON `refunds` (`created_at_ms`) WHERE reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_to_call` ON `refunds` (`next_call_at_ms`) WHERE next_call_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_to_remind` ON `refunds` (`remind_at_ms`) WHERE remind_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_presumed` ON `refunds` (`presumed_at_ms`) WHERE state = 'presumed_refunded';--> statement-breakpoint
DROP INDEX `journal_of_files`;--> statement-breakpoint
CREATE INDEX `journal_of_files` ON `journal` (`at_ms`) WHERE kind IN ('payment.confirmed', 'payment.arrived', 'payment.unknown', 'refund.settled', 'transaction.known');--> statement-breakpoint
DROP INDEX `orders_transaction`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_transaction` ON `orders` (`paid_transaction_id`,iif(confirmed_by = 'person', id, ''));--> statement-breakpoint
INSERT OR IGNORE INTO `disputed_payments` ("transaction_id", "order_id", "reference", "service_order_id", "reason", "found_by", "paid_vnd", "paid_points", "booked_at_ms", "created_at_ms")
SELECT json_extract(j."facts", '$.transaction_id'), j."order_id", json_extract(j."facts", '$.reference'),
	(SELECT "service_order_id" FROM `attempts` WHERE "reference" = json_extract(j."facts", '$.reference')),
	json_extract(j."facts", '$.reason'), 'callback',
	coalesce(json_extract(j."facts", '$.order_amount'), o."amount_vnd"), 0, j."at_ms", j."at_ms"
FROM `journal` j JOIN `orders` o ON o."id" = j."order_id"
WHERE j."kind" = 'order.disputed' AND o."state" = 'disputed'
	AND json_extract(j."facts", '$.reason') = 'transaction_of_other_order'
ORDER BY j."seq";
