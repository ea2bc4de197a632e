CREATE TABLE `refund_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`transaction_id` text,
	`state` text NOT NULL,
	`vnd` integer NOT NULL,
	`points` integer NOT NULL,
	`reason` text NOT NULL,
	`proposed_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`decided_by` text,
	`decision_reason` text,
	`decided_at_ms` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_proposals_state" CHECK(state IN ('proposed', 'approved', 'refused')),
	CONSTRAINT "refund_proposals_amounts" CHECK(vnd >= 0 AND points >= 0 AND vnd + points > 0),
	CONSTRAINT "refund_proposals_decided" CHECK((state = 'proposed') = (decided_by IS NULL)),
	CONSTRAINT "refund_proposals_second_person" CHECK(state <> 'approved' OR decided_by <> proposed_by)
) STRICT;--> statement-breakpoint
CREATE INDEX `refund_proposals_by_time` ON `refund_proposals` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `refund_proposals_open` ON `refund_proposals` (`created_at_ms`,`id`) WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX `refund_proposals_of_order` ON `refund_proposals` (`order_id`);