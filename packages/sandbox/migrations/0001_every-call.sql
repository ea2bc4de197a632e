CREATE TABLE `link_callback_try` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`callback_id` integer NOT NULL,
	`at` integer NOT NULL,
	`http_status` integer,
	`outcome` text NOT NULL,
	`duration_ms` integer NOT NULL,
	FOREIGN KEY (`callback_id`) REFERENCES `link_callback`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `link_callback_try_callback` ON `link_callback_try` (`callback_id`);--> statement-breakpoint
CREATE TABLE `link_callback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`link_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`leased_until_ms` integer,
	`retry_seconds` text NOT NULL,
	FOREIGN KEY (`link_id`) REFERENCES `wallet_link`(`link_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `link_callback_due` ON `link_callback` (`state`,`due_at_ms`);--> statement-breakpoint
CREATE INDEX `link_callback_link` ON `link_callback` (`link_id`);--> statement-breakpoint
CREATE TABLE `linked_purchase` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`link_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`invoice_no` text NOT NULL,
	`transaction_reference_number` text NOT NULL,
	`store_code` text NOT NULL,
	`pos_code` text,
	`description` text NOT NULL,
	`bill_vnd` integer NOT NULL,
	`vnd` integer NOT NULL,
	`points` integer NOT NULL,
	`point_value_vnd` integer NOT NULL,
	`is_holding_enabled` integer NOT NULL,
	`status` text NOT NULL,
	`failure` text,
	`wallet_transaction_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`code` text,
	`code_expires_at` integer,
	`code_tries_left` integer,
	`order_id` text,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`link_id`) REFERENCES `wallet_link`(`link_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "purchase_vnd_not_negative" CHECK("linked_purchase"."vnd" >= 0),
	CONSTRAINT "purchase_points_not_negative" CHECK("linked_purchase"."points" >= 0),
	CONSTRAINT "purchase_of_something" CHECK("linked_purchase"."vnd" + "linked_purchase"."points" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `linked_purchase_invoice` ON `linked_purchase` (`merchant_code`,`invoice_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `linked_purchase_reference` ON `linked_purchase` (`merchant_code`,`transaction_reference_number`);--> statement-breakpoint
CREATE INDEX `linked_purchase_created_at` ON `linked_purchase` (`created_at`);--> statement-breakpoint
CREATE TABLE `wallet_link` (
	`link_id` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`partner_type` text NOT NULL,
	`partner_user_id` text NOT NULL,
	`callback_url` text NOT NULL,
	`web_token` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`wallet_id` text,
	`user_token` text,
	`linked_at` integer,
	`unlinked_at` integer,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_link_web_token_unique` ON `wallet_link` (`web_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_link_user_token_unique` ON `wallet_link` (`user_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_link_partner_user` ON `wallet_link` (`merchant_code`,`partner_user_id`) WHERE state = 'LINKED';--> statement-breakpoint
CREATE INDEX `wallet_link_created_at` ON `wallet_link` (`created_at`);--> statement-breakpoint
CREATE INDEX `wallet_link_wallet` ON `wallet_link` (`wallet_id`);--> statement-breakpoint
CREATE TABLE `gift_code_key` (
	`merchant_code` text PRIMARY KEY NOT NULL,
	`public_key_pem` text NOT NULL,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `gift_code_order` (
	`merchant_code` text NOT NULL,
	`merchant_order_id` text NOT NULL,
	`store_code` text NOT NULL,
	`pos_code` text NOT NULL,
	`extra_data` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merchant_code`, `merchant_order_id`),
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`store_code`) REFERENCES `store`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `gift_code` (
	`serial` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`card_type` text NOT NULL,
	`expire_date` text NOT NULL,
	`status` text NOT NULL,
	`merchant_code` text,
	`merchant_order_id` text,
	CONSTRAINT "gift_code_status" CHECK("gift_code"."status" in ('ACTIVE', 'USED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_code_code_unique` ON `gift_code` (`code`);--> statement-breakpoint
CREATE INDEX `gift_code_stock` ON `gift_code` (`card_type`,`merchant_order_id`,`expire_date`);--> statement-breakpoint
CREATE INDEX `gift_code_of_order` ON `gift_code` (`merchant_code`,`merchant_order_id`);--> statement-breakpoint
CREATE TABLE `loyalty_program` (
	`business_code` text NOT NULL,
	`program_code` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`business_code`, `program_code`)
);
--> statement-breakpoint
CREATE TABLE `member` (
	`member_code` text PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`business_code` text NOT NULL,
	`program_code` text NOT NULL,
	`card_number` text NOT NULL,
	`tier_code` text NOT NULL,
	`card_status` text NOT NULL,
	`account_status` text NOT NULL,
	`is_at_risk` integer NOT NULL,
	`birth_date` text NOT NULL,
	`gender` text NOT NULL,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "member_card_status" CHECK("member"."card_status" in ('A', 'I')),
	CONSTRAINT "member_account_status" CHECK("member"."account_status" in ('A', 'I', 'B'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_wallet_id_unique` ON `member` (`wallet_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `member_card_number_unique` ON `member` (`card_number`);--> statement-breakpoint
CREATE TABLE `top_up` (
	`merchant_code` text NOT NULL,
	`txn_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`store_code` text NOT NULL,
	`pos_code` text NOT NULL,
	`points` integer NOT NULL,
	`status` text NOT NULL,
	`failure` text,
	`order_id` text,
	`receipt` text,
	`sends_sms` integer NOT NULL,
	`transaction_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merchant_code`, `txn_id`),
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "top_up_positive" CHECK("top_up"."points" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `top_up_transaction_id_unique` ON `top_up` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `top_up_wallet` ON `top_up` (`wallet_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `top_up_created_at` ON `top_up` (`created_at`);--> statement-breakpoint
CREATE TABLE `bank_top_up` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_account_id` text NOT NULL,
	`amount_vnd` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`credited_at` integer,
	`is_noticed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`merchant_account_id`) REFERENCES `merchant_account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_top_up_positive" CHECK("bank_top_up"."amount_vnd" > 0)
);
--> statement-breakpoint
CREATE INDEX `bank_top_up_account` ON `bank_top_up` (`merchant_account_id`);--> statement-breakpoint
CREATE INDEX `bank_top_up_due` ON `bank_top_up` (`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `merchant_account` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `transfer` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`merchant_transaction_id` text NOT NULL,
	`merchant_account_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`amount_vnd` integer NOT NULL,
	`description` text NOT NULL,
	`post_balance_vnd` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merchant_account_id`) REFERENCES `merchant_account`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wallet_id`) REFERENCES `wallet`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfer_positive" CHECK("transfer"."amount_vnd" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_merchant_transaction` ON `transfer` (`merchant_code`,`merchant_transaction_id`);--> statement-breakpoint
CREATE INDEX `transfer_created_at` ON `transfer` (`created_at`);--> statement-breakpoint
CREATE TABLE `voucher` (
	`serial` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`merchant_voucher_code` text NOT NULL,
	`available_from` integer NOT NULL,
	`available_to` integer NOT NULL,
	`min_order_vnd` integer NOT NULL,
	`discount_type` text NOT NULL,
	`discount_value` real NOT NULL,
	`apply_in_holiday` integer NOT NULL,
	`store_code` text,
	`status` text NOT NULL,
	`used_at` integer,
	`reopened_at` integer,
	`used_store_code` text,
	`used_pos_code` text,
	`redeem_ref_id` text,
	`merchant_reference_id` text,
	`merchant_staff_id` text,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`store_code`) REFERENCES `store`(`code`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "voucher_window" CHECK("voucher"."available_from" <= "voucher"."available_to"),
	CONSTRAINT "voucher_discount_positive" CHECK("voucher"."discount_value" > 0),
	CONSTRAINT "voucher_percent_at_most_100" CHECK("voucher"."discount_type" = 'amount' or "voucher"."discount_value" <= 100),
	CONSTRAINT "voucher_used_has_time" CHECK(("voucher"."status" = 'used') = ("voucher"."used_at" is not null))
);
--> statement-breakpoint
CREATE INDEX `voucher_merchant` ON `voucher` (`merchant_code`,`available_to`);--> statement-breakpoint
ALTER TABLE `wallet` ADD `tier` text DEFAULT 'verified' NOT NULL;