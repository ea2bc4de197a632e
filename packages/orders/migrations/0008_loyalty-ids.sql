CREATE TABLE `loyalty_ids` (
	`key` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`state` text NOT NULL,
	`claims` integer NOT NULL,
	`first_claim` integer NOT NULL,
	`first_at_ms` integer NOT NULL,
	CONSTRAINT "loyalty_ids_state" CHECK(state IN ('claimed', 'free', 'foreign')),
	CONSTRAINT "loyalty_ids_fingerprint" CHECK(length(fingerprint) = 64)
) STRICT;
