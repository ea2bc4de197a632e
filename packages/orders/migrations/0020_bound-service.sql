CREATE TABLE `bound_service` (
	`id` integer PRIMARY KEY NOT NULL,
	`environment` text NOT NULL,
	`service` text NOT NULL,
	`merchant_code` text,
	`bound_at_ms` integer NOT NULL
) STRICT;
