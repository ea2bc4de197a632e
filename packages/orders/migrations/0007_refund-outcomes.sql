CREATE TABLE `__new_refunds` (
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
	CONSTRAINT "refunds_state" CHECK(state IN ('reserved', 'refund_unknown', 'presumed_refunded', 'part_settled', 'refunded', 'refused')),
	CONSTRAINT "refunds_amounts" CHECK(vnd >= 0 AND points >= 0 AND vnd + points > 0),
	CONSTRAINT "refunds_settled_vnd" CHECK(settled_vnd BETWEEN 0 AND vnd),
	CONSTRAINT "refunds_settled_points" CHECK(settled_points BETWEEN 0 AND points)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_refunds`("id", "order_id", "state", "vnd", "points", "reason", "staff_id", "refusal_code", "refusal_reason", "refusal_remedy", "calls", "next_call_at_ms", "first_call_at_ms", "last_call_at_ms", "answered_unclear", "settled_vnd", "settled_points", "remind_at_ms", "created_at_ms", "updated_at_ms")
SELECT "id", "order_id",
	iif("state" = 'part_settled' AND ("vnd" = 0 OR "points" = 0), 'refunded', "state"),
	"vnd", "points", "reason", "staff_id", "refusal_code", "refusal_reason", "refusal_remedy", "calls", "next_call_at_ms",
	iif("calls" > 0, "created_at_ms", NULL),
	iif("calls" > 0, "updated_at_ms", NULL),
	EXISTS (SELECT 1 FROM `journal` WHERE "order_id" = `refunds`."order_id" AND "kind" = 'refund.unknown'
		AND json_extract("facts", '$.refund_id') = `refunds`."id"
		AND (json_extract("facts", '$.code') IS NOT NULL
			OR json_extract("facts", '$.message') LIKE '%what answered is not the service%')),
	iif("state" = 'refunded' OR ("state" = 'part_settled' AND ("points" = 0 OR 2000801 =
		(SELECT json_extract("facts", '$.code') FROM `journal` WHERE "dedupe" = 'refund.settled:' || `refunds`."id"))), "vnd", 0),
	iif("state" = 'refunded' OR ("state" = 'part_settled' AND ("vnd" = 0 OR 2000802 =
		(SELECT json_extract("facts", '$.code') FROM `journal` WHERE "dedupe" = 'refund.settled:' || `refunds`."id"))), "points", 0),
	iif("state" = 'refund_unknown' OR ("state" = 'part_settled' AND "vnd" > 0 AND "points" > 0), "updated_at_ms" + 86400000, NULL),
	"created_at_ms", "updated_at_ms"
FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
ALTER TABLE `__new_refunds` RENAME TO `refunds`;--> statement-breakpoint
CREATE INDEX `refunds_of_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_to_call` ON `refunds` (`next_call_at_ms`) WHERE next_call_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_to_remind` ON `refunds` (`remind_at_ms`) WHERE remind_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_presumed` ON `refunds` (`presumed_at_ms`) WHERE state = 'presumed_refunded';--> statement-breakpoint
UPDATE `orders` SET
	"settled_vnd" = "settled_vnd" - (SELECT SUM("vnd" - "settled_vnd") FROM `refunds` WHERE "order_id" = `orders`."id" AND "state" = 'part_settled'),
	"settled_points" = "settled_points" - (SELECT SUM("points" - "settled_points") FROM `refunds` WHERE "order_id" = `orders`."id" AND "state" = 'part_settled'),
	"state" = iif("state" = 'refunded', 'part_refunded', "state"),
	"version" = "version" + 1
WHERE "id" IN (SELECT "order_id" FROM `refunds` WHERE "state" = 'part_settled');
