CREATE TABLE `api_key` (
	`key_code` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`name` text NOT NULL,
	`public_key_pem` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `callback_try` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`callback_id` integer NOT NULL,
	`at` integer NOT NULL,
	`url` text NOT NULL,
	`http_status` integer,
	`outcome` text NOT NULL,
	`duration_ms` integer NOT NULL,
	FOREIGN KEY (`callback_id`) REFERENCES `callback`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `callback_try_callback` ON `callback_try` (`callback_id`);--> statement-breakpoint
CREATE TABLE `callback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`store_code` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`leased_until_ms` integer,
	`is_held` integer DEFAULT false NOT NULL,
	`retry_seconds` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `payment_order`(`order_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `callback_due` ON `callback` (`state`,`due_at_ms`);--> statement-breakpoint
CREATE INDEX `callback_order` ON `callback` (`order_id`);--> statement-breakpoint
CREATE TABLE `fault` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`endpoint` text NOT NULL,
	`provocation` text NOT NULL,
	`remaining` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `guard` (
	`held` integer NOT NULL,
	CONSTRAINT "guard_held" CHECK("guard"."held" = 1)
);
--> statement-breakpoint
CREATE TABLE `journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`query` text NOT NULL,
	`headers` text NOT NULL,
	`body` text NOT NULL,
	`key_code` text,
	`endpoint` text,
	`code` integer NOT NULL,
	`http_status` integer NOT NULL,
	`message` text NOT NULL,
	`answer` text NOT NULL,
	`provoked` text,
	`explanation` text
);
--> statement-breakpoint
CREATE TABLE `ledger_account` (
	`id` text PRIMARY KEY NOT NULL,
	`unit` text NOT NULL,
	`balance` integer NOT NULL,
	`floor` integer,
	CONSTRAINT "balance_at_least_floor" CHECK("ledger_account"."floor" is null or "ledger_account"."balance" >= "ledger_account"."floor")
);
--> statement-breakpoint
CREATE TABLE `ledger_move` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`from_account` text NOT NULL,
	`to_account` text NOT NULL,
	`unit` text NOT NULL,
	`amount` integer NOT NULL,
	FOREIGN KEY (`from_account`) REFERENCES `ledger_account`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_account`) REFERENCES `ledger_account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "move_positive" CHECK("ledger_move"."amount" > 0)
);
--> statement-breakpoint
CREATE INDEX `ledger_move_reference` ON `ledger_move` (`reference`);--> statement-breakpoint
CREATE TABLE `merchant` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`rights` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `nonce` (
	`key_code` text NOT NULL,
	`nonce` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`key_code`, `nonce`)
);
--> statement-breakpoint
CREATE INDEX `nonce_received_at` ON `nonce` (`received_at`);--> statement-breakpoint
CREATE TABLE `one_time_code` (
	`order_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`code` text NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer NOT NULL,
	PRIMARY KEY(`order_id`, `wallet_id`),
	FOREIGN KEY (`order_id`) REFERENCES `payment_order`(`order_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `payment_order` (
	`order_id` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`order_reference_id` text,
	`kind` text NOT NULL,
	`store_code` text NOT NULL,
	`pos_code` text,
	`amount_vnd` integer NOT NULL,
	`description` text NOT NULL,
	`extra_data` text NOT NULL,
	`callback_url` text NOT NULL,
	`redirect_url` text,
	`merchant_user_id` text,
	`status` text NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`pay_token` text NOT NULL,
	`qr_token` text NOT NULL,
	`callback_switches` text,
	`wallet_id` text,
	`transaction_id` text,
	`wallet_transaction_id` text,
	`loyalty_transaction_id` text,
	`paid_at` integer,
	`paid_vnd` integer DEFAULT 0 NOT NULL,
	`paid_points` integer DEFAULT 0 NOT NULL,
	`point_value_vnd` integer DEFAULT 0 NOT NULL,
	`discount_vnd` integer DEFAULT 0 NOT NULL,
	`cashback_vnd` integer DEFAULT 0 NOT NULL,
	`absent_in_core` integer DEFAULT false NOT NULL,
	`refunded_vnd` integer DEFAULT 0 NOT NULL,
	`refunded_points` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`store_code`) REFERENCES `store`(`code`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "amount_vnd_positive" CHECK("payment_order"."amount_vnd" > 0),
	CONSTRAINT "refund_within_vnd" CHECK("payment_order"."refunded_vnd" between 0 and "payment_order"."paid_vnd"),
	CONSTRAINT "refund_within_points" CHECK("payment_order"."refunded_points" between 0 and "payment_order"."paid_points")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_order_pay_token_unique` ON `payment_order` (`pay_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_order_qr_token_unique` ON `payment_order` (`qr_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_order_transaction_id_unique` ON `payment_order` (`transaction_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_order_reference` ON `payment_order` (`merchant_code`,`order_reference_id`);--> statement-breakpoint
CREATE INDEX `payment_order_created_at` ON `payment_order` (`created_at`);--> statement-breakpoint
CREATE TABLE `reference` (
	`merchant_code` text NOT NULL,
	`order_reference_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`merchant_code`, `order_reference_id`),
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reference_order_reference_id` ON `reference` (`order_reference_id`);--> statement-breakpoint
CREATE TABLE `refund` (
	`refund_transaction_id` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`order_reference_id` text NOT NULL,
	`order_id` text NOT NULL,
	`vnd` integer NOT NULL,
	`points` integer NOT NULL,
	`state` text NOT NULL,
	`wallet_transaction_id` text NOT NULL,
	`loyalty_transaction_id` text,
	`description` text NOT NULL,
	`merchant_user_id` text,
	`merchant_user_name` text,
	`created_at` integer NOT NULL,
	`settles_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `payment_order`(`order_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vnd_not_negative" CHECK("refund"."vnd" >= 0),
	CONSTRAINT "points_not_negative" CHECK("refund"."points" >= 0),
	CONSTRAINT "refunds_something" CHECK("refund"."vnd" + "refund"."points" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_reference` ON `refund` (`merchant_code`,`order_reference_id`);--> statement-breakpoint
CREATE INDEX `refund_order` ON `refund` (`order_id`);--> statement-breakpoint
CREATE TABLE `service_key` (
	`purpose` text PRIMARY KEY NOT NULL,
	`private_key_pem` text NOT NULL,
	`public_key_pem` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `store` (
	`code` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`callback_switches` text,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `terminal` (
	`store_code` text NOT NULL,
	`pos_code` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`store_code`, `pos_code`),
	FOREIGN KEY (`store_code`) REFERENCES `store`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `used_provocation` (
	`merchant_code` text NOT NULL,
	`subject` text NOT NULL,
	`provocation` text NOT NULL,
	PRIMARY KEY(`merchant_code`, `subject`, `provocation`)
);
--> statement-breakpoint
CREATE TABLE `wallet` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`full_name` text NOT NULL,
	`pin` text NOT NULL,
	`status` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_phone_unique` ON `wallet` (`phone`);