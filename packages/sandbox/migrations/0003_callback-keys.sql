CREATE TABLE `callback_key` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`private_key_pem` text NOT NULL,
	`public_key_pem` text NOT NULL,
	`signs_at` integer NOT NULL,
	`ends_at` integer
);
--> statement-breakpoint
INSERT INTO `callback_key` (`private_key_pem`, `public_key_pem`, `signs_at`) SELECT `private_key_pem`, `public_key_pem`, 0 FROM `service_key` WHERE `purpose` = 'callback';
--> statement-breakpoint
DELETE FROM `service_key` WHERE `purpose` = 'callback';
