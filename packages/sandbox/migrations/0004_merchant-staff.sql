CREATE TABLE `merchant_session` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_name` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_name`) REFERENCES `merchant_staff`(`user_name`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `merchant_session_user` ON `merchant_session` (`user_name`);--> statement-breakpoint
CREATE INDEX `merchant_session_expires_at` ON `merchant_session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `merchant_staff` (
	`user_name` text PRIMARY KEY NOT NULL,
	`merchant_code` text NOT NULL,
	`full_name` text NOT NULL,
	`role` text NOT NULL,
	`rights` text NOT NULL,
	`password_hash` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`merchant_code`) REFERENCES `merchant`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `merchant_staff_merchant` ON `merchant_staff` (`merchant_code`);