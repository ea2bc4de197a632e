CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at_ms` integer NOT NULL,
	`facts` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_once` ON `alerts` (`kind`,`subject`);--> statement-breakpoint
CREATE TABLE `attempts` (
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
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempts_state" CHECK(state IN ('creating', 'created', 'create_unknown', 'refused', 'expired', 'paid'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `attempts_of_order` ON `attempts` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_service_order` ON `attempts` (`service_order_id`);--> statement-breakpoint
CREATE INDEX `attempts_to_poll` ON `attempts` (`next_poll_at_ms`) WHERE next_poll_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `attempts_unanswered` ON `attempts` (`expires_at_ms`) WHERE state IN ('creating', 'create_unknown');--> statement-breakpoint
CREATE TABLE `journal` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`dedupe` text NOT NULL,
	`known` text NOT NULL,
	`facts` text NOT NULL,
	CONSTRAINT "journal_seq" CHECK(seq > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_dedupe` ON `journal` (`dedupe`);--> statement-breakpoint
CREATE INDEX `journal_of_order` ON `journal` (`order_id`);--> statement-breakpoint
CREATE TABLE `journal_seals` (
	`seq` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
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
	CONSTRAINT "orders_state" CHECK(state IN ('creating', 'created', 'expired', 'paid_unverified', 'paid', 'disputed', 'part_refunded', 'refunded')),
	CONSTRAINT "orders_amount" CHECK(amount_vnd > 0),
	CONSTRAINT "orders_vnd" CHECK(refunded_vnd BETWEEN 0 AND paid_vnd AND paid_vnd <= amount_vnd),
	CONSTRAINT "orders_points" CHECK(refunded_points BETWEEN 0 AND paid_points),
	CONSTRAINT "orders_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND refunded_vnd),
	CONSTRAINT "orders_settled_points" CHECK(settled_points BETWEEN 0 AND refunded_points)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_transaction` ON `orders` (`paid_transaction_id`);--> statement-breakpoint
CREATE INDEX `orders_to_expire` ON `orders` (`expires_at_ms`) WHERE state IN ('creating', 'created');--> statement-breakpoint
CREATE INDEX `orders_found_by_poll` ON `orders` (`confirmed_at_ms`) WHERE confirmed_by = 'poll';--> statement-breakpoint
CREATE TABLE `outbox` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`order_id` text,
	`version` integer,
	`payload` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`next_at_ms` integer NOT NULL,
	CONSTRAINT "outbox_kind" CHECK(kind IN ('confirm', 'event')),
	CONSTRAINT "outbox_state" CHECK(state IN ('open', 'done', 'dead'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`kind`,`next_at_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `outbox_events_of_order` ON `outbox` (`order_id`,`version`) WHERE state = 'open' AND kind = 'event';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
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
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_state" CHECK(state IN ('reserved', 'refund_unknown', 'refunded', 'part_settled', 'refused')),
	CONSTRAINT "refunds_amounts" CHECK(vnd >= 0 AND points >= 0 AND vnd + points > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `refunds_of_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_to_call` ON `refunds` (`next_call_at_ms`) WHERE next_call_at_ms IS NOT NULL;