CREATE TABLE `merchant_form` (
	`form_id` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`sent_at` integer NOT NULL
);
